package site

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store/kv"
	"quadrille/cmd/internal/dialect"
	"quadrille/protocol/driver"
)

// catalogue is what the host in a browser answers when it is asked for the games,
// as JSON: the same host says it here, so that the page need not wait for the one
// that is being loaded.
func catalogue(ctx context.Context) ([]byte, error) {
	games, err := kv.Open(ctx, &kv.Memory{})
	if err != nil {
		return nil, err
	}
	h, err := host.New(ctx, host.Config{Store: games, Open: inside, RuleEngines: 1})
	if err != nil {
		return nil, err
	}
	list, err := h.Catalogue(ctx)
	if err := errors.Join(err, h.Close(ctx)); err != nil {
		return nil, err
	}
	return json.Marshal(api.Catalogue{Games: list, Alone: true})
}

// inside starts an engine in this process.
func inside(ctx context.Context) (*driver.Engine, error) {
	serve := func(in io.Reader, out io.Writer) error {
		return dialect.Product().ServeFirst(nil, dialect.Config(), in, out)
	}
	return driver.Attach(ctx, driver.Inside("engine", serve, nil), driver.Config{})
}
