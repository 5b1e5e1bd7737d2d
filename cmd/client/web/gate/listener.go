package gate

import (
	"context"
	"net"
	"sync"

	"quadrille/cmd/client/web/limits"
)

// Listener limits the TCP connections that are open at once, so that nobody can use
// up the files that the process may have open. The limits are this process's own. A
// connection beyond one is closed as soon as it comes.
type Listener struct {
	net.Listener
	places *limits.Caps
}

// Limit makes a Listener that lets each client have so many connections, and
// all together so many; 0 is no limit.
func Limit(l net.Listener, perClient, total int) *Listener {
	return &Listener{l, limits.NewCaps("connections", perClient, total, nil)}
}

// Accept waits for a connection within the limits.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := network(c.RemoteAddr().String()).String()
		if ok, _ := l.places.Take(context.Background(), address); !ok {
			c.Close()
			continue
		}
		// A *net.TCPConn, since net/http closes its halves one by one.
		return &conn{c.(*net.TCPConn), sync.OnceFunc(func() { l.places.Free(address) })}, nil
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
