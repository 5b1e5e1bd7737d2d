package web

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/wire"
)

// stage has the competitions of a server, that of the Othello document among them.
// Of several processes with one store one has them: a competition is kept by one
// referee. The others refuse what is asked of them, and one of them has them as soon
// as that process is gone.
type stage struct {
	open  func(context.Context) (*seedapi.Othello, *contest.Hall, error)
	peers host.Peers // nil in a process that has the store for itself
	log   *slog.Logger

	stop  context.CancelFunc
	ended sync.WaitGroup

	mu   sync.Mutex
	doc  *seedapi.Othello // nil while another process has them
	hall *contest.Hall
}

// stageWork is what the competitions are called among the work of processes, and
// stageEvery how often it is looked whose they are.
const (
	stageWork  = "competitions"
	stageEvery = time.Second
)

// begin has the competitions if no other process has. The context bounds only the
// start.
func (s *stage) begin(ctx context.Context) error {
	running, stop := context.WithCancel(context.Background())
	s.stop = stop
	if s.peers == nil {
		return s.set(ctx, true)
	}
	mine, err := s.peers.Claim(ctx, stageWork)
	if err == nil {
		err = s.set(ctx, mine)
	}
	s.ended.Go(func() { s.keep(running) })
	return err
}

// keep looks whose the competitions are, until the context ends.
func (s *stage) keep(ctx context.Context) {
	tick := time.NewTicker(stageEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		mine, err := s.peers.Claim(ctx, stageWork)
		if err = s.set(ctx, mine && err == nil); err != nil && ctx.Err() == nil {
			s.log.Error("the competitions cannot be continued", "error", err)
		}
	}
}

// set opens the competitions or closes them.
func (s *stage) set(ctx context.Context, mine bool) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case mine && s.hall == nil:
		s.doc, s.hall, err = s.open(host.WithWork(ctx, stageWork))
	case !mine && s.hall != nil:
		s.hall.Close()
		s.doc.Close()
		s.doc, s.hall = nil, nil
	}
	return err
}

func (s *stage) close() {
	s.stop()
	s.ended.Wait()
	s.set(context.Background(), false)
	if s.peers != nil {
		s.peers.Free(stageWork)
	}
}

var errElsewhere = host.Refuse(host.Unavailable, "another process of this server has the competitions; a proxy before it asks that one (http_503)")

func (s *stage) here() (*seedapi.Othello, *contest.Hall, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hall == nil {
		return nil, nil, errElsewhere
	}
	return s.doc, s.hall, nil
}

// othello is the Othello document's API.
func (s *stage) othello(prefix string) wire.API {
	return seedapi.OthelloAt(prefix, func() (*seedapi.Othello, error) {
		doc, _, err := s.here()
		return doc, err
	})
}

// What the API asks of competitions.

func (s *stage) Begin(ctx context.Context, spec contest.Spec) (id, organiser string, err error) {
	_, hall, err := s.here()
	if err != nil {
		return "", "", err
	}
	return hall.Begin(host.WithWork(ctx, stageWork), spec)
}

func (s *stage) Contest(id string) (*contest.Contest, error) {
	_, hall, err := s.here()
	if err != nil {
		return nil, err
	}
	return hall.Contest(id)
}

func (s *stage) Organise(id, secret, what string) error {
	_, hall, err := s.here()
	if err != nil {
		return err
	}
	return hall.Organise(id, secret, what)
}

func (s *stage) Join(id, name string) (player int, secret string, err error) {
	_, hall, err := s.here()
	if err != nil {
		return 0, "", err
	}
	return hall.Join(id, name)
}

func (s *stage) Spar(ctx context.Context, id, secret string, seat host.Seat) (player int, err error) {
	_, hall, err := s.here()
	if err != nil {
		return 0, err
	}
	return hall.Spar(ctx, id, secret, seat)
}

func (s *stage) Player(id, secret string) (c *contest.Contest, player int, err error) {
	_, hall, err := s.here()
	if err != nil {
		return nil, 0, err
	}
	return hall.Player(id, secret)
}

// stageNotes are the notes of the competitions. A process that has lost them writes
// none.
type stageNotes struct {
	store.Notes
	putOf func(work, space, key string, value []byte) error
}

// Put is that of store.Notes.
func (n stageNotes) Put(_ context.Context, space, key string, value []byte) error {
	err := n.putOf(stageWork, space, key, value)
	if errors.Is(err, store.ErrElsewhere) {
		return errElsewhere
	}
	return err
}
