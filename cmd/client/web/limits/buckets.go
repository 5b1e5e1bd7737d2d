package limits

import (
	"container/list"
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate says how often a client may do something: PerSecond in the long run, of which
// 0 is no limit, and Burst at once, at least 1.
type Rate struct {
	PerSecond float64
	Burst     int
}

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
	now := b.now()
	reservation := b.of(client).ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > patience {
		reservation.CancelAt(now)
		return wait, nil
	}
	if b.shared == nil {
		return wait, nil
	}
	all, err := b.shared.Spend(ctx, b.name+" "+client, b.rate.PerSecond, b.rate.Burst, patience)
	if err == nil && all > patience {
		reservation.CancelAt(now)
	}
	return max(wait, all), err
}

// Len is how many clients are remembered.
func (b *Buckets) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.clients)
}

func (b *Buckets) of(name string) *rate.Limiter {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.clients[name]; ok {
		b.recent.MoveToFront(e)
		return e.Value.(*client).limiter
	}
	if b.recent.Len() >= b.most {
		oldest := b.recent.Back()
		delete(b.clients, oldest.Value.(*client).name)
		b.recent.Remove(oldest)
	}
	c := &client{name, rate.NewLimiter(rate.Limit(b.rate.PerSecond), b.rate.Burst)}
	b.clients[name] = b.recent.PushFront(c)
	return c.limiter
}
