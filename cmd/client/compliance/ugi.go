package compliance

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// start goes to the start position of the game.
const start = "uginewgame => nothing\nposition startpos => nothing\n"

// ugiRules are what kz04px's description of UGI asks, in its text or by its
// example.
func ugiRules() []rule {
	search := func(args string) rule {
		word, _, _ := strings.Cut(args, " ")
		if word == "p1time" {
			word = "clocks"
		}
		return rule{UGI, "go " + word, "`go " + args + "` is answered with one bestmove, and no word behind it",
			inOrder(script(start), searches(nil, args))}
	}
	return []rule{
		{UGI, "ugi", "`ugi` is answered with ugiok", func(*probe) error { return nil }}, // as in every conversation
		{UGI, "isready", "`isready` is answered with readyok", (*probe).ready},
		{UGI, "setoption", "`setoption` of a known option is answered with nothing", checkSetDefault},
		{UGI, "uginewgame", "`uginewgame` and `position startpos` are answered with nothing", script(start)},
		{UGI, "query", "p1turn, gameover and result are true, false and none at the start",
			script(start + "query p1turn => response true\nquery gameover => response false\nquery result => response none")},
		search("depth 1"),
		search("nodes 100"),
		search("movetime 50"),
		search("p1time 1000 p2time 1000 p1inc 10 p2inc 10"),
		{UGI, "position", "`position startpos moves T` plays T: it is the second player's turn", script(start + `
			search depth 1 => $best
			position startpos moves $best => nothing
			query p1turn => response false
			position startpos => nothing
			query p1turn => response true`)},
		{UGI, "stop", "`go infinite` and `stop` are answered with one bestmove", inOrder(script(start), (*probe).startInfinite, (*probe).stopInfinite)},
		{UGI, "idle stop", "`stop` without a search is answered with nothing", script("stop => nothing")},
		{UGI, "game", "a game against itself comes to an end with a result", inOrder(script(start), checkWholeGame)},
		{UGI, "quit", "`quit` ends the engine", func(p *probe) error {
			if err := p.send("quit"); err != nil {
				return err
			}
			_, _, err := p.last("quit")
			return err
		}},
	}
}

// stricterRules are what docs/protocol.md asks about the words that plain UGI
// has too.
func stricterRules() []rule {
	return []rule{
		{Quadrille, "greeting", "`ugi` is answered with id name, id author, well-formed options and ugiok, and nothing else",
			func(p *probe) error { return checkUGI(p.greeting) }},
		{Quadrille, "ugi again", "`ugi` may be asked again, with the same answer", func(p *probe) error {
			answer, err := p.ask("ugi")
			if err == nil {
				err = checkUGI(answer)
			}
			return err
		}},
		{Quadrille, "info", "info lines are fields with values that can be read", inOrder(script(start), checkInfoSyntax)},
		{Quadrille, "own move", "the engine does not play its own move", script(start + "search depth 1 => $best\nquery p1turn => response true")},
		{Quadrille, "isready in search", "`isready` is answered during a search", inOrder(script(start), (*probe).startInfinite,
			func(p *probe) error { return p.during("isready", "readyok") }, (*probe).stopQuietly)},
		{Quadrille, "quit", "`quit` ends the engine with status 0 and without a word", func(p *probe) error {
			if err := p.send("quit"); err != nil {
				return err
			}
			return noLines(p.hangUp())
		}},
		{Quadrille, "end of input", "the end of input ends the engine with status 0", func(p *probe) error { return noLines(p.hangUp()) }},
	}
}

func noLines(lines []string, err error) error {
	if err == nil && len(lines) > 0 {
		err = fmt.Errorf("%q came without a question", driver.Clip(lines[0]))
	}
	return err
}

// checkUGI checks an answer to ugi.
func checkUGI(answer []string) error {
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
			return fmt.Errorf("%q is not an answer to ugi", driver.Clip(line))
		}
	}
	for _, want := range []string{"id name", "id author", "ugiok"} {
		if !seen[want] {
			return fmt.Errorf("there is no line %s", want)
		}
	}
	if last := answer[len(answer)-1]; last != "ugiok" {
		return fmt.Errorf("%q comes after ugiok", driver.Clip(last))
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
		return fmt.Errorf("the default of option %s is not one of its choices", o.Name)
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

func checkInfoSyntax(p *probe) error {
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

// results are the ends of a game, and longestGame the number of turns after
// which one is not followed further.
var results = []string{"p1win", "p2win", "p3win", "p4win", "draw"}

const longestGame = 600

func checkWholeGame(p *probe) error {
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
		if ended := slices.Contains(results, result); ended != (over == "true") || !ended && result != "none" {
			return fmt.Errorf("query gameover is %s and query result %s", over, result)
		}
		if over == "true" {
			p.note = fmt.Sprintf("%s, %s", engine.Count(len(turns), "turn"), result)
			return nil
		}
		f, err := p.search("depth 1")
		if err != nil {
			return err
		}
		turns = append(turns, f.best)
		if err := p.silent("position startpos moves " + strings.Join(turns, " ")); err != nil {
			return err
		}
	}
	p.note = fmt.Sprintf("still going on after %s", engine.Count(len(turns), "turn"))
	return nil
}
