package seedapi

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
	"quadrille/engine"
)

// encore is how long the end of a practice game is shown before the next one
// begins.
const encore = 2 * time.Second

// practices are the boards on which keys play a level of ours.
type practices struct {
	host   *host.Host
	config OthelloConfig

	mu     sync.Mutex
	boards map[string]*practice // by the note's name
}

// practice is one board: a key against a level, with Black and White in turn.
// Its two games are used again and again, so that practising fills no store.
type practice struct {
	mu    sync.Mutex // held while a request works on the board
	note  string
	level int
	// What the store keeps:
	Games [2]string // the host's, of the player as Black and as White; empty before the first
	White bool      // the second is being played
}

// of returns the board of a key and a level.
func (p *practices) of(key string, level int) *practice {
	note := fmt.Sprintf("%s%s-%d", practiceNote, contest.Digest(key), level)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.boards[note] == nil {
		p.boards[note] = &practice{note: note, level: level}
	}
	return p.boards[note]
}

// state returns the game on the board, and begins the next when the last one
// is over. The caller holds the board's lock.
func (p *practices) state(ctx context.Context, b *practice) (host.State, error) {
	if b.present() == "" {
		if err := p.load(ctx, b); err != nil {
			return host.State{}, err
		}
	}
	if b.present() == "" {
		return p.begin(ctx, b, b.White)
	}
	state, err := p.host.State(ctx, b.present())
	switch {
	case host.Is(err, host.NotFound):
		return p.begin(ctx, b, b.White)
	case err != nil:
		return state, err
	case state.Over() && p.host.Now().Sub(state.Updated) > encore:
		return p.begin(ctx, b, !b.White)
	}
	return contest.Settle(ctx, p.host, state)
}

// present is the host's name of the game being played.
func (b *practice) present() string {
	if b.White {
		return b.Games[1]
	}
	return b.Games[0]
}

func (p *practices) load(ctx context.Context, b *practice) error {
	data, err := p.config.Store.Get(ctx, othelloSpace, b.note)
	if err != nil || data == nil {
		return err
	}
	if err := json.Unmarshal(data, b); err != nil {
		return fmt.Errorf("othello: note %q in the store: %w", b.note, err)
	}
	return nil
}

// begin begins a game with the player as Black or as White.
func (p *practices) begin(ctx context.Context, b *practice, white bool) (state host.State, err error) {
	index := 0
	seats := []host.Seat{{Kind: host.Person}, {Kind: host.Engine, Level: engine.Level(b.level)}}
	if white {
		index = 1
		seats[0], seats[1] = seats[1], seats[0]
	}
	next := practice{Games: b.Games, White: white}
	state, err = p.host.Again(ctx, next.Games[index], host.Spec{Game: "othello", Seats: seats, Space: othelloSpace})
	if err != nil {
		return state, err
	}
	next.Games[index] = state.ID
	data, err := json.Marshal(&next)
	if err == nil {
		err = p.config.Store.Put(ctx, othelloSpace, b.note, data)
	}
	if err == nil {
		b.Games, b.White = next.Games, next.White
	}
	return state, err
}

// needed says whether the key has to move.
func (p *practices) needed(ctx context.Context, b *practice) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	state, err := p.state(ctx, b)
	return err == nil && contest.OnTurn(state, seatName(!b.White)), err
}

// grid returns the board.
func (p *practices) grid(ctx context.Context, b *practice) (Grid, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	state, err := p.state(ctx, b)
	if err != nil {
		return Grid{}, err
	}
	return view(state.Standing, !b.White)
}

// move places a disk for the key.
func (p *practices) move(ctx context.Context, b *practice, x, y int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	state, err := p.state(ctx, b)
	if err != nil {
		return err
	}
	_, err = place(ctx, p.host, state, !b.White, x, y)
	return err
}
