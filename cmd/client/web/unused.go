package web

import (
	"net"
	"net/http"
	"sync"
)

// unused are the connections on which nothing was asked yet, such as those that
// browsers open for later. A server that stops would wait five seconds for each
// to ask something (https://go.dev/issue/22682), so it closes them.
type unused struct {
	mu      sync.Mutex
	conns   map[net.Conn]bool
	closing bool
}

// note is told each state of each connection.
func (u *unused) note(c net.Conn, state http.ConnState) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case state != http.StateNew:
		delete(u.conns, c)
	case u.closing:
		c.Close()
	default:
		if u.conns == nil {
			u.conns = map[net.Conn]bool{}
		}
		u.conns[c] = true
	}
}

// close closes them, and those that come yet.
func (u *unused) close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.closing = true
	for c := range u.conns {
		c.Close()
	}
}
