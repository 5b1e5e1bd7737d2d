package host

import (
	"context"
	"testing"
	"time"
)

// awaitCount reads counts until one is as wanted.
func awaitCount(t *testing.T, counts <-chan int, want int) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case n, ok := <-counts:
			if !ok {
				t.Fatal("the channel is closed")
			}
			if n == want {
				return
			}
		case <-late:
			t.Fatalf("never %d", want)
		}
	}
}

// Players are not counted, nor the tabs of one browser more than once.
func TestAudience(t *testing.T) {
	h := newHost(t)
	h.audiences.pause = time.Millisecond
	id := create(t, h, Spec{Game: "teeko"}).ID
	attend := func(r Reader) (<-chan int, context.CancelFunc) {
		ctx, cancel := context.WithCancel(t.Context())
		c, err := h.Attend(ctx, id, r)
		if err != nil {
			t.Fatal(err)
		}
		return c, cancel
	}
	player, _ := attend(Reader{Key: "a", Plays: true})
	awaitCount(t, player, 0)
	one, leaveOne := attend(Reader{Key: "b"})
	awaitCount(t, one, 1)
	awaitCount(t, player, 1)
	_, leaveTab := attend(Reader{Key: "b"})
	_, leaveOther := attend(Reader{})
	awaitCount(t, player, 2)
	leaveOther()
	awaitCount(t, player, 1)
	attend(Reader{})
	attend(Reader{})
	awaitCount(t, player, 3)
	leaveTab()
	leaveOne()
	awaitCount(t, player, 2)
	if n := h.audiences.count(id); n != 2 {
		t.Error(n)
	}
}

// However many come, those who are there are told once in a while.
func TestAudienceIsToldSeldom(t *testing.T) {
	h := newHost(t)
	h.audiences.pause = time.Hour
	c, err := h.Attend(t.Context(), "game", Reader{Plays: true})
	if err != nil {
		t.Fatal(err)
	}
	if n := <-c; n != 0 {
		t.Error(n)
	}
	for range 100 {
		h.Attend(t.Context(), "game", Reader{})
	}
	select {
	case n := <-c:
		t.Errorf("told %d at once", n)
	default:
	}
	h.audiences.tell("game", h.audiences.of["game"])
	if n := <-c; n != 100 {
		t.Error(n)
	}
}

// Who comes while one leaves and another comes is told the count in the end, also
// when it is what the others were told before.
func TestAudienceBetweenCounts(t *testing.T) {
	h := newHost(t)
	h.audiences.pause = time.Hour
	s := &h.audiences
	s.enter("game", Reader{Plays: true})
	first := s.enter("game", Reader{})
	s.tell("game", s.of["game"]) // one watches
	s.leave("game", first)
	between := s.enter("game", Reader{Plays: true})
	if n := <-between; n != 0 {
		t.Errorf("at once %d", n)
	}
	s.enter("game", Reader{})
	s.tell("game", s.of["game"])
	select {
	case n := <-between:
		if n != 1 {
			t.Error(n)
		}
	default:
		t.Error("not told")
	}
}

// Nothing is left of an audience that has gone, nor of a host that has closed.
func TestAudienceEnds(t *testing.T) {
	h := newHost(t)
	ctx, cancel := context.WithCancel(t.Context())
	c, _ := h.Attend(ctx, "game", Reader{})
	cancel()
	for range c {
	}
	h.audiences.mu.Lock()
	n := len(h.audiences.of)
	h.audiences.mu.Unlock()
	if n != 0 {
		t.Error(n)
	}
	c, _ = h.Attend(t.Context(), "game", Reader{})
	h.cancel() // as Close does
	for range c {
	}
}
