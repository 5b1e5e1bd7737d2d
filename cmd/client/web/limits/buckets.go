package limits

import (
	"container/list"
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Buckets has a token bucket for each client. Of more clients than it may remember
// it forgets the one that has been away longest.
type Buckets struct {
	name   string
	rate   Rate
	most   int
	now    func() time.Time
	shared Shared // nil in a process that is alone

	mu      sync.Mutex
	clients map[string]*list.Element // of *client
	recent  *list.List               // the latest first
}

// client is one client and what it may still do.
type client struct {
	name    string
	limiter *rate.Limiter

	// Of all processes' tokens: those that this one has taken and not used.
	asking sync.Mutex
	inHand int
}

// NewBuckets makes buckets for most clients, by a clock. Shared, with which the name
// tells them from others, is nil in a process that is alone.
func NewBuckets(name string, r Rate, most int, now func() time.Time, shared Shared) *Buckets {
	r.Burst = max(r.Burst, 1)
	return &Buckets{name: name, rate: r, most: most, now: now, shared: shared, clients: make(map[string]*list.Element), recent: list.New()}
}

// Take returns how long a client must wait for its turn. It is counted when that is
// not longer than patience. With an error what other processes have counted is not
// known, and the time is by what this one has.
func (b *Buckets) Take(ctx context.Context, client string, patience time.Duration) (time.Duration, error) {
	if b.rate.PerSecond <= 0 {
		return 0, nil
	}
	now, c := b.now(), b.of(client)
	reservation := c.limiter.ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > patience {
		reservation.CancelAt(now)
		return wait, nil
	}
	if b.shared == nil {
		return wait, nil
	}
	all, err := b.spend(ctx, c, patience)
	if err == nil && all > patience {
		reservation.CancelAt(now)
	}
	return max(wait, all), err
}

// spend takes one of all processes' tokens. Those of a client that is served much are
// taken several at once, so that not each is asked for.
func (b *Buckets) spend(ctx context.Context, c *client, patience time.Duration) (time.Duration, error) {
	c.asking.Lock()
	defer c.asking.Unlock()
	if c.inHand > 0 {
		c.inHand--
		return 0, nil
	}
	name := b.name + " " + c.name
	if some := 1 + b.rate.Burst/16; some > 1 {
		wait, err := b.shared.Spend(ctx, name, b.rate, some, 0)
		if err != nil {
			return 0, err
		}
		if wait <= 0 {
			c.inHand = some - 1
			return 0, nil
		}
	}
	return b.shared.Spend(ctx, name, b.rate, 1, patience)
}

// Len is how many clients are remembered.
func (b *Buckets) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.clients)
}

func (b *Buckets) of(name string) *client {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.clients[name]; ok {
		b.recent.MoveToFront(e)
		return e.Value.(*client)
	}
	if b.recent.Len() >= b.most {
		oldest := b.recent.Back()
		delete(b.clients, oldest.Value.(*client).name)
		b.recent.Remove(oldest)
	}
	c := &client{name: name, limiter: rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)}
	b.clients[name] = b.recent.PushFront(c)
	return c
}
