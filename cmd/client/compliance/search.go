package compliance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// found is the outcome of a search.
type found struct {
	infos []driver.Info // without `info string`
	texts []string      // of `info string`
	best  string
	after string // what follows the token in the bestmove line
}

// last is the last info of a search.
func (f found) last() driver.Info { return f.infos[len(f.infos)-1] }

// search sends `go ARGS` and reads up to the bestmove, which must be the only
// one.
func (p *probe) search(args string) (found, error) {
	if err := p.send("go " + args); err != nil {
		return found{}, err
	}
	f, err := p.result("go " + args)
	if err == nil {
		err = p.settled()
	}
	return f, err
}

// settled expects that a search says nothing behind its bestmove. In plain UGI
// that shows later.
func (p *probe) settled() error {
	if p.rule.section == UGI {
		return nil
	}
	return p.ready()
}

// result reads a search up to its bestmove.
func (p *probe) result(request string) (f found, err error) {
	began := time.Now()
	for {
		if wait := p.suite.config.Wait; time.Since(began) > wait {
			return f, fmt.Errorf("no bestmove after %q within %v", driver.Clip(request), wait)
		}
		line, err := p.next(request)
		if err != nil {
			return f, err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "info":
			if p.rule.section == UGI {
				continue // of which it says nothing
			}
			info, err := driver.ParseInfo(line)
			if err != nil {
				return f, fmt.Errorf("an info line cannot be read: %w", err)
			}
			if info.Text != "" {
				f.texts = append(f.texts, info.Text)
			} else if info.Solving == 0 {
				f.infos = append(f.infos, info)
			}
		case "bestmove":
			f.best, f.after, _ = strings.Cut(rest, " ")
			if f.best == "" {
				return f, fmt.Errorf("a bestmove has no move")
			}
			return f, nil
		case "error":
			return f, fmt.Errorf("the answer to %q is %q", driver.Clip(request), driver.Clip(line))
		}
	}
}

// infoKeys are the fields of info lines.
var infoKeys = []string{"depth", "seldepth", "multipv", "score", "scores", "lowerbound", "upperbound", "proof", "nodes", "nps", "hashfull", "tbhits", "time", "pv", "solving"}

// checkInfos says what is wrong with the info lines of a game for so many
// players.
func (f found) checkInfos(players int) error {
	if len(f.infos) == 0 {
		return fmt.Errorf("there was no info line before the bestmove")
	}
	for _, i := range f.infos {
		words := strings.Fields(i.Raw)
		if len(words) < 2 || !slices.Contains(infoKeys, words[1]) {
			return fmt.Errorf("an info line does not begin with a field: %q", driver.Clip(i.Raw))
		}
		if err := checkScore(i, players); err != nil {
			return fmt.Errorf("%w: %s", err, driver.Clip(i.Raw))
		}
	}
	for _, key := range []string{"nodes", "nps", "time"} {
		if !slices.Contains(strings.Fields(f.last().Raw), key) {
			return fmt.Errorf("the last info before bestmove has no %s", key)
		}
	}
	return nil
}

// checkScore says what is wrong with the score and the proof of an info.
func checkScore(i driver.Info, players int) error {
	switch {
	case players > 2 && i.HasScore:
		return fmt.Errorf("there is a score where each seat should have its own in scores")
	case players > 2 && len(i.Scores) > 0 && len(i.Scores) != players:
		return fmt.Errorf("there are %d scores for %d seats", len(i.Scores), players)
	case players == 2 && len(i.Scores) > 0:
		return fmt.Errorf("there are scores in a game of two")
	case i.HasScore && i.Mate > 0 && i.Proof != driver.ProvedWin && i.Proof != driver.NotProved,
		i.HasScore && i.Mate < 0 && i.Proof != driver.ProvedLoss && i.Proof != driver.NotProved,
		i.HasScore && i.Mate == 0 && i.CP < 0 && i.Proof == driver.ProvedWin && i.Bound == driver.ExactBound,
		i.HasScore && i.Mate == 0 && i.CP > 0 && i.Proof == driver.ProvedLoss && i.Bound == driver.ExactBound:
		return fmt.Errorf("the proof contradicts the score")
	}
	return nil
}

// startInfinite begins a search without a bound.
func (p *probe) startInfinite() error { return p.send("go infinite") }

// stop ends a search and reads its answer; the time it took is noted.
func (p *probe) stop() (found, error) {
	began := time.Now()
	if err := p.send("stop"); err != nil {
		return found{}, err
	}
	f, err := p.result("stop")
	p.note = fmt.Sprintf("answered %.1f ms after stop", float64(time.Since(began).Microseconds())/1000)
	if err == nil {
		err = p.settled()
	}
	return f, err
}

// stopInfinite ends a search that began with startInfinite.
func (p *probe) stopInfinite() error { _, err := p.stop(); return err }

// stopQuietly is stopInfinite without a note of the time.
func (p *probe) stopQuietly() error {
	_, err := p.stop()
	p.note = ""
	return err
}

// during sends a line while a search runs. Its answer must begin with prefix.
func (p *probe) during(line, prefix string) error {
	if err := p.send(line); err != nil {
		return err
	}
	for {
		l, err := p.next(line)
		switch {
		case err != nil:
			return fmt.Errorf("during a search: %w", err)
		case strings.HasPrefix(l, "info"), strings.HasPrefix(l, "help ") && !strings.HasPrefix(prefix, "help"):
		case strings.HasPrefix(l, "bestmove"):
			return fmt.Errorf("%q ended the search", line)
		case strings.HasPrefix(l, prefix):
			return nil
		default:
			return fmt.Errorf("during a search the answer to %q is %q, not %s", line, driver.Clip(l), strings.TrimSpace(prefix))
		}
	}
}
