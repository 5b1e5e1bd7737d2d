package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/cmd/client/web/host"
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
		return nil, host.Refuse(host.BadRequest, "the query cannot be read; it is of the form a=1&b=2")
	}
	for name, all := range values {
		switch {
		case !slices.Contains(names, name) && len(names) == 0:
			return nil, host.Refuse(host.BadRequest, "the query has %q, and this path takes none", clip(name))
		case !slices.Contains(names, name):
			return nil, host.Refuse(host.BadRequest, "the query has %q; it may have %s", clip(name), strings.Join(names, " "))
		case len(all) > 1:
			return nil, host.Refuse(host.BadRequest, "%q is there twice", name)
		}
	}
	return values, nil
}

func noQuery(r *http.Request) error {
	_, err := query(r)
	return err
}

// number reads a whole number of a query; ok is false when it is not there.
func number(values url.Values, name string, low, high int) (n int, ok bool, err error) {
	if !values.Has(name) {
		return 0, false, nil
	}
	n, err = strconv.Atoi(values.Get(name))
	if err != nil || n < low || n > high {
		return 0, false, host.Refuse(host.BadRequest, "%s is %q; it is a number from %d to %d", name, clip(values.Get(name)), low, high)
	}
	return n, true, nil
}

// at reads the number of turns that a position is asked for after.
func at(values url.Values) (*int, error) {
	n, ok, err := number(values, "at", 0, maxTurns)
	if err != nil || !ok {
		return nil, err
	}
	return &n, nil
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
	l := host.Limits{Exact: t.Exact}
	for _, f := range []struct {
		name string
		from *int
		most int
		to   *int
	}{
		{"level", t.Level, maxLevel, &l.Level},
		{"depth", t.Depth, maxPlies, &l.Depth},
		{"multipv", t.MultiPV, maxMultiPV, &l.MultiPV},
		{"movetime", t.MoveTime, maxMoveTime, nil},
	} {
		switch {
		case f.from == nil:
		case *f.from < 1 || *f.from > f.most:
			return l, host.Refuse(host.BadRequest, "%s is %d; it is a number from 1 to %d", f.name, *f.from, f.most)
		case f.to == nil:
			l.MoveTime = time.Duration(*f.from) * time.Millisecond
		default:
			*f.to = *f.from
		}
	}
	if t.Nodes != nil {
		if *t.Nodes < 1 || *t.Nodes > maxNodes {
			return l, host.Refuse(host.BadRequest, "nodes is %d; it is a number from 1 to %d", *t.Nodes, uint64(maxNodes))
		}
		l.Nodes = *t.Nodes
	}
	return l, nil
}

// limitsOf reads the limits of a query.
func limitsOf(values url.Values) (host.Limits, error) {
	var t thinking
	for _, f := range []struct {
		name string
		most int
		to   **int
	}{
		{"level", maxLevel, &t.Level}, {"depth", maxPlies, &t.Depth},
		{"multipv", maxMultiPV, &t.MultiPV}, {"movetime", maxMoveTime, &t.MoveTime},
	} {
		n, ok, err := number(values, f.name, 1, f.most)
		if err != nil {
			return host.Limits{}, err
		}
		if ok {
			*f.to = &n
		}
	}
	if n, ok, err := number(values, "nodes", 1, maxNodes); err != nil {
		return host.Limits{}, err
	} else if ok {
		nodes := uint64(n)
		t.Nodes = &nodes
	}
	switch exact := values.Get("exact"); {
	case exact == "true":
		t.Exact = true
	case exact != "false" && values.Has("exact"):
		return host.Limits{}, host.Refuse(host.BadRequest, "exact is %q; it is true or false", clip(exact))
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
		return "", host.Refuse(host.BadRequest, "a seat's token is given as Authorization: Bearer TOKEN")
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
