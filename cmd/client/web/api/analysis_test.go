package api

import (
	"testing"

	"quadrille/protocol/driver"
)

func TestMailboxKeepsTheNewest(t *testing.T) {
	l := &latest{ready: make(chan struct{}, 1)}
	for i := range 1000 {
		l.info(driver.Info{Depth: i, MultiPV: i % 5, HasScore: true})
		l.info(driver.Info{Nodes: uint64(i), MultiPV: i % 5})
	}
	at := func(n int) *info { return l.waiting[n].data.(*info) }
	if n := len(l.waiting); n != 10 || at(9).Nodes != 999 || at(8).Depth != 999 {
		t.Errorf("%d waiting: %+v", n, l.waiting)
	}
}
