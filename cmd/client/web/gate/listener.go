package gate

import (
	"net"
	"net/netip"
	"sync"
)

// Listener limits the connections that are open at once, so that nobody can
// use up the files that the process may have open. A connection beyond a limit
// is closed as soon as it comes.
type Listener struct {
	net.Listener
	PerClient int // of a client; 0 is no limit
	Total     int // of all; 0 is no limit

	mu    sync.Mutex
	total int
	count map[netip.Prefix]int
}

// Accept waits for a connection within the limits.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := network(c.RemoteAddr().String())
		if !l.begin(address) {
			c.Close()
			continue
		}
		return &conn{Conn: c, end: sync.OnceFunc(func() { l.end(address) })}, nil
	}
}

func (l *Listener) begin(address netip.Prefix) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.Total > 0 && l.total >= l.Total || l.PerClient > 0 && l.count[address] >= l.PerClient {
		return false
	}
	if l.count == nil {
		l.count = make(map[netip.Prefix]int)
	}
	l.total++
	l.count[address]++
	return true
}

func (l *Listener) end(address netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total--
	if l.count[address]--; l.count[address] == 0 {
		delete(l.count, address)
	}
}

// conn tells its end.
type conn struct {
	net.Conn
	end func()
}

// Close closes the connection.
func (c *conn) Close() error {
	c.end()
	return c.Conn.Close()
}

// CloseWrite says to the other side that nothing more comes; net/http does so
// before it closes a connection on which something may still be unread.
func (c *conn) CloseWrite() error {
	if w, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return w.CloseWrite()
	}
	return nil
}
