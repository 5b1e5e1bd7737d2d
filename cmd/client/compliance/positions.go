package compliance

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// positionRules are those of positions, turns and actions.
func positionRules() []rule {
	return []rule{
		{Quadrille, "position", "`position` with startpos or a FEN and moves sets the position up; the FEN is read as it was written", checkPosition},
		{Quadrille, "position errors", "a wrong FEN is bad-position, a wrong turn anywhere illegal-move, other words bad-argument, and the old position stays", checkPositionErrors},
		{Quadrille, "moves", "`moves` plays all turns or none", checkMoves},
		{Quadrille, "actions", "`place`, `slide` and `pass` perform one action each; a refused one changes nothing", checkActions},
		{Quadrille, "mid-turn", "in the middle of a turn legal and go give what completes it, and undo takes one action back", checkMidTurn},
		{Quadrille, "undo", "`undo` takes N actions back; other numbers are bad-argument", checkUndo},
		{Quadrille, "game over", "random games come to an end at which result, reason, scores and legal agree, turns are game-over and go says bestmove none", checkGameOver},
	}
}

// legal lists the turns that may be played.
func (p *probe) legal() ([]string, error) {
	answer, err := p.query("legal")
	return strings.Fields(answer), err
}

// someLegal is legal in a game that goes on.
func (p *probe) someLegal() ([]string, error) {
	legal, err := p.legal()
	if err == nil && len(legal) == 0 {
		err = fmt.Errorf("query legal is empty in a game that goes on")
	}
	return legal, err
}

// wander plays so many random turns, or less when the game ends.
func (p *probe) wander(n int) (turns []string, err error) {
	for range n {
		legal, err := p.legal()
		if err != nil || len(legal) == 0 {
			return turns, err
		}
		turn := legal[p.random.IntN(len(legal))]
		if err := p.silent("moves " + turn); err != nil {
			return turns, err
		}
		turns = append(turns, turn)
	}
	return turns, nil
}

func checkPosition(p *probe) error {
	return p.eachGame(func(game string) error {
		start, err := p.query("fen")
		if err != nil {
			return err
		}
		turns, err := p.wander(6)
		if err != nil {
			return err
		}
		fen, err := p.query("fen")
		if err != nil {
			return err
		}
		moves := strings.Join(turns, " ")
		return all(
			func() error { return p.silent("position startpos") },
			func() error { return p.is("fen", start) },
			func() error { return p.silent("position startpos moves " + moves) },
			func() error { return p.is("fen", fen) },
			func() error { return p.is("history", moves) },
			func() error { return p.silent("position fen " + fen) },
			func() error { return p.is("fen", fen) },
			func() error { return p.silent("position fen " + start + " moves " + moves) },
			func() error { return p.is("fen", fen) })
	})
}

// spent plays a turn and returns one that was legal and is not any more.
func (p *probe) spent() (string, error) {
	before, err := p.legal()
	if err != nil {
		return "", err
	}
	for _, turn := range before[:min(20, len(before))] {
		if err := p.silent("moves " + turn); err != nil {
			return "", err
		}
		after, err := p.legal()
		if err != nil {
			return "", err
		}
		if !slices.Contains(after, turn) {
			return turn, nil
		}
		if err := p.ok("undo"); err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("no turn becomes illegal by being played")
}

func checkPositionErrors(p *probe) error {
	return p.eachGame(func(game string) error {
		start, err := p.query("fen")
		if err != nil {
			return err
		}
		turn, err := p.spent()
		if err != nil {
			return err
		}
		return p.unchanged(
			func() error { return p.refused("position", "bad-argument") },
			func() error { return p.refused("position xyzzy", "bad-argument") },
			func() error { return p.refused("position startpos xyzzy", "bad-argument") },
			func() error { return p.refused("position fen", "bad-argument", "bad-position") },
			func() error { return p.refused("position fen xyzzy", "bad-position") },
			func() error { return p.refused("position fen "+start+" xyzzy", "bad-position", "bad-argument") },
			func() error { return p.refused("position startpos moves "+turn+" "+turn, "illegal-move") },
			func() error { return p.refused("position fen "+start+" moves "+turn+" "+turn, "illegal-move") },
			func() error { return p.refused("position startpos moves xyzzy "+turn, "illegal-move", "bad-argument") })
	})
}

func checkMoves(p *probe) error {
	return p.eachGame(func(game string) error {
		turn, err := p.spent()
		if err != nil {
			return err
		}
		legal, err := p.someLegal()
		if err != nil {
			return err
		}
		return p.unchanged(
			func() error { return p.refused("moves", "bad-argument") },
			func() error { return p.refused("moves "+turn, "illegal-move") },
			func() error { return p.refused("moves xyzzy", "illegal-move", "bad-argument") },
			func() error { return p.refused("moves "+legal[0]+" xyzzy", "illegal-move", "bad-argument") })
	})
}

// openings are actions that the rules of the games allow at the start, and a
// turn that they make.
var openings = map[string]struct {
	actions []string
	token   string
}{
	"square4": {[]string{"place 0 2", "slide 3"}, "0.2s3"},
	"teeko":   {[]string{"place b2"}, "b2"},
	"othello": {[]string{"place f5"}, "f5"},
	"blokus":  {[]string{"place a20"}, "a20"},
}

func checkActions(p *probe) error {
	known := 0
	err := p.eachGame(func(game string) error {
		opening, ok := openings[game]
		if !ok {
			return nil
		}
		known++
		err := p.unchanged(
			func() error { return p.refused("place", "bad-argument") },
			func() error { return p.refused("place xyzzy", "bad-argument", "illegal-move") },
			func() error { return p.refused("pass", "illegal-move") })
		if err != nil {
			return err
		}
		for _, action := range opening.actions {
			if err := p.ok(action); err != nil {
				return err
			}
		}
		return all(
			func() error { return p.is("history", opening.token) },
			func() error {
				return p.unchanged(func() error { return p.refused(opening.actions[0], "illegal-move") })
			})
	})
	if err == nil && known == 0 {
		err = missing("none of the games is one whose actions are known here")
	}
	return err
}

func checkMidTurn(p *probe) error {
	tried := 0
	err := p.eachGame(func(game string) error {
		opening := openings[game]
		if len(opening.actions) < 2 {
			return nil
		}
		tried++
		start, err := p.query("fen")
		if err != nil {
			return err
		}
		if err := p.ok(opening.actions[0]); err != nil {
			return err
		}
		legal, err := p.legal()
		if err != nil {
			return err
		}
		f, err := p.search("depth 1")
		if err != nil {
			return err
		}
		if !slices.Contains(legal, f.best) {
			return fmt.Errorf("bestmove %s is not among query legal: %s", f.best, driver.Clip(strings.Join(legal, " ")))
		}
		return all(
			func() error { return p.silent("moves " + f.best) },
			func() error { return p.ok("undo 2") },
			func() error { return p.is("fen", start) },
			func() error { return p.is("history", "") })
	})
	if err == nil && tried == 0 {
		err = missing("there is no game with turns of two actions")
	}
	return err
}

func checkUndo(p *probe) error {
	return p.eachGame(func(game string) error {
		if err := p.refused("undo", "bad-argument"); err != nil {
			return err
		}
		start, err := p.query("fen")
		if err != nil {
			return err
		}
		if _, err := p.wander(1); err != nil {
			return err
		}
		if err := p.takeBack(start); err != nil {
			return err
		}
		if _, err := p.wander(4); err != nil {
			return err
		}
		err = p.unchanged(
			func() error { return p.refused("undo 0", "bad-argument") },
			func() error { return p.refused("undo -1", "bad-argument") },
			func() error { return p.refused("undo xyzzy", "bad-argument") },
			func() error { return p.refused("undo 99999", "bad-argument") },
			func() error { return p.refused("undo 99999999999999999999", "bad-argument") })
		if err != nil {
			return err
		}
		return p.takeBack(start)
	})
}

// takeBack undoes actions up to the start.
func (p *probe) takeBack(start string) error {
	for range 100 {
		history, err := p.query("history")
		if err != nil {
			return err
		}
		if history == "" {
			return p.is("fen", start)
		}
		if err := p.ok("undo"); err != nil {
			return err
		}
	}
	return fmt.Errorf("100 times undo do not lead to the start")
}

func checkGameOver(p *probe) error {
	ended := 0
	err := p.eachGame(func(game string) error {
		turns, err := p.wander(longestGame)
		if err != nil {
			return err
		}
		over, err := p.query("gameover")
		if err != nil {
			return err
		}
		if over != "true" || len(turns) == 0 {
			return nil // a long game; others end
		}
		ended++
		return p.checkEnd(turns)
	})
	if err == nil && ended == 0 {
		err = fmt.Errorf("no game came to an end within %d random turns", longestGame)
	}
	return err
}

// checkEnd checks a game that is over.
func (p *probe) checkEnd(turns []string) error {
	result, err := p.query("result")
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"p1win", "p2win", "p3win", "p4win", "draw"}, result) {
		return fmt.Errorf("the game is over and query result is %q", result)
	}
	reason, err := p.query("reason")
	if err == nil && (reason == "none" || reason == "" || strings.Contains(reason, " ")) {
		err = fmt.Errorf("the game is over and query reason is %q", reason)
	}
	if err != nil {
		return err
	}
	f, err := p.search("depth 1")
	if err == nil && f.best != "none" {
		err = fmt.Errorf("the game is over and bestmove is %s", f.best)
	}
	last := turns[len(turns)-1]
	return all(
		func() error { return err },
		func() error { return p.is("legal", "") },
		func() error { return p.unchanged(func() error { return p.refused("moves "+last, "game-over") }) },
		func() error { return p.ok("undo") },
		func() error { return p.is("gameover", "false") },
		func() error { return p.is("result", "none") })
}
