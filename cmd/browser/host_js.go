package main

import (
	"context"
	"io"
	"log/slog"
	"syscall/js"

	"quadrille/ai/bots"
	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/kept"
	"quadrille/cmd/client/web/store/kv"
	"quadrille/cmd/client/web/store/kv/indexeddb"
	"quadrille/cmd/client/web/wire"
	"quadrille/protocol/driver"
)

// The name of what the worker's script and the host tell each other through.
const bridgeName = "quadrille"

// The memory of an engine, in MiB: phones have little, and give it to several
// engines.
const hash = 32

// serveHost opens the games and answers requests for as long as the worker lives:
// like a server that is killed and not stopped, it needs no farewell.
func serveHost(errs io.Writer) error {
	bridge := js.Global().Get(bridgeName)
	log := slog.New(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn}))
	ctx := context.Background()
	games, err := kv.Open(ctx, disk(bridge))
	if err != nil {
		return refuseToStart(bridge, err)
	}
	h, err := host.New(ctx, host.Config{
		Store: games, Log: log, Hash: hash, RuleEngines: 1, Engines: bridge.Get("engines").Int(),
		Open: attach("engine", worker(bridge)), OpenRules: attach("rules", rules),
		MaySolve: func() error {
			switch {
			case bridge.Get("disk").IsNull():
				return host.ErrUnwanted // which nothing could be kept of
			case bridge.Get("small").Bool():
				return host.Refuse(host.NoMemory, "this device has too little memory to solve a game")
			}
			return nil
		},
	})
	if err != nil {
		return refuseToStart(bridge, err)
	}
	answerAll(bridge, wire.NewRouter(log, api.NewAlone(api.Config{Games: h}, kept.New(h, games, bots.Kept()))), log)
	select {}
}

// disk is the browser's database, or the memory where nothing is to be kept.
func disk(bridge js.Value) kv.Disk {
	if d := bridge.Get("disk"); !d.IsNull() {
		return indexeddb.New(d)
	}
	return &kv.Memory{}
}

// attach starts an engine that serve is.
func attach(name string, serve func(in io.Reader, out io.Writer) error) func(context.Context) (*driver.Engine, error) {
	return func(ctx context.Context) (*driver.Engine, error) {
		return driver.Attach(ctx, driver.Inside(name, serve, nil), driver.Config{})
	}
}

// refuseToStart tells the page why there is no host.
func refuseToStart(bridge js.Value, err error) error {
	bridge.Call("failed", err.Error())
	return err
}
