package api

import (
	"net/url"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
	"quadrille/cmd/client/web/wire"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

// The largest numbers that are taken, so that none overflows. What an engine
// or the server's settings allow may be less.
const (
	maxMoveTime = 3_600_000 // ms
	maxPlies    = 1000
	maxNodes    = 1 << 53 // what JavaScript counts up to
	maxMultiPV  = 256
	maxTurns    = 100_000
)

// query reads the query of an address into a value as if it were a body: level=3
// is the field level with the number 3. A field that is a string takes the text
// as it stands.
func query(r *http.Request, to any) error {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return host.Refuse(host.BadRequest, "the query cannot be read; its form is a=1&b=2")
	}
	isText := texts(to)
	fields := map[string]any{}
	for name, all := range values {
		switch value := jsontext.Value(all[0]); {
		case len(all) > 1:
			return host.Refuse(host.BadRequest, "%q is given twice", driver.Clip(name))
		case isText[name]:
			fields[name] = all[0]
		case !value.IsValid():
			return host.Refuse(host.BadRequest, "%q is %q; it must be a number, true or false", driver.Clip(name), driver.Clip(all[0]))
		default:
			fields[name] = value
		}
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return host.Refuse(host.BadRequest, "the query is not UTF-8")
	}
	return wire.Decode(text, to, wire.Strict())
}

// texts are the names of the fields of a struct that are strings.
func texts(to any) map[string]bool {
	names := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeOf(to).Elem()) {
		if f.Type.Kind() == reflect.String {
			names[f.Tag.Get("json")] = true
		}
	}
	return names
}

func noQuery(r *http.Request) error { return query(r, &struct{}{}) }

// question is a request that changes nothing: the game, and the query read into
// a value.
func question(r *http.Request, to any) (game string, err error) {
	if game, err = id(r); err != nil {
		return "", err
	}
	return game, query(r, to)
}

// checkAt checks a number of turns after which a position is asked for.
func checkAt(turns *int) error { return within(field{"at", turns, 0, maxTurns, new(int)}) }

// field is a number that may be given, with its bounds and where it goes.
type field struct {
	name      string
	from      *int // nil when it is not given
	low, high int
	to        *int
}

// within copies the numbers that are given and refuses one out of its bounds.
func within(fields ...field) error {
	for _, f := range fields {
		switch {
		case f.from == nil:
		case *f.from < f.low || *f.from > f.high:
			return host.Refuse(host.BadRequest, "%s is %d; it must be a number from %d to %d", f.name, *f.from, f.low, f.high)
		default:
			*f.to = *f.from
		}
	}
	return nil
}

// thinking is how long and how well to search, as a body or a query says it.
type thinking struct {
	Level    *engine.Level `json:"level"`
	MoveTime *int          `json:"movetime"` // ms
	Depth    *int          `json:"depth"`
	Nodes    *uint64       `json:"nodes"`
	Exact    bool          `json:"exact"`
}

// limits checks the numbers.
func (t thinking) limits() (host.Limits, error) {
	l, ms := host.Limits{Exact: t.Exact}, 0
	err := within(
		field{"depth", t.Depth, 1, maxPlies, &l.Depth},
		field{"movetime", t.MoveTime, 1, maxMoveTime, &ms})
	if err != nil {
		return l, err
	}
	if t.Level != nil {
		if err := t.Level.Check(); err != nil {
			return l, host.Refuse(host.BadRequest, "%v", err)
		}
		l.Level = *t.Level
	}
	l.MoveTime = time.Duration(ms) * time.Millisecond
	if t.Nodes != nil {
		if *t.Nodes < 1 || *t.Nodes > maxNodes {
			return l, host.Refuse(host.BadRequest, "nodes is %d; it must be a number from 1 to %d", *t.Nodes, uint64(maxNodes))
		}
		l.Nodes = *t.Nodes
	}
	return l, nil
}

// analysing is thinking about so many lines of play.
type analysing struct {
	thinking
	MultiPV *int `json:"multipv"`
}

// limits checks the numbers.
func (a analysing) limits() (host.Limits, error) {
	l, err := a.thinking.limits()
	if err == nil {
		err = within(field{"multipv", a.MultiPV, 1, maxMultiPV, &l.MultiPV})
	}
	return l, err
}

// token is the secret that a request shows; empty without one.
func token(r *http.Request) (string, error) {
	all := r.Header.Values("Authorization")
	if len(all) == 0 {
		return "", nil
	}
	scheme, secret, _ := strings.Cut(all[0], " ")
	if len(all) > 1 || !strings.EqualFold(scheme, "Bearer") || secret == "" || len(secret) > 200 {
		return "", host.Refuse(host.BadRequest, "a seat's token goes into the header Authorization: Bearer TOKEN")
	}
	return strings.TrimSpace(secret), nil
}

// id is the game that a path names.
func id(r *http.Request) (string, error) {
	id := r.PathValue("id")
	if len(id) > 64 || strings.ContainsFunc(id, func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }) {
		return "", host.Refuse(host.NotFound, "there is no game with that id")
	}
	return id, nil
}

// words checks the text of an action, a turn or a name: short and on one line.
func words(name, text string) error {
	if len(text) > 500 || strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		return host.Refuse(host.BadRequest, "%s is one line of at most 500 bytes", name)
	}
	return nil
}
