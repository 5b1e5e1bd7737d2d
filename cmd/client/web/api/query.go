package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// The largest numbers that are taken, so that none overflows. What an engine
// or the server's settings allow may be less.
const (
	maxLevel    = 10
	maxMoveTime = 3_600_000 // ms
	maxPlies    = 1000
	maxNodes    = 1 << 53 // what JavaScript counts up to
	maxMultiPV  = 500
	maxTurns    = 100_000
)

// query reads the query of an address, of which only the given names may be
// there, each once.
func query(r *http.Request, names ...string) (url.Values, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, host.Refuse(host.BadRequest, "the query cannot be read; its form is a=1&b=2")
	}
	for name, all := range values {
		switch {
		case !slices.Contains(names, name) && len(names) == 0:
			return nil, host.Refuse(host.BadRequest, "this path takes no query, and this one has %q", driver.Clip(name))
		case !slices.Contains(names, name):
			return nil, host.Refuse(host.BadRequest, "the query has %q; it may have %s", driver.Clip(name), strings.Join(names, " "))
		case len(all) > 1:
			return nil, host.Refuse(host.BadRequest, "%q is given twice", name)
		}
	}
	return values, nil
}

func noQuery(r *http.Request) error {
	_, err := query(r)
	return err
}

// question is a request that changes nothing: the game and the query.
func question(r *http.Request, names ...string) (game string, values url.Values, err error) {
	if game, err = id(r); err != nil {
		return "", nil, err
	}
	values, err = query(r, names...)
	return game, values, err
}

// number reads a whole number of a query; nil when it is not there.
func number[T int | uint64](values url.Values, name string) (*T, error) {
	if !values.Has(name) {
		return nil, nil
	}
	n, err := strconv.ParseInt(values.Get(name), 10, 64)
	if err != nil || n < 0 {
		return nil, host.Refuse(host.BadRequest, "%s is %q; it must be a whole number", name, driver.Clip(values.Get(name)))
	}
	value := T(n)
	return &value, nil
}

// at reads the number of turns that a position is asked for after.
func at(values url.Values) (*int, error) {
	n, err := number[int](values, "at")
	if err != nil {
		return nil, err
	}
	return n, within(field{"at", n, 0, maxTurns, new(int)})
}

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

// thinking is how long and how well to search, as a body says it.
type thinking struct {
	Level    *int    `json:"level"`
	MoveTime *int    `json:"movetime"` // ms
	Depth    *int    `json:"depth"`
	Nodes    *uint64 `json:"nodes"`
	MultiPV  *int    `json:"-"`
	Exact    bool    `json:"exact"`
}

// limits checks the numbers.
func (t thinking) limits() (host.Limits, error) {
	l, ms := host.Limits{Exact: t.Exact}, 0
	err := within(
		field{"level", t.Level, 1, maxLevel, &l.Level},
		field{"depth", t.Depth, 1, maxPlies, &l.Depth},
		field{"multipv", t.MultiPV, 1, maxMultiPV, &l.MultiPV},
		field{"movetime", t.MoveTime, 1, maxMoveTime, &ms})
	if err != nil {
		return l, err
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

// limitsOf reads the limits of a query.
func limitsOf(values url.Values) (host.Limits, error) {
	var t thinking
	var errs [5]error
	t.Level, errs[0] = number[int](values, "level")
	t.Depth, errs[1] = number[int](values, "depth")
	t.MultiPV, errs[2] = number[int](values, "multipv")
	t.MoveTime, errs[3] = number[int](values, "movetime")
	t.Nodes, errs[4] = number[uint64](values, "nodes")
	for _, err := range errs {
		if err != nil {
			return host.Limits{}, err
		}
	}
	switch exact := values.Get("exact"); {
	case exact == "true":
		t.Exact = true
	case exact != "false" && values.Has("exact"):
		return host.Limits{}, host.Refuse(host.BadRequest, "exact is %q; it must be true or false", driver.Clip(exact))
	}
	return t.limits()
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
