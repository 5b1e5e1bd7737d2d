package host

import (
	"context"
	"sync"
	"time"
)

// Reader is who follows a game, as he says; it gives him no rights.
type Reader struct {
	// Key is the same for all that one browser opens; empty is unlike any other.
	Key   string
	Plays bool // and so is not counted among those who watch
}

// audiences counts who watches each game.
type audiences struct {
	pause time.Duration // between two counts that a game's readers are told

	mu sync.Mutex
	of map[string]*audience
}

// audience is who follows one game.
type audience struct {
	readers map[chan int]*attendant // each channel holds at most the newest count
	timer   *time.Timer             // nil while all were told the count
}

// attendant is a reader with the count that he was told last: who comes is told
// another one than those who wait for the next.
type attendant struct {
	Reader
	told int
}

// usualPause is how long a count waits for more to come and go.
const usualPause = time.Second

// Attend counts somebody among those who watch a game, unless he plays, until the
// context ends or the host closes. The channel has the number of watchers at once
// and after it has changed, though not at every change when many come and go; then
// it is closed.
func (h *Host) Attend(ctx context.Context, id string, r Reader) (<-chan int, error) {
	c := h.audiences.enter(id, r)
	if err := h.atEnd(ctx, func() { h.audiences.leave(id, c) }); err != nil {
		return nil, err
	}
	return c, nil
}

func (s *audiences) enter(id string, r Reader) chan int {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.of[id]
	if a == nil {
		a = &audience{readers: map[chan int]*attendant{}}
		s.of[id] = a
	}
	c := make(chan int, 1)
	mine := &attendant{Reader: r}
	a.readers[c] = mine
	mine.told = a.count()
	c <- mine.told
	s.later(id, a)
	return c
}

func (s *audiences) leave(id string, c chan int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.of[id]
	delete(a.readers, c)
	close(c)
	if len(a.readers) > 0 {
		s.later(id, a)
		return
	}
	if a.timer != nil {
		a.timer.Stop()
	}
	delete(s.of, id)
}

// later tells the count in a while to those who were told another one.
func (s *audiences) later(id string, a *audience) {
	if a.timer == nil && !a.allTold(a.count()) {
		a.timer = time.AfterFunc(s.pause, func() { s.tell(id, a) })
	}
}

func (s *audiences) tell(id string, a *audience) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[id] != a {
		return
	}
	a.timer = nil
	n := a.count()
	for c, r := range a.readers {
		if r.told == n {
			continue
		}
		r.told = n
		renew(c, n)
	}
}

// allTold says whether everybody was told a count last.
func (a *audience) allTold(n int) bool {
	for _, r := range a.readers {
		if r.told != n {
			return false
		}
	}
	return true
}

// count is how many watch.
func (a *audience) count() int {
	keys, n := map[string]bool{}, 0
	for _, r := range a.readers {
		if r.Plays || r.Key != "" && keys[r.Key] {
			continue
		}
		keys[r.Key] = true
		n++
	}
	return n
}

// count is how many watch a game.
func (s *audiences) count(id string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.of[id]; a != nil {
		return a.count()
	}
	return 0
}
