package compliance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// optionRules are those of options, games and the words of commands.
func optionRules() []rule {
	return []rule{
		{Quadrille, "options", "Game, Hash, Threads, MultiPV, Ponder, Level (1 to 10), Seed, MoveOverhead and GAME.rule are offered",
			inOrder(checkOptions, inGames(checkRuleOptions))},
		{Quadrille, "setoption errors", "a name or a value that is not accepted is bad-option, half a command bad-argument, and the old value stays", script(`
			setoption name Game value $last => nothing
			setoption name Game value xyzzy => bad-option
			setoption name Xyzzy value 1 => bad-option
			setoption name Level value 11 => bad-option
			setoption name Level value 0 => bad-option
			setoption name Level value many => bad-option
			setoption name Ponder value perhaps => bad-option
			setoption => bad-argument
			setoption name Level => bad-argument
			setoption Level 3 => bad-argument
			uginewgame => nothing
			query game => response $last`)},
		{Quadrille, "uginewgame", "`uginewgame` sets up the game in option Game with its rules", withGames(script(`
			setoption name Game value $game => nothing
			uginewgame => nothing
			query game => response $game
			query history => response`))},
		{Quadrille, "newgame", "`newgame` is answered with ok; rules that are not named take their defaults", inGames(withRule(`
			query rules => $rules
			newgame $game $key=$value => ok
			query rules => has $key=$value
			uginewgame => nothing
			query rules => has $key=$value
			newgame $game => ok
			query rules => response $rules`))},
		{Quadrille, "newgame errors", "an unknown game is no-game, a rule bad-option, other words bad-argument, and nothing changes", inGames(unchanged(script(`
			newgame xyzzy => no-game
			newgame $game xyzzy=1 => bad-option
			newgame $game xyzzy => bad-argument`), withRule(`
			newgame $game $key=xyzzy => bad-option
			newgame $game $key=1 $key=1 => bad-argument or bad-option`)))},
		{Quadrille, "unknown-command", "an unknown word is one error unknown-command",
			script("xyzzy => unknown-command\nGo depth 1 => unknown-command\n= => unknown-command")},
		{Quadrille, "trailing words", "words after a command that takes none are bad-argument", script(`
			ugi xyzzy => bad-argument
			isready xyzzy => bad-argument
			uginewgame xyzzy => bad-argument
			stop xyzzy => bad-argument
			ponderhit xyzzy => bad-argument
			show xyzzy => bad-argument
			eval xyzzy => bad-argument
			quit xyzzy => bad-argument
			undo 1 xyzzy => bad-argument
			query turn xyzzy => bad-argument`)},
		{Quadrille, "help", "`help` lists the commands, `help go` explains one, an unknown one is bad-argument",
			inOrder(checkHelp, script("help xyzzy => bad-argument"))},
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
	return nil
}

// checkRuleOptions wants an option for each rule of the present game.
func checkRuleOptions(p *probe) error {
	rules, err := p.query("rules")
	for word := range strings.FieldsSeq(rules) {
		key, _, _ := strings.Cut(word, "=")
		if name := p.named["game"] + "." + key; err == nil {
			if _, ok := p.option(name); !ok {
				err = fmt.Errorf("there is no option %s", name)
			}
		}
	}
	return err
}

// withRule performs a script with $key and $value as a rule option of the game
// and a value that is not its default, where there is one.
func withRule(text string) check {
	return func(p *probe) error {
		for _, o := range p.options {
			key, mine := strings.CutPrefix(o.Name, p.named["game"]+".")
			values := o.Choices
			if o.Type == "spin" {
				values = []string{fmt.Sprint(o.Max)}
			}
			for _, value := range values {
				if mine && value != o.Default {
					p.named["key"], p.named["value"] = key, value
					return script(text)(p)
				}
			}
		}
		return nil
	}
}

// commands are those of the protocol but for the verbs of the games' actions.
var commands = []string{"ugi", "isready", "setoption", "uginewgame", "newgame", "position", "moves",
	"undo", "go", "solve", "stop", "ponderhit", "query", "show", "eval", "bench", "help", "quit"}

func checkHelp(p *probe) error {
	answer, err := p.ask("help")
	if err != nil {
		return err
	}
	listed := strings.Fields(strings.Join(answer, " "))
	all := slices.Clone(commands)
	for _, game := range p.games {
		verbs, err := p.verbs(game)
		if err != nil {
			return err
		}
		for _, v := range verbs {
			all = append(all, v.Name)
		}
	}
	for _, c := range all {
		answer, err := p.ask("help " + c)
		switch {
		case err != nil:
			return err
		case !slices.Contains(listed, c):
			return fmt.Errorf("help does not list %s", c)
		case len(answer) == 0 || strings.HasPrefix(answer[0], "error"):
			return fmt.Errorf("help %s explains nothing", c)
		}
	}
	return nil
}

// verbs are those of a game's actions.
func (p *probe) verbs(game string) ([]engine.Verb, error) {
	answer, err := p.query("verbs " + game)
	if err != nil {
		return nil, err
	}
	var verbs []engine.Verb
	if err := json.Unmarshal([]byte(answer), &verbs); err != nil {
		return nil, fmt.Errorf("query verbs %s cannot be read: %w", game, err)
	}
	return verbs, nil
}

// longest is the length that a line may have, in bytes.
const longest = 1 << 20

// lineRules are those of lines as bytes.
func lineRules() []rule {
	padded := func(size int) string { return "query turn" + strings.Repeat(" ", size-len("query turn")) }
	return []rule{
		{Quadrille, "carriage return", "a \\r at the end of a line is dropped", func(p *probe) error {
			if err := p.raw("query turn\r\n"); err != nil {
				return err
			}
			if line, err := p.next("query turn\\r"); err != nil || line != "response p1" {
				return orElse(err, "the answer is %q", driver.Clip(line))
			}
			return p.ready()
		}},
		{Quadrille, "no newline", "the last line counts without its newline", func(p *probe) error {
			if err := p.raw("query turn"); err != nil {
				return err
			}
			answer, err := p.hangUp()
			if err != nil || len(answer) != 1 || answer[0] != "response p1" {
				return orElse(err, "the answer is %q", driver.Clip(strings.Join(answer, " ")))
			}
			return nil
		}},
		{Quadrille, "1 MiB line", "a line of 1 MiB is a line like any other", func(p *probe) error {
			if got, err := p.one(padded(longest), "response"); err != nil || got != "p1" {
				return orElse(err, "the answer is %q", got)
			}
			return nil
		}},
		{Quadrille, "longer line", "a line of a byte more, or of 2 MiB, is one bad-argument", inOrder(
			func(p *probe) error { return p.refused(padded(longest+1), "bad-argument") },
			func(p *probe) error { return p.refused(padded(2*longest), "bad-argument") },
			script("query turn => response p1"))},
		{Quadrille, "not UTF-8", "bytes that are not UTF-8 are one error, and the engine goes on", script(
			"query \xff\xfe => bad-argument or unknown-command\n\xc3\x28 => bad-argument or unknown-command\n" +
				"moves \x00 => bad-argument or illegal-move\nquery turn => response p1")},
	}
}

// orElse returns the error or, without one, a new one.
func orElse(err error, format string, args ...any) error {
	if err != nil {
		return err
	}
	return fmt.Errorf(format, args...)
}

// lastRules are about everything that was read in all conversations.
func lastRules() []rule {
	return []rule{
		{Quadrille, "standard output", "only lines of the protocol go to standard output", func(p *probe) error {
			if lines := p.suite.foreign; len(lines) > 0 {
				return fmt.Errorf("what does not belong to the protocol: %s, the first is %q", engine.Count(len(lines), "line"), driver.Clip(lines[0]))
			}
			return nil
		}},
		{Quadrille, "standard error", "standard error is silent", func(p *probe) error {
			if p.suite.stderr != "" {
				return fmt.Errorf("it says %q", driver.Clip(p.suite.stderr))
			}
			return nil
		}},
	}
}
