package compliance

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// ugiRules are those of kz04px's description of UGI.
func ugiRules() []rule {
	return []rule{
		{UGI, "ugi", "`ugi` is answered with id name, id author, well-formed options and ugiok", checkUGI},
		{UGI, "isready", "`isready` is answered with readyok", (*probe).ready},
		{UGI, "setoption", "`setoption` of a known option is answered with nothing", checkSetDefault},
		{UGI, "uginewgame", "`uginewgame` and `position startpos` are answered with nothing", func(p *probe) error {
			return all(func() error { return p.silent("uginewgame") }, func() error { return p.silent("position startpos") })
		}},
		{UGI, "query", "p1turn, gameover and result are true, false and none at the start", checkStartQueries},
		{UGI, "go", "`go` with a depth, nodes, a time or clocks is answered with one bestmove, and no word behind it", checkGoKinds},
		{UGI, "info", "info lines are fields with values that can be read", checkInfoSyntax},
		{UGI, "position", "`position startpos moves T` plays T: it is the second player's turn", checkOneMove},
		{UGI, "own move", "the engine does not play its own move", func(p *probe) error {
			if err := p.atStart(); err != nil {
				return err
			}
			if _, err := p.search("depth 1"); err != nil {
				return err
			}
			return p.is("p1turn", "true")
		}},
		{UGI, "stop", "`stop` ends `go infinite`; isready is answered during the search", checkStop},
		{UGI, "idle stop", "`stop` without a search is answered with nothing", func(p *probe) error { return p.silent("stop") }},
		{UGI, "game", "a game against itself comes to an end with a result", checkWholeGame},
		{UGI, "quit", "`quit` ends the engine with status 0", func(p *probe) error {
			if err := p.send("quit"); err != nil {
				return err
			}
			return noLines(p.hangUp())
		}},
		{UGI, "end of input", "the end of input ends the engine with status 0", func(p *probe) error { return noLines(p.hangUp()) }},
	}
}

func noLines(lines []string, err error) error {
	if err == nil && len(lines) > 0 {
		err = fmt.Errorf("%q came without a question", driver.Clip(lines[0]))
	}
	return err
}

// atStart goes to the start position of the game.
func (p *probe) atStart() error {
	return all(func() error { return p.silent("uginewgame") }, func() error { return p.silent("position startpos") })
}

func checkUGI(p *probe) error {
	answer, err := p.ask("ugi")
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, line := range answer {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case len(words) > 2 && words[0] == "id":
			seen["id "+words[1]] = true
		case line == "ugiok":
			seen[line] = true
		case words[0] == "option":
			if err := checkOption(line); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%q is no answer to ugi", driver.Clip(line))
		}
	}
	for _, want := range []string{"id name", "id author", "ugiok"} {
		if !seen[want] {
			return fmt.Errorf("there is no line %s", want)
		}
	}
	if last := answer[len(answer)-1]; last != "ugiok" {
		return fmt.Errorf("%q comes behind ugiok", driver.Clip(last))
	}
	return nil
}

// checkOption checks one option line against UCI's five types.
func checkOption(line string) error {
	o, err := driver.ParseOption(line)
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains([]string{"check", "spin", "combo", "button", "string"}, o.Type):
		return fmt.Errorf("option %s has the type %q", o.Name, o.Type)
	case o.Type == "spin" && !o.HasRange:
		return fmt.Errorf("option %s is a spin without min and max", o.Name)
	case o.Type == "combo" && !slices.Contains(o.Choices, o.Default):
		return fmt.Errorf("the default of option %s is none of its choices", o.Name)
	case o.Type == "check" && o.Default != "true" && o.Default != "false":
		return fmt.Errorf("the default of option %s is neither true nor false", o.Name)
	}
	return nil
}

func checkSetDefault(p *probe) error {
	for _, o := range p.options {
		if o.Type == "button" || o.Default == "" {
			continue
		}
		if err := p.silent("setoption name " + o.Name + " value " + o.Default); err != nil {
			return err
		}
	}
	if len(p.options) == 0 {
		return missing("there are no options")
	}
	return nil
}

func checkStartQueries(p *probe) error {
	return all(p.atStart,
		func() error { return p.is("p1turn", "true") },
		func() error { return p.is("gameover", "false") },
		func() error { return p.is("result", "none") })
}

func checkGoKinds(p *probe) error {
	if err := p.atStart(); err != nil {
		return err
	}
	for _, args := range []string{"depth 1", "nodes 100", "movetime 50", "p1time 1000 p2time 1000 p1inc 10 p2inc 10"} {
		f, err := p.search(args)
		if err != nil {
			return err
		}
		if f.after != "" {
			return fmt.Errorf("%q stands behind the move", f.after)
		}
	}
	return nil
}

func checkInfoSyntax(p *probe) error {
	if err := p.atStart(); err != nil {
		return err
	}
	f, err := p.search("depth 2")
	if err != nil {
		return err
	}
	if len(f.infos) == 0 {
		return missing("there are no info lines")
	}
	for _, i := range f.infos {
		if i.Depth < 0 || i.Time < 0 || i.HashFull > 1000 {
			return fmt.Errorf("an info line has a number out of range: %s", driver.Clip(i.Raw))
		}
	}
	return nil
}

func checkOneMove(p *probe) error {
	if err := p.atStart(); err != nil {
		return err
	}
	f, err := p.search("depth 1")
	if err != nil {
		return err
	}
	return all(
		func() error { return p.silent("position startpos moves " + f.best) },
		func() error { return p.is("p1turn", "false") },
		func() error { return p.silent("position startpos") },
		func() error { return p.is("p1turn", "true") })
}

func checkStop(p *probe) error {
	if err := all(p.atStart, p.startInfinite, func() error { return p.send("isready") }); err != nil {
		return err
	}
	for {
		line, err := p.next("isready")
		if err != nil {
			return fmt.Errorf("during a search: %w", err)
		}
		if line == "readyok" {
			break
		}
		if strings.HasPrefix(line, "bestmove") {
			return fmt.Errorf("go infinite was answered before stop")
		}
	}
	_, err := p.stop()
	return err
}

// longestGame is the number of turns after which a game is no more followed.
const longestGame = 600

func checkWholeGame(p *probe) error {
	if err := p.atStart(); err != nil {
		return err
	}
	var turns []string
	for range longestGame {
		over, err := p.query("gameover")
		if err != nil {
			return err
		}
		result, err := p.query("result")
		if err != nil {
			return err
		}
		if ended := slices.Contains([]string{"p1win", "p2win", "p3win", "p4win", "draw"}, result); ended != (over == "true") || !ended && result != "none" {
			return fmt.Errorf("query gameover is %s and query result %s", over, result)
		}
		if over == "true" {
			p.note = fmt.Sprintf("%d turns, %s", len(turns), result)
			return nil
		}
		f, err := p.search("nodes 200")
		if err != nil {
			return err
		}
		turns = append(turns, f.best)
		if err := p.silent("position startpos moves " + strings.Join(turns, " ")); err != nil {
			return err
		}
	}
	p.note = fmt.Sprintf("still going on after %d turns", len(turns))
	return nil
}
