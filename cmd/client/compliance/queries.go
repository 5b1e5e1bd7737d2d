package compliance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// queryRules are those of query and show.
func queryRules() []rule {
	return []rule{
		{Quadrille, "query set", "every question of the protocol is answered with one response in every game", checkQuestions},
		{Quadrille, "query errors", "no question, an unknown one or words behind it are bad-argument", func(p *probe) error {
			return all(func() error { return p.refused("query", "bad-argument") },
				func() error { return p.refused("query xyzzy", "bad-argument") },
				func() error { return p.refused("query turn xyzzy", "bad-argument") })
		}},
		{Quadrille, "query turn", "turn and p1turn agree, and some other seat follows the first", checkTurns},
		{Quadrille, "query state", "`query state` is one line of JSON; for square4 it has the eight fields of GameState", checkState},
		{Quadrille, "query hash", "the hash changes with a turn and is the same in the same position", checkHash},
		{Quadrille, "show", "`show` draws the board and ends with a line fen", checkShow},
	}
}

func checkQuestions(p *probe) error {
	return p.eachGame(func(game string) error {
		answers := map[string]string{}
		for _, q := range []string{"p1turn", "gameover", "result", "turn", "phase", "reason", "scores", "legal", "fen", "game", "games", "history", "hash", "state"} {
			answer, err := p.query(q)
			if err != nil {
				return err
			}
			answers[q] = answer
		}
		want := map[string]string{"p1turn": "true", "gameover": "false", "result": "none", "turn": "p1", "reason": "none",
			"game": game, "games": strings.Join(p.games, " "), "history": ""}
		for q, w := range want {
			if answers[q] != w {
				return fmt.Errorf("at the start query %s is %q, not %q", q, driver.Clip(answers[q]), w)
			}
		}
		for _, q := range []string{"phase", "scores", "legal", "fen", "hash"} {
			if answers[q] == "" {
				return fmt.Errorf("at the start query %s is empty", q)
			}
		}
		return nil
	})
}

func checkTurns(p *probe) error {
	return p.eachGame(func(game string) error {
		players, err := p.players()
		if err != nil {
			return err
		}
		for i := range 2 * players {
			seat := fmt.Sprintf("p%d", i%players+1)
			if err := p.is("turn", seat); err != nil {
				return err
			}
			if err := p.is("p1turn", fmt.Sprint(seat == "p1")); err != nil {
				return err
			}
			if _, err := p.wander(1); err != nil {
				return err
			}
		}
		return nil
	})
}

// gameState are the fields of square4's GameState.
var gameState = []string{"board", "phase", "currentPlayer", "placed", "piecesPerPlayer", "holeSquareIndex", "winner", "drawReason"}

func checkState(p *probe) error {
	return p.eachGame(func(game string) error {
		state, err := p.query("state")
		if err != nil {
			return err
		}
		var fields map[string]any
		if err := json.Unmarshal([]byte(state), &fields); err != nil {
			return fmt.Errorf("query state is no JSON: %w", err)
		}
		if game != "square4" {
			return nil
		}
		for _, f := range gameState {
			if _, ok := fields[f]; !ok {
				return fmt.Errorf("query state has no field %s", f)
			}
		}
		if len(fields) != len(gameState) {
			return fmt.Errorf("query state has %d fields, not %d", len(fields), len(gameState))
		}
		return nil
	})
}

func checkHash(p *probe) error {
	return p.eachGame(func(game string) error {
		start, err := p.query("hash")
		if err != nil {
			return err
		}
		if _, err := p.wander(1); err != nil {
			return err
		}
		if after, err := p.query("hash"); err != nil {
			return err
		} else if after == start {
			return fmt.Errorf("the hash is %s before and after a turn", start)
		}
		return all(func() error { return p.ok("undo " + fmt.Sprint(max(1, p.actions(game)))) },
			func() error { return p.is("hash", start) })
	})
}

// actions is the number of actions of a game's first turn.
func (p *probe) actions(game string) int { return len(openings[game].actions) }

func checkShow(p *probe) error {
	p.free = true
	return p.eachGame(func(game string) error {
		fen, err := p.query("fen")
		if err != nil {
			return err
		}
		answer, err := p.ask("show")
		if err != nil {
			return err
		}
		answer = slices.DeleteFunc(answer, func(l string) bool { return l == "" })
		if len(answer) < 3 || answer[len(answer)-1] != "fen "+fen {
			return fmt.Errorf("show does not end with a board and fen %s", driver.Clip(fen))
		}
		return nil
	})
}
