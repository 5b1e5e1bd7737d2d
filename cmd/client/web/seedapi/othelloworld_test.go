package seedapi_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/webtest"
)

func TestMain(m *testing.M) { webtest.Main(m) }

const organiser = "organiser-secret"

// competition is a served competition whose time can be moved on.
type competition struct {
	*webtest.Client
	t     *testing.T
	world *webtest.World
	api   *seedapi.Othello
	ahead *atomic.Int64 // of the real time, in nanoseconds
	close func()
}

func hold(t *testing.T, dir string, change func(*seedapi.OthelloConfig)) *competition {
	t.Helper()
	c := &competition{t: t, ahead: new(atomic.Int64)}
	c.world = webtest.OpenWorld(t, dir, func() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) })
	config := seedapi.OthelloConfig{
		Store: c.world.Store, Organiser: organiser, Clock: time.Hour,
	}
	if change != nil {
		change(&config)
	}
	var err error
	if c.api, err = seedapi.NewOthello(t.Context(), c.world.Host, config); err != nil {
		t.Fatal(err)
	}
	c.close = sync.OnceFunc(c.api.Close)
	t.Cleanup(c.close)
	c.Client = webtest.Serve(t, c.api.At(""))
	return c
}

// stop ends the server as at its end.
func (c *competition) stop() {
	c.Client.Stop()
	c.close()
	c.world.Stop()
}

func (c *competition) results() seedapi.Results {
	c.t.Helper()
	var r seedapi.Results
	c.Get(c.t, "/results", &r)
	return r
}

// organise is what the organiser does.
func (c *competition) organise(what string) {
	c.t.Helper()
	status, data := c.Do(c.t, "POST", "/competition/"+what, "", "Authorization", "Bearer "+organiser)
	if status != http.StatusOK {
		c.t.Fatalf("%s: %d %s", what, status, data)
	}
}

// await waits until the condition holds.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if t.Failed() || time.Now().After(end) {
			t.Fatalf("%s does not come about", what)
		}
	}
}

// needed asks for whom of the keys a move is needed.
func (c *competition) needed(keys ...string) (list []string) {
	c.t.Helper()
	for _, key := range keys {
		var needed bool
		if c.Get(c.t, "/move_needed/"+key, &needed); needed {
			list = append(list, key)
		}
	}
	return list
}

// playing counts the games on the boards, of disjoint players.
func (c *competition) playing(r seedapi.Results) (n int) {
	c.t.Helper()
	busy := map[int]bool{}
	for _, g := range r.Games {
		if g.State != "playing" {
			continue
		}
		n++
		if busy[g.Black] || busy[g.White] {
			c.t.Errorf("somebody plays two games at once: %+v", r.Games)
		}
		busy[g.Black], busy[g.White] = true, true
	}
	return n
}
