package nboard

import (
	"fmt"
	"strings"
	"time"

	"quadrille/engine"
)

// game is what is read of a game in GGF: the start and the moves. Names, dates
// and results may be what they like.
type game struct {
	fen   string // "" for the usual start
	moves []move
	clock [2]clockText // of Black and White
}

// move is a turn and how long it took.
type move struct {
	white bool
	token string
	took  time.Duration
}

// clockText is a side's time as TI, TB or TW have it.
type clockText struct {
	given            bool
	start, increment time.Duration
}

// parseGame reads `(;GM[Othello]…BO[8 … *]B[F5]W[d6/1.2/3.4];)`.
func parseGame(text string) (game, error) {
	var g game
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "(;")
	if !ok {
		return g, fmt.Errorf("a game begins with (; and not with %q", engine.Clip(text))
	}
	for {
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, ";") || strings.HasPrefix(rest, ")") {
			return g, nil
		}
		name, more, ok := strings.Cut(rest, "[")
		value, after, closed := strings.Cut(more, "]")
		if !ok || !closed {
			return g, fmt.Errorf("the game breaks off at %q", engine.Clip(rest))
		}
		if err := g.property(strings.TrimSpace(name), value); err != nil {
			return g, err
		}
		rest = after
	}
}

func (g *game) property(name, value string) error {
	switch name {
	case "GM":
		if !strings.EqualFold(strings.TrimSpace(value), "othello") {
			return fmt.Errorf("the game is %q, not Othello", engine.Clip(value))
		}
	case "TY":
		if size := strings.TrimSpace(value); size != "8" && size != "8r" && !strings.HasPrefix(size, "s8") {
			return fmt.Errorf("TY[%s] is not Othello on 8 by 8 squares", engine.Clip(value))
		}
	case "BO":
		return g.board(value)
	case "TI", "TB", "TW":
		return g.time(name, value)
	case "B", "W":
		m, err := parseMove(value)
		m.white = name == "W"
		g.moves = append(g.moves, m)
		return err
	}
	return nil
}

// board reads BO: the length of a side, the squares from a1 row by row as * for
// Black, O for White and -, and the side to move.
func (g *game) board(value string) error {
	packed := strings.Join(strings.Fields(value), "")
	squares, ok := strings.CutPrefix(packed, "8")
	if !ok || len(squares) != 65 || g.moves != nil {
		return fmt.Errorf("a board is 8, 64 squares and the side to move, before all moves, not %q", engine.Clip(value))
	}
	g.fen = strings.ReplaceAll(squares[:64]+" "+squares[64:], "*", "X")
	return nil
}

// time reads a clock: minutes and seconds, and perhaps more behind slashes, of
// which the first is the increment. Other clocks are no clock for us.
func (g *game) time(name, value string) error {
	parts := strings.Split(value, "/")
	start, ok := parseClock(parts[0])
	if !ok {
		return nil
	}
	c := clockText{given: true, start: start}
	if len(parts) > 1 {
		c.increment, _ = parseClock(parts[1])
	}
	switch name {
	case "TB":
		g.clock[0] = c
	case "TW":
		g.clock[1] = c
	default:
		g.clock = [2]clockText{c, c}
	}
	return nil
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
