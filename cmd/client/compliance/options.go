package compliance

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// optionRules are those of options, games and the words of commands.
func optionRules() []rule {
	return []rule{
		{Quadrille, "options", "Game, Hash, Threads, MultiPV, Ponder, Level (1 to 10), Seed, MoveOverhead and GAME.rule are offered", checkOptions},
		{Quadrille, "setoption errors", "a name or a value that is not taken is bad-option, half a command bad-argument, and the old value stays", checkSetErrors},
		{Quadrille, "uginewgame", "`uginewgame` sets up the game in option Game with its rules", checkUGINewGame},
		{Quadrille, "newgame", "`newgame` is answered with ok; rules that are not named take their defaults", checkNewGame},
		{Quadrille, "newgame errors", "an unknown game is no-game, a rule bad-option, other words bad-argument, and nothing changes", checkNewGameErrors},
		{Quadrille, "unknown-command", "an unknown word is one error unknown-command", func(p *probe) error {
			return all(func() error { return p.refused("xyzzy", "unknown-command") },
				func() error { return p.refused("Go depth 1", "unknown-command") },
				func() error { return p.refused("=", "unknown-command") })
		}},
		{Quadrille, "trailing words", "words behind a command that takes none are bad-argument", checkTrailing},
		{Quadrille, "help", "`help` lists the commands, `help go` explains one, an unknown one is bad-argument", checkHelp},
	}
}

func checkOptions(p *probe) error {
	for name, kind := range map[string]string{"Game": "combo", "Hash": "spin", "Threads": "spin", "MultiPV": "spin",
		"Ponder": "check", "Level": "spin", "Seed": "spin", "MoveOverhead": "spin"} {
		if o, ok := p.option(name); !ok || o.Type != kind {
			return fmt.Errorf("there is no option %s of type %s", name, kind)
		}
	}
	if o, _ := p.option("Level"); o.Min != 1 || o.Max != 10 || o.Default != "10" {
		return fmt.Errorf("option Level has the values %d to %d and the default %s", o.Min, o.Max, o.Default)
	}
	return p.eachGame(func(game string) error {
		rules, err := p.query("rules")
		if err != nil {
			return err
		}
		for word := range strings.FieldsSeq(rules) {
			key, _, _ := strings.Cut(word, "=")
			if _, ok := p.option(game + "." + key); !ok {
				return fmt.Errorf("there is no option %s.%s", game, key)
			}
		}
		return nil
	})
}

// eachGame performs a check at the start of every game.
func (p *probe) eachGame(check func(game string) error) error {
	for _, game := range p.games {
		err := p.ok("newgame " + game)
		if err == nil {
			err = check(game)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", game, err)
		}
	}
	return nil
}

func checkSetErrors(p *probe) error {
	game := p.games[len(p.games)-1]
	return all(
		func() error { return p.silent("setoption name Game value " + game) },
		func() error { return p.refused("setoption name Game value xyzzy", "bad-option") },
		func() error { return p.refused("setoption name Xyzzy value 1", "bad-option") },
		func() error { return p.refused("setoption name Level value 11", "bad-option") },
		func() error { return p.refused("setoption name Level value 0", "bad-option") },
		func() error { return p.refused("setoption name Level value many", "bad-option") },
		func() error { return p.refused("setoption name Ponder value perhaps", "bad-option") },
		func() error { return p.refused("setoption", "bad-argument") },
		func() error { return p.refused("setoption name Level", "bad-argument") },
		func() error { return p.refused("setoption Level 3", "bad-argument") },
		func() error { return p.silent("uginewgame") },
		func() error { return p.is("game", game) })
}

func checkUGINewGame(p *probe) error {
	for _, game := range p.games {
		err := all(
			func() error { return p.silent("setoption name Game value " + game) },
			func() error { return p.silent("uginewgame") },
			func() error { return p.is("game", game) },
			func() error { return p.is("history", "") })
		if err != nil {
			return fmt.Errorf("%s: %w", game, err)
		}
	}
	return nil
}

// changedRule finds a rule option of a game and a value that is not its
// default.
func (p *probe) changedRule(game string) (key, value string, ok bool) {
	for _, o := range p.options {
		key, mine := strings.CutPrefix(o.Name, game+".")
		if !mine {
			continue
		}
		switch o.Type {
		case "combo":
			for _, c := range o.Choices {
				if c != o.Default {
					return key, c, true
				}
			}
		case "spin":
			return key, fmt.Sprint(o.Max), fmt.Sprint(o.Max) != o.Default
		}
	}
	return "", "", false
}

func checkNewGame(p *probe) error {
	return p.eachGame(func(game string) error {
		before, err := p.query("rules")
		if err != nil {
			return err
		}
		key, value, ok := p.changedRule(game)
		if !ok {
			return p.is("game", game)
		}
		return all(
			func() error { return p.ok("newgame " + game + " " + key + "=" + value) },
			func() error { return p.has("rules", key+"="+value) },
			func() error { return p.silent("uginewgame") },
			func() error { return p.has("rules", key+"="+value) },
			func() error { return p.ok("newgame " + game) },
			func() error { return p.is("rules", before) })
	})
}

// has asks a question and expects a word in the answer.
func (p *probe) has(what, word string) error {
	got, err := p.query(what)
	if err == nil && !slices.Contains(strings.Fields(got), word) {
		err = fmt.Errorf("query %s is %q, without %s", what, driver.Clip(got), word)
	}
	return err
}

func checkNewGameErrors(p *probe) error {
	return p.eachGame(func(game string) error {
		return p.unchanged(
			func() error { return p.refused("newgame xyzzy", "no-game") },
			func() error { return p.refused("newgame "+game+" xyzzy=1", "bad-option") },
			func() error { return p.refused("newgame "+game+" xyzzy", "bad-argument") },
			func() error { return p.badRule(game) })
	})
}

func (p *probe) badRule(game string) error {
	key, _, ok := p.changedRule(game)
	if !ok {
		return nil
	}
	return all(
		func() error { return p.refused("newgame "+game+" "+key+"=xyzzy", "bad-option") },
		func() error {
			return p.refused("newgame "+game+" "+key+"=1 "+key+"=1", "bad-argument", "bad-option")
		})
}

// unchanged performs checks after which the position is as before.
func (p *probe) unchanged(checks ...func() error) error {
	var before []string
	for _, what := range []string{"game", "fen", "history"} {
		answer, err := p.query(what)
		if err != nil {
			return err
		}
		before = append(before, answer)
	}
	if err := all(checks...); err != nil {
		return err
	}
	return all(
		func() error { return p.is("game", before[0]) },
		func() error { return p.is("fen", before[1]) },
		func() error { return p.is("history", before[2]) })
}

func checkTrailing(p *probe) error {
	for _, command := range []string{"ugi", "isready", "uginewgame", "stop", "ponderhit", "show", "eval", "quit", "undo 1", "query turn"} {
		if err := p.refused(command+" xyzzy", "bad-argument"); err != nil {
			return err
		}
	}
	return nil
}

// commands are all that the protocol has.
var commands = []string{"ugi", "isready", "setoption", "uginewgame", "newgame", "position", "moves", "place", "slide", "pass",
	"undo", "go", "stop", "ponderhit", "query", "show", "eval", "bench", "help", "quit"}

func checkHelp(p *probe) error {
	answer, err := p.ask("help")
	if err != nil {
		return err
	}
	listed := strings.Fields(strings.Join(answer, " "))
	for _, c := range commands {
		if !slices.Contains(listed, c) {
			return fmt.Errorf("help does not list %s", c)
		}
	}
	for _, c := range commands {
		answer, err := p.ask("help " + c)
		if err != nil {
			return err
		}
		if len(answer) == 0 || strings.HasPrefix(answer[0], "error") {
			return fmt.Errorf("help %s explains nothing", c)
		}
	}
	return p.refused("help xyzzy", "bad-argument")
}
