package gate

import (
	"container/list"
	"context"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

// rates keeps the rate of each client. Of more clients than it may remember it
// forgets the one that has been away longest.
type rates struct {
	limit rate.Limit // 0 is none
	burst int
	most  int
	now   func() time.Time

	mu      sync.Mutex
	clients map[netip.Prefix]*list.Element // of *client
	recent  *list.List                     // the latest first
}

// client is one address and what it may still do.
type client struct {
	address netip.Prefix
	limiter *rate.Limiter
}

func newRates(perSecond float64, burst, most int, now func() time.Time) *rates {
	return &rates{
		limit: rate.Limit(perSecond), burst: max(burst, 1), most: most, now: now,
		clients: make(map[netip.Prefix]*list.Element), recent: list.New(),
	}
}

// take returns how long a request must wait for its turn. It is counted when
// that is not longer than patience.
func (l *rates) take(address netip.Prefix, patience time.Duration) time.Duration {
	if l.limit <= 0 {
		return 0
	}
	now := l.now()
	reservation := l.of(address).ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > patience {
		reservation.CancelAt(now)
	}
	return wait
}

func (l *rates) of(address netip.Prefix) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, ok := l.clients[address]; ok {
		l.recent.MoveToFront(e)
		return e.Value.(*client).limiter
	}
	if l.recent.Len() >= l.most {
		oldest := l.recent.Back()
		delete(l.clients, oldest.Value.(*client).address)
		l.recent.Remove(oldest)
	}
	c := &client{address, rate.NewLimiter(l.limit, l.burst)}
	l.clients[address] = l.recent.PushFront(c)
	return c.limiter
}

// checkRate refuses the requests of a client that makes too many, or holds them
// up.
func (g *Gate) checkRate(w http.ResponseWriter, r *http.Request) (string, *host.Error) {
	if g.config.Free != nil && g.config.Free(r) {
		return "", nil
	}
	patience := g.config.Patience
	if g.config.Patient != nil && !g.config.Patient(r) {
		patience = 0
	}
	wait := g.rates.take(g.address(r), patience)
	if wait <= patience {
		pause(r.Context(), wait)
		return "", nil
	}
	return "rate", tooMany(w, wait)
}

// pause waits, or until the request is given up.
func pause(ctx context.Context, wait time.Duration) {
	if wait <= 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// checkCostly refuses costly requests beyond their own rate.
func (g *Gate) checkCostly(w http.ResponseWriter, r *http.Request) (string, *host.Error) {
	if g.config.Costly == nil || !g.config.Costly(r) {
		return "", nil
	}
	wait := g.costly.take(g.address(r), 0)
	if wait <= 0 {
		return "", nil
	}
	return "costly", tooMany(w, wait)
}

// tooMany asks the client to wait.
func tooMany(w http.ResponseWriter, wait time.Duration) *host.Error {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	return host.Refuse(wire.TooMany, "too many requests; wait as long as Retry-After says")
}

// address is who asks: an IPv4 address, or the 64 bits of an IPv6 address that
// one household has.
func (g *Gate) address(r *http.Request) netip.Prefix {
	text := r.RemoteAddr
	if g.config.Proxy {
		if all := strings.Join(r.Header.Values("X-Forwarded-For"), ","); all != "" {
			text = strings.TrimSpace(all[strings.LastIndexByte(all, ',')+1:])
		}
	}
	return network(text)
}

// network is the network of an address, with or without a port.
func network(text string) netip.Prefix {
	a, err := netip.ParseAddr(text)
	if err != nil {
		if ap, err := netip.ParseAddrPort(text); err == nil {
			a = ap.Addr()
		}
	}
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // of no address: the zero Prefix, one client for all such
	return p
}
