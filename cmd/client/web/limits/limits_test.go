package limits_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"quadrille/cmd/client/web/limits"
	"quadrille/cmd/client/web/store/postgres"
	"quadrille/cmd/client/web/store/postgres/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func join(t testing.TB, address string) *postgres.Store {
	t.Helper()
	s, err := postgres.Join(t.Context(), address)
	if err == nil {
		err = s.Begin(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// away is a Shared that is not there.
type away struct{ asked int }

var errAway = errors.New("away")

func (a *away) Spend(context.Context, string, limits.Rate, int, time.Duration) (time.Duration, error) {
	a.asked++
	return 0, errAway
}

func (a *away) Hold(context.Context, string, int, int) (int, error) {
	a.asked++
	return 0, errAway
}

// A bucket is one at all processes, of each client its own; a process that has just
// come finds it as it is.
func TestBucketsOfProcesses(t *testing.T) {
	address := pgtest.URL(t)
	rate := limits.Rate{PerSecond: 1.0 / 3600, Burst: 4}
	take := func(b *limits.Buckets, client string, patience time.Duration) time.Duration {
		t.Helper()
		wait, err := b.Take(t.Context(), client, patience)
		if err != nil {
			t.Fatal(err)
		}
		return wait
	}
	one := limits.NewBuckets("b", rate, 10, time.Now, join(t, address))
	two := limits.NewBuckets("b", rate, 10, time.Now, join(t, address))
	for i, b := range []*limits.Buckets{one, two, one, two} {
		if wait := take(b, "ann", 0); wait > 0 {
			t.Errorf("request %d: wait %v", i, wait)
		}
	}
	three := limits.NewBuckets("b", rate, 10, time.Now, join(t, address))
	for name, b := range map[string]*limits.Buckets{"one": one, "two": two, "three": three} {
		if wait := take(b, "ann", 0); wait < 50*time.Minute || wait > time.Hour {
			t.Errorf("%s, beyond the bucket: wait %v, want an hour", name, wait)
		}
	}
	if wait := take(two, "bob", 0); wait > 0 {
		t.Errorf("another client waits %v", wait)
	}
	if wait := take(three, "ann", time.Hour); wait < 50*time.Minute || wait > time.Hour {
		t.Errorf("who is patient waits %v, want an hour", wait)
	}
	if wait := take(one, "ann", time.Hour); wait < 110*time.Minute || wait > 2*time.Hour {
		t.Errorf("after it: wait %v, want two hours", wait)
	}
}

// Many who ask two processes at once get what is in the bucket, and no more.
func TestRaceForTokens(t *testing.T) {
	address := pgtest.URL(t)
	const burst = 10
	var all []*limits.Buckets
	for range 2 {
		all = append(all, limits.NewBuckets("b", limits.Rate{PerSecond: 1e-6, Burst: burst}, 10, time.Now, join(t, address)))
	}
	got := make(chan bool, 3*burst)
	var asking sync.WaitGroup
	for i := range 3 * burst {
		asking.Go(func() {
			wait, err := all[i%2].Take(t.Context(), "ann", 0)
			if err != nil {
				t.Error(err)
			}
			got <- wait == 0
		})
	}
	asking.Wait()
	close(got)
	n := 0
	for ok := range got {
		if ok {
			n++
		}
	}
	if n != burst {
		t.Errorf("%d tokens were taken of %d", n, burst)
	}
}

// A client has so many places at all processes together. Those of one that has died
// are free again.
func TestCapsOfProcesses(t *testing.T) {
	address := pgtest.URL(t)
	first, second := join(t, address), join(t, address)
	const most = 5 // too few for a process to hold any that it does not need
	one, two := limits.NewCaps("c", most, 0, first), limits.NewCaps("c", most, 0, second)
	take := func(c *limits.Caps, client string, want bool) {
		t.Helper()
		if ok, err := c.Take(t.Context(), client); ok != want || err != nil {
			t.Fatalf("%v, %v; want %v", ok, err, want)
		}
	}
	for _, c := range []*limits.Caps{one, two, one, two, one} {
		take(c, "ann", true)
	}
	take(one, "ann", false)
	take(two, "ann", false)
	take(two, "bob", true)
	if places, clients := two.Taken(); places != 3 || clients != 2 {
		t.Errorf("%d places of %d clients, want 3 and 2", places, clients)
	}
	first.Close()
	for range 3 {
		take(two, "ann", true)
	}
	take(two, "ann", false)
}

// generous is a Shared that gives what is asked for, the first time when it is ready.
type generous struct {
	away
	first sync.Once
	ready func() bool
}

func (g *generous) Hold(_ context.Context, _ string, n, _ int) (int, error) {
	g.first.Do(func() {
		for !g.ready() {
			runtime.Gosched()
		}
	})
	return n, nil
}

// Who comes while others are asked takes no place from who asks.
func TestPlacesAtOnce(t *testing.T) {
	const most = 3
	var shared generous
	c := limits.NewCaps("c", most, 0, &shared)
	shared.ready = func() bool { places, _ := c.Taken(); return places == most }
	var taking sync.WaitGroup
	for range most {
		taking.Go(func() {
			if ok, err := c.Take(t.Context(), "ann"); !ok || err != nil {
				t.Errorf("%v, %v", ok, err)
			}
		})
	}
	taking.Wait()
}

// A process that holds more than it needs gives that back, as does one whose clients
// have gone, when the database is told.
func TestHold(t *testing.T) {
	address := pgtest.URL(t)
	one, two := join(t, address), join(t, address)
	for i, step := range []struct {
		s             *postgres.Store
		n, most, want int
	}{
		{one, 20, 32, 20}, {two, 20, 32, 12}, {one, 32, 32, 20}, {one, 4, 32, 4}, {two, 30, 32, 28}, {two, 0, 32, 0}, {one, 32, 32, 32}, {two, 1, 32, 0}, {one, 1, 2, 1}, {two, 1, 2, 1}, {one, 0, 2, 0}, {two, 2, 2, 2}, {one, 1, 2, 0},
	} {
		if got, err := step.s.Hold(t.Context(), "c ann", step.n, step.most); got != step.want || err != nil {
			t.Fatalf("step %d: %d, %v; want %d", i, got, err, step.want)
		}
	}
	var rows int
	if err := one.DB.QueryRow("SELECT count(*) FROM held").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows, %v; want that of who holds something", rows, err)
	}
}

// What all processes have is not known while they cannot be asked: the caller is told,
// and also what this one has. What that refuses is not asked for.
func TestShareIsAway(t *testing.T) {
	var shared away
	b := limits.NewBuckets("b", limits.Rate{PerSecond: 1e-3, Burst: 2}, 10, time.Now, &shared)
	c := limits.NewCaps("c", 2, 0, &shared)
	for i := range 3 {
		wait, err := b.Take(t.Context(), "ann", 0)
		if known := i == 2; (wait > 0) != known || errors.Is(err, errAway) == known {
			t.Errorf("token %d: %v, %v", i, wait, err)
		}
		ok, err := c.Take(t.Context(), "ann")
		if full := i == 2; ok == full || errors.Is(err, errAway) == full {
			t.Errorf("place %d: %v, %v", i, ok, err)
		}
	}
	if shared.asked != 4 {
		t.Errorf("asked %d times, want 4", shared.asked)
	}
}

// counted is a Shared that counts how often it is asked for tokens.
type counted struct {
	*postgres.Store
	asked int
}

func (c *counted) Spend(ctx context.Context, bucket string, r limits.Rate, n int, patience time.Duration) (time.Duration, error) {
	c.asked++
	return c.Store.Spend(ctx, bucket, r, n, patience)
}

// Of a large bucket several tokens are taken at once, and in the end all of them.
func TestTokensInHand(t *testing.T) {
	address := pgtest.URL(t)
	const burst = 160
	r := limits.Rate{PerSecond: 1e-6, Burst: burst}
	shared := &counted{Store: join(t, address)}
	one := limits.NewBuckets("b", r, 10, time.Now, shared)
	for i := range burst {
		if wait, err := one.Take(t.Context(), "ann", 0); wait > 0 || err != nil {
			t.Fatalf("token %d: %v, %v", i, wait, err)
		}
	}
	if shared.asked > burst/4 {
		t.Errorf("asked %d times for %d tokens", shared.asked, burst)
	}
	two := limits.NewBuckets("b", r, 10, time.Now, join(t, address))
	if wait, err := two.Take(t.Context(), "ann", 0); wait == 0 || err != nil {
		t.Errorf("one more: %v, %v", wait, err)
	}
}
