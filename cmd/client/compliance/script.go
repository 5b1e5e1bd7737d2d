package compliance

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// check is what a rule asks of an engine.
type check func(p *probe) error

// script is a check written as a conversation, in lines
//
//	COMMAND => ANSWER
//
// where the answer is
//
//	nothing         no line
//	ok              one line `ok …`
//	response WORDS  one line, this
//	has WORD        one line `response …` with this word
//	CODE or CODE    one error line with one of the codes
//	$NAME           one line `response …`, the rest of which has that name then
//
// and $NAME in a line is what has the name. Some commands are the probe's own:
// see value.
func script(text string) check {
	return func(p *probe) error {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			if err := p.step(line); err != nil {
				return err
			}
		}
		return nil
	}
}

func (p *probe) step(line string) (err error) {
	command, want, _ := strings.Cut(line, " => ")
	command = p.expand(command)
	if name, ok := strings.CutPrefix(want, "$"); ok {
		p.named[name], err = p.value(command)
		return err
	}
	want = p.expand(want)
	word, rest, _ := strings.Cut(want, " ")
	switch word {
	case "nothing":
		return p.silent(command)
	case "ok":
		return p.ok(command)
	case "response", "has":
		got, err := p.one(command, "response")
		if err == nil && (word == "response" && got != rest || word == "has" && !slices.Contains(strings.Fields(got), rest)) {
			err = fmt.Errorf("%s is %q, not %q", command, driver.Clip(got), driver.Clip(rest))
		}
		return err
	}
	return p.refused(command, strings.Split(want, " or ")...)
}

func (p *probe) expand(text string) string {
	return os.Expand(text, func(name string) string { return p.named[name] })
}

// value is the answer to a question, or what a command of the probe's own
// gives:
//
//	wander N      plays N random turns, or less when the game ends, and gives them
//	spend         plays a turn that is not legal any more then, and gives it
//	search ARGS   searches by `go ARGS` and gives the move
func (p *probe) value(command string) (string, error) {
	word, rest, _ := strings.Cut(command, " ")
	switch word {
	case "wander":
		n := 0
		fmt.Sscan(rest, &n)
		turns, err := p.wander(n)
		return strings.Join(turns, " "), err
	case "spend":
		return p.spend()
	case "search":
		f, err := p.search(rest)
		return f.best, err
	}
	return p.one(command, "response")
}

// inOrder is a check of several, up to the first that fails.
func inOrder(checks ...check) check {
	return func(p *probe) error {
		for _, c := range checks {
			if err := c(p); err != nil {
				return err
			}
		}
		return nil
	}
}

// withGames performs a check with $game as the name of each game.
func withGames(c check) check {
	return func(p *probe) error {
		for _, game := range p.games {
			p.named["game"] = game
			if err := c(p); err != nil {
				return fmt.Errorf("%s: %w", game, err)
			}
		}
		return nil
	}
}

// inGames performs a check at the start of each game.
func inGames(checks ...check) check {
	return withGames(inOrder(script("newgame $game => ok"), inOrder(checks...)))
}

// inSome is inGames for a check that says whether it was about the game; it
// must be about one at least.
func inSome(tried func(p *probe) (bool, error), otherwise error) check {
	return func(p *probe) error {
		any := false
		err := inGames(func(p *probe) error {
			ok, err := tried(p)
			any = any || ok
			return err
		})(p)
		if err == nil && !any {
			err = otherwise
		}
		return err
	}
}

// unchanged is a check after which the position is as before.
func unchanged(checks ...check) check {
	return inOrder(
		script("query game => $oldGame\nquery fen => $oldFEN\nquery history => $oldHistory"),
		inOrder(checks...),
		script("query game => response $oldGame\nquery fen => response $oldFEN\nquery history => response $oldHistory"))
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

func (p *probe) spend() (string, error) {
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
