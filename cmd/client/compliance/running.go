package compliance

import (
	"fmt"
	"strings"

	"quadrille/protocol/driver"
)

// runningRules are those of commands while a search runs and of its end.
func runningRules() []rule {
	return []rule{
		{Quadrille, "stop", "`stop` ends a search in every game with one bestmove", checkStopEach},
		{Quadrille, "idle stop", "`stop` and `ponderhit` without a search are answered with nothing", func(p *probe) error {
			return all(func() error { return p.silent("stop") }, func() error { return p.silent("ponderhit") })
		}},
		{Quadrille, "two stops", "a second `stop` is answered with nothing", func(p *probe) error {
			if err := p.startInfinite(); err != nil {
				return err
			}
			if err := p.send("stop"); err != nil {
				return err
			}
			_, err := p.stop()
			p.note = ""
			return err
		}},
		{Quadrille, "busy", "during a search all but isready, stop, ponderhit, quit, query and help is one error busy", checkBusy},
		{Quadrille, "query in search", "`query`, `help` and `isready` are answered during a search", checkLive},
		{Quadrille, "reply", "what is sent in reply to a bestmove never meets busy", checkReply},
		{Quadrille, "quit in search", "`quit` during a search ends the engine with status 0", func(p *probe) error {
			if err := p.send("go infinite", "quit"); err != nil {
				return err
			}
			_, err := p.hangUp()
			return err
		}},
		{Quadrille, "end of input, bounded", "at the end of input a bounded search is finished and answered, then status 0",
			func(p *probe) error { return p.endInSearch("go movetime 300") }},
		{Quadrille, "end of input, unbounded", "at the end of input an unbounded search is stopped and answered, then status 0",
			func(p *probe) error { return p.endInSearch("go infinite") }},
	}
}

func checkStopEach(p *probe) error {
	return p.eachGame(func(game string) error {
		legal, err := p.legal()
		if err != nil {
			return err
		}
		if err := p.startInfinite(); err != nil {
			return err
		}
		f, err := p.stop()
		if err == nil && !strings.Contains(" "+strings.Join(legal, " ")+" ", " "+f.best+" ") {
			err = fmt.Errorf("bestmove %s is not among query legal", f.best)
		}
		return err
	})
}

// during sends a line while a search runs and returns the first line of its
// answer, which is one of words.
func (p *probe) during(line string, words ...string) (string, error) {
	if err := p.send(line); err != nil {
		return "", err
	}
	for {
		l, err := p.next(line)
		if err != nil {
			return "", fmt.Errorf("during a search: %w", err)
		}
		switch word, _, _ := strings.Cut(l, " "); word {
		case "info":
		case "bestmove":
			return "", fmt.Errorf("%q ended the search", line)
		default:
			for _, w := range words {
				if word == w {
					return l, nil
				}
			}
			return "", fmt.Errorf("during a search the answer to %q is %q", line, driver.Clip(l))
		}
	}
}

func checkBusy(p *probe) error {
	if err := p.startInfinite(); err != nil {
		return err
	}
	for _, line := range []string{"ugi", "setoption name Hash value 1", "uginewgame", "newgame " + p.games[0], "position startpos", "moves x",
		"place x", "slide x", "pass", "undo", "go depth 1", "show", "eval", "bench"} {
		answer, err := p.during(line, "error")
		if err != nil {
			return err
		}
		if !strings.HasPrefix(answer, "error busy ") {
			return fmt.Errorf("during a search the answer to %q is %q, not error busy", line, driver.Clip(answer))
		}
	}
	_, err := p.stop()
	p.note = ""
	return err
}

func checkLive(p *probe) error {
	if err := p.startInfinite(); err != nil {
		return err
	}
	for _, line := range []string{"isready", "query turn", "query legal", "query fen", "help go"} {
		answer, err := p.during(line, "readyok", "response", "help")
		if err != nil {
			return err
		}
		if want := strings.Fields(line)[0]; want != "help" && !strings.HasPrefix(answer, map[string]string{"isready": "readyok", "query": "response"}[want]) {
			return fmt.Errorf("during a search the answer to %q is %q", line, driver.Clip(answer))
		}
	}
	return p.stopAfterHelp()
}

// stopAfterHelp ends a search where lines of help may still come.
func (p *probe) stopAfterHelp() error {
	_, err := p.stop()
	p.note = ""
	return err
}

func checkReply(p *probe) error {
	for range 20 {
		if err := p.send("go depth 1"); err != nil {
			return err
		}
		if _, err := p.result("go depth 1"); err != nil {
			return err
		}
		if err := p.silent("position startpos"); err != nil {
			return err
		}
	}
	return nil
}

// endInSearch starts a search, ends the input and expects the answer.
func (p *probe) endInSearch(line string) error {
	if err := p.send(line); err != nil {
		return err
	}
	answer, err := p.hangUp()
	if err != nil {
		return err
	}
	moves := 0
	for _, l := range answer {
		if strings.HasPrefix(l, "bestmove ") {
			moves++
		}
	}
	if moves != 1 {
		return fmt.Errorf("%d lines bestmove came at the end of input, not one", moves)
	}
	return nil
}
