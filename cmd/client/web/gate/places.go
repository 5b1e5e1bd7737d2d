package gate

import (
	"net"
	"net/netip"
	"sync"
)

// places counts what each client has open, and what all have together. It
// remembers only clients that have something.
type places struct {
	perClient, total int // at most; 0 is no limit

	mu    sync.Mutex
	taken int
	count map[netip.Prefix]int
}

func newPlaces(perClient, total int) *places {
	return &places{perClient: perClient, total: total, count: make(map[netip.Prefix]int)}
}

// take takes a place for a client, or says that there is none.
func (p *places) take(address netip.Prefix) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total > 0 && p.taken >= p.total || p.perClient > 0 && p.count[address] >= p.perClient {
		return false
	}
	p.taken++
	p.count[address]++
	return true
}

// free gives a place back.
func (p *places) free(address netip.Prefix) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
	if p.count[address]--; p.count[address] == 0 {
		delete(p.count, address)
	}
}

// Listener limits the TCP connections that are open at once, so that nobody
// can use up the files that the process may have open. A connection beyond a
// limit is closed as soon as it comes.
type Listener struct {
	net.Listener
	places *places
}

// Limit makes a Listener that lets each client have so many connections, and
// all together so many; 0 is no limit.
func Limit(l net.Listener, perClient, total int) *Listener {
	return &Listener{l, newPlaces(perClient, total)}
}

// Accept waits for a connection within the limits.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := network(c.RemoteAddr().String())
		if !l.places.take(address) {
			c.Close()
			continue
		}
		// A *net.TCPConn, since net/http closes its halves one by one.
		return &conn{c.(*net.TCPConn), sync.OnceFunc(func() { l.places.free(address) })}, nil
	}
}

// conn tells its end.
type conn struct {
	*net.TCPConn
	end func()
}

// Close closes the connection.
func (c *conn) Close() error {
	c.end()
	return c.TCPConn.Close()
}
