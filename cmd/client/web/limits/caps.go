package limits

import (
	"context"
	"sync"
	"time"
)

// Caps counts what each client has at present, and what all have together. It
// remembers only clients that have something, or had it a moment ago.
type Caps struct {
	name             string
	perClient, total int    // at most; 0 is no limit
	shared           Shared // nil in a process that is alone

	mu      sync.Mutex
	taken   int
	clients map[string]*places
}

// places are those of a client.
type places struct {
	used int // and asked for at present
	held int // of all processes' places: used and some more, so that not each is asked for
	// asking is held while other processes are asked, so that answers come in order.
	asking   sync.Mutex
	settling bool // what is held too much is about to be given back
}

// NewCaps bounds what each client may have at a time, and what all may in this
// process; 0 is no limit. Shared, with which the name tells them from others, is nil
// in a process that is alone.
func NewCaps(name string, perClient, total int, shared Shared) *Caps {
	if perClient <= 0 {
		shared = nil
	}
	return &Caps{name: name, perClient: perClient, total: total, shared: shared, clients: make(map[string]*places)}
}

// settleAfter is when what a process holds for a client beyond its spare is given back.
const settleAfter = 5 * time.Second

// spare is how many places more than it needs a process holds for a client. They are
// what other processes may miss.
func (c *Caps) spare() int { return c.perClient / 16 }

// Take takes a place for a client, until Free is called, or says that there is none.
// With an error what other processes have is not known, and the word is by what this
// one has.
func (c *Caps) Take(ctx context.Context, client string) (bool, error) {
	c.mu.Lock()
	p := c.clients[client]
	if p == nil {
		p = new(places)
	}
	if c.total > 0 && c.taken >= c.total || c.perClient > 0 && p.used >= c.perClient {
		c.mu.Unlock()
		return false, nil
	}
	c.clients[client] = p
	c.taken++
	p.used++
	enough := c.shared == nil || p.used <= p.held
	c.mu.Unlock()
	if enough {
		return true, nil
	}
	enough, err := c.ask(ctx, client, p)
	if err == nil && !enough {
		c.Free(client)
	}
	return enough || err != nil, err
}

// ask asks for more of all processes' places, unless there are enough meanwhile.
func (c *Caps) ask(ctx context.Context, client string, p *places) (enough bool, err error) {
	p.asking.Lock()
	defer p.asking.Unlock()
	c.mu.Lock()
	used, held := p.used, p.held
	c.mu.Unlock()
	if used <= held {
		return true, nil
	}
	held, err = c.shared.Hold(ctx, c.name+" "+client, min(used+c.spare(), c.perClient), c.perClient)
	if err != nil {
		return false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p.held = held
	return used <= held, nil // who has come meanwhile asks next
}

// Free gives a place back.
func (c *Caps) Free(client string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.taken--
	p := c.clients[client]
	p.used--
	switch {
	case c.shared == nil && p.used == 0:
		delete(c.clients, client)
	case c.shared != nil && !p.settling:
		p.settling = true
		time.AfterFunc(settleAfter, func() { c.settle(client, p) })
	}
}

// settle gives back what is held too much.
func (c *Caps) settle(client string, p *places) {
	p.asking.Lock()
	defer p.asking.Unlock()
	c.mu.Lock()
	p.settling = false
	need := 0
	if p.used > 0 {
		need = min(p.used+c.spare(), c.perClient)
	}
	more := need < p.held
	p.held = min(p.held, need)
	c.mu.Unlock()
	if more {
		c.shared.Hold(context.Background(), c.name+" "+client, need, c.perClient)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.used == 0 && p.held == 0 && c.clients[client] == p {
		delete(c.clients, client)
	}
}

// Taken is how many places are taken in this process, and of how many clients it
// knows.
func (c *Caps) Taken() (places, clients int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.taken, len(c.clients)
}
