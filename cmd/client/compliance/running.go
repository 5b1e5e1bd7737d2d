package compliance

import (
	"fmt"
	"slices"
	"strings"
)

// runningRules are those of commands while a search runs and of its end.
func runningRules() []rule {
	return []rule{
		{Quadrille, "stop", "`stop` ends a search in every game with one bestmove", inGames(checkStop)},
		{Quadrille, "idle stop", "`stop` and `ponderhit` without a search are answered with nothing", script("stop => nothing\nponderhit => nothing")},
		{Quadrille, "two stops", "a second `stop` is answered with nothing", func(p *probe) error {
			if err := p.send("go infinite", "stop"); err != nil {
				return err
			}
			return p.stopQuietly()
		}},
		{Quadrille, "busy", "during a search all but isready, stop, ponderhit, quit, query and help is one error busy", checkBusy},
		{Quadrille, "query in search", "`query`, `help` and `isready` are answered during a search", inOrder((*probe).startInfinite,
			func(p *probe) error { return p.during("isready", "readyok") },
			func(p *probe) error { return p.during("query turn", "response ") },
			func(p *probe) error { return p.during("query legal", "response ") },
			func(p *probe) error { return p.during("query fen", "response ") },
			func(p *probe) error { return p.during("help go", "help ") },
			(*probe).stopQuietly)},
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

func checkStop(p *probe) error {
	legal, err := p.legal()
	if err != nil {
		return err
	}
	if err := p.startInfinite(); err != nil {
		return err
	}
	f, err := p.stop()
	if err == nil && !slices.Contains(legal, f.best) {
		err = fmt.Errorf("bestmove %s is not among query legal", f.best)
	}
	return err
}

func checkBusy(p *probe) error {
	verbs, err := p.verbs(p.games[0])
	if err != nil {
		return err
	}
	lines := []string{"ugi", "setoption name Hash value 1", "uginewgame", "newgame " + p.games[0], "position startpos", "moves x",
		"undo", "go depth 1", "show", "eval", "bench"}
	for _, v := range verbs {
		lines = append(lines, v.Name+" x")
	}
	if err := p.startInfinite(); err != nil {
		return err
	}
	for _, line := range lines {
		if err := p.during(line, "error busy "); err != nil {
			return err
		}
	}
	return p.stopQuietly()
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
	answer = slices.DeleteFunc(answer, func(l string) bool { return !strings.HasPrefix(l, "bestmove ") })
	if len(answer) != 1 {
		return fmt.Errorf("%d lines bestmove came at the end of input, not one", len(answer))
	}
	return nil
}
