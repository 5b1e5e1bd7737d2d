package api

import (
	"testing"

	"quadrille/protocol/driver"
)

func TestMailboxKeepsTheNewest(t *testing.T) {
	l := &latest{ready: make(chan struct{}, 1)}
	for i := range 1000 {
		l.put(driver.Info{Depth: i, MultiPV: i % 5, HasScore: true})
		l.put(driver.Info{Nodes: uint64(i), MultiPV: i % 5})
	}
	if n := len(l.waiting); n != 10 || l.waiting[9].Nodes != 999 || l.waiting[8].Depth != 999 {
		t.Errorf("%d waiting: %+v", n, l.waiting)
	}
}
