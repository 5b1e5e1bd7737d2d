package nboard

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"quadrille/engine"
	"quadrille/protocol/record"
	"quadrille/protocol/record/othello"
)

// game is what is read of a game in GGF: the start and the moves. Names, dates
// and results may be what they like.
type game struct {
	fen   string // "" for the usual start
	moves []move // with all passes
	clock [2]clock
}

// move is a turn and how long it took.
type move struct {
	token string
	took  time.Duration
}

// parseGame reads the first game of a text in GGF.
func parseGame(text string) (g game, err error) {
	file, err := othello.GGF().Split([]byte(text), nil)
	var r *record.Record
	if err == nil {
		r, _, err = file.Game(1)
	}
	var wrong *record.ParseError
	switch {
	case errors.As(err, &wrong):
		return g, errors.New(wrong.Text) // a command has no lines
	case err != nil:
		return g, err
	}
	if start := r.Tag(record.StartTag); start != record.StartPos {
		g.fen = start
	}
	for side, tag := range []string{"P1Clock", "P2Clock"} {
		g.clock[side] = clockOf(cmp.Or(r.Tag(tag), r.Tag("Clock")))
	}
	for _, turn := range r.Turns {
		_, seconds, _ := othello.Numbers(turn.Comment)
		took, _ := parseSeconds(seconds) // what is none took none
		g.moves = append(g.moves, move{turn.Token, took})
	}
	return g, nil
}

// clockOf reads a clock: minutes and seconds, and perhaps more behind slashes,
// of which the first is the increment. Other clocks are no clock for us.
func clockOf(text string) (c clock) {
	start, increment, _ := strings.Cut(text, "/")
	increment, _, _ = strings.Cut(increment, "/")
	if c.left, c.given = parseClock(start); c.given {
		c.increment, _ = parseClock(increment)
	}
	return c
}

// parseClock reads seconds, minutes:seconds or hours:minutes:seconds.
func parseClock(text string) (time.Duration, bool) {
	var total time.Duration
	parts := strings.Split(strings.TrimSpace(text), ":")
	if len(parts) > 3 {
		return 0, false
	}
	for _, part := range parts {
		n := 0
		for _, c := range part {
			if c < '0' || c > '9' || n > 1_000_000 {
				return 0, false
			}
			n = 10*n + int(c-'0')
		}
		if part == "" {
			return 0, false
		}
		total = total*60 + time.Duration(n)*time.Second
	}
	return total, true
}

// parseMove reads a square or PA, and behind slashes the evaluation, which does
// not matter, and the time in seconds. Both may be missing.
func parseMove(text string) (move, error) {
	parts := strings.Split(strings.TrimSpace(text), "/")
	token := strings.ToLower(strings.TrimSpace(parts[0]))
	if token == "pa" || token == "pass" {
		token = engine.Pass
	} else if len(token) != 2 {
		return move{}, fmt.Errorf("%q is not a move", engine.Clip(text))
	}
	m := move{token: token}
	if len(parts) > 3 {
		return m, fmt.Errorf("a move is a square, an evaluation and a time with / between them, not %q", engine.Clip(text))
	}
	if len(parts) == 3 {
		seconds, ok := parseSeconds(parts[2])
		if !ok {
			return m, fmt.Errorf("%q is not a time in seconds", engine.Clip(parts[2]))
		}
		m.took = seconds
	}
	return m, nil
}
