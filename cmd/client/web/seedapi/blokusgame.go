package seedapi

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"strconv"
	"sync"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
)

// space sets this interface's games and notes apart from those of others.
const blokusSpace = "blokusapi"

// current is the note that says which of the four games is played.
const currentNote = "current"

// shared is the one game. Behind it are up to four of the host's, one for each
// colour that may begin, since who begins is a rule of a game: so a new game
// takes up one that was left, and the store does not grow with every POST.
type blokusGame struct {
	host  *host.Host
	store store.Notes
	draw  func() int

	mu sync.Mutex // held while the game is looked up, made or begun again
}

func newBlokusGame(h *host.Host, c BlokusConfig) *blokusGame {
	draw := c.Draw
	if draw == nil {
		draw = func() int { return rand.IntN(len(colours)) }
	}
	return &blokusGame{host: h, store: c.Store, draw: draw}
}

// position returns the present position; a game is begun when there is none.
func (s *blokusGame) position(ctx context.Context) (blokusPosition, error) {
	id, err := s.present(ctx)
	if err != nil {
		return blokusPosition{}, err
	}
	state, err := s.host.State(ctx, id)
	if host.Is(err, host.NotFound) {
		return s.begin(ctx)
	}
	return readPosition(state, err)
}

// act performs a command of the side to move.
func (s *blokusGame) act(ctx context.Context, action string) (blokusPosition, error) {
	id, err := s.present(ctx)
	if err != nil {
		return blokusPosition{}, err
	}
	state, err := s.host.Act(ctx, id, host.Change{Action: action})
	return readPosition(state, inCoordinates(err))
}

// present returns the name of the present game; one is begun when there is none.
func (s *blokusGame) present(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, err := s.lookUp(ctx)
	if err != nil || id != "" {
		return id, err
	}
	if _, err := s.beginLocked(ctx); err != nil {
		return "", err
	}
	return s.lookUp(ctx)
}

// lookUp is the host's name of the present game, "" when there is none. The store is
// asked each time, since another process may have begun another game.
func (s *blokusGame) lookUp(ctx context.Context) (string, error) {
	starter, err := s.store.Get(ctx, blokusSpace, currentNote)
	if err != nil || starter == nil {
		return "", err
	}
	id, err := s.store.Get(ctx, blokusSpace, string(starter))
	return string(id), err
}

// begin makes a new game the present one, with a colour drawn to begin.
func (s *blokusGame) begin(ctx context.Context) (blokusPosition, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.beginLocked(ctx)
}

func (s *blokusGame) beginLocked(ctx context.Context) (blokusPosition, error) {
	now, err := s.lookUp(ctx)
	if err != nil {
		return blokusPosition{}, err
	}
	starter := strconv.Itoa(s.draw() + 1)
	known, err := s.store.Get(ctx, blokusSpace, starter)
	if err != nil {
		return blokusPosition{}, err
	}
	spec := host.Spec{Game: "blokus", Rules: map[string]string{"start": starter}, Space: blokusSpace}
	state, err := s.host.Again(ctx, string(known), spec)
	if err == nil && state.ID != string(known) {
		err = s.store.Put(ctx, blokusSpace, starter, []byte(state.ID))
	}
	// What is written last makes the game the present one. A game that is it
	// already has begun anew by now, so nothing may fail after that.
	if err == nil && state.ID != now {
		err = s.store.Put(ctx, blokusSpace, currentNote, []byte(starter))
	}
	if err != nil {
		return blokusPosition{}, err
	}
	return readPosition(state, nil)
}

// cell is the name of a cell as the engine writes it: a column letter and a row
// number from the bottom.
var cell = regexp.MustCompile(`\b([a-t])([1-9][0-9]?)\b`)

// inCoordinates rewrites the cells in a refusal of the engine's as the pairs
// (x,y) that the paths of this interface have.
func inCoordinates(err error) error {
	var refused *host.Error
	if !errors.As(err, &refused) {
		return err
	}
	text := cell.ReplaceAllStringFunc(refused.Text, func(name string) string {
		row, _ := strconv.Atoi(name[1:])
		return "(" + strconv.Itoa(blokusSize+1-row) + "," + strconv.Itoa(int(name[0]-'a')+1) + ")"
	})
	return host.Refuse(refused.Kind, "%s", text)
}
