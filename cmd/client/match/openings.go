package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"quadrille/cmd/client/match/arena"
	"quadrille/protocol/driver"
)

// readOpenings reads the lines of an opening file: one opening a line, either
// a list of turns from the start position or a FEN, which turns may follow
// after the word moves. The referee tells which, and refuses what is neither.
// What follows the word # is a comment.
func (s *Spec) readOpenings(ctx context.Context, r *arena.Referee, lines []string) error {
	for n, line := range lines {
		line, _, _ = strings.Cut(" "+line+" ", " # ")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		o, err := readOpening(ctx, r, line)
		if err != nil {
			return fmt.Errorf("opening file, line %d: %w", n+1, err)
		}
		s.Openings = append(s.Openings, o)
	}
	if lines != nil && len(s.Openings) == 0 {
		return errors.New("the opening file has no openings")
	}
	return nil
}

func readOpening(ctx context.Context, r *arena.Referee, line string) (arena.Opening, error) {
	head, tail, _ := strings.Cut(line+" ", " moves ")
	turns := strings.Fields(tail)
	asFEN := arena.Opening{Start: strings.TrimSpace(strings.TrimPrefix(head, "fen ")), Turns: turns}
	if asFEN.Start == "startpos" {
		return settle(ctx, r, asFEN)
	}
	o, fenErr := settle(ctx, r, asFEN)
	if fenErr == nil || !driver.IsRefusal(fenErr) {
		return o, fenErr
	}
	o, err := settle(ctx, r, arena.Opening{Start: "startpos", Turns: strings.Fields(strings.TrimPrefix(line, "moves "))})
	if err != nil && driver.IsRefusal(err) {
		return o, fmt.Errorf("it is neither a position (%w) nor a list of turns (%w)", fenErr, err)
	}
	return o, err
}

// settle has the referee go through an opening, and writes its turns as the
// referee does.
func settle(ctx context.Context, r *arena.Referee, o arena.Opening) (arena.Opening, error) {
	state, err := r.SetUp(ctx, o.Start, o.Turns)
	if err != nil {
		return o, err
	}
	if state.Over() {
		return o, errors.New("the game is over there")
	}
	o.Turns = state.Turns
	return o, nil
}

// Shuffle puts lines in an order that depends on the seed alone.
func Shuffle(lines []string, seed int64) {
	random := rand.New(rand.NewPCG(uint64(seed), 0x6f70656e))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
}
