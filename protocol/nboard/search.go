package nboard

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/protocol"
)

// maxHints bounds the lines that hint shows.
const maxHints = 64

// doHint values the best n turns.
func (s *Server) doHint(rest string) error {
	n, err := strconv.Atoi(rest)
	if rest == "" {
		n, err = 1, nil
	}
	if err != nil || n < 1 || n > maxHints {
		return fmt.Errorf("hint takes a number from 1 to %d, not %q", maxHints, engine.Clip(rest))
	}
	if s.Session.Position().Result().Over {
		s.print("status The game is over")
		return nil
	}
	before := s.Session.Settings().MultiPV
	if err := s.Session.SetOption("MultiPV", strconv.Itoa(n)); err != nil {
		return err
	}
	s.print("status Analyzing")
	_, err = s.search(ai.Limits{Depth: s.depth}, s.report)
	s.print("status")
	if back := s.Session.SetOption("MultiPV", strconv.Itoa(before)); err == nil {
		err = back
	}
	return err
}

// doGo answers with the turn that the engine would play, which it does not
// play. After the end of the game that is a pass.
func (s *Server) doGo(string) error {
	p := s.Session.Position()
	if p.Result().Over || p.Legal()[0] == engine.Pass {
		s.print("=== PA")
		return nil
	}
	s.print("status Thinking")
	f, err := s.search(s.goLimits(), s.report)
	if err != nil {
		return err
	}
	answer := "=== " + strings.ToUpper(f.Best.Move)
	if f.Last.HasScore {
		answer += "/" + value(f.Last)
	}
	if f.Last.HasScore && !s.Config.NoTimes {
		answer += fmt.Sprintf("/%.2f", f.Took.Seconds())
	}
	s.print(answer)
	s.print("status")
	return nil
}

// goLimits are the depth and, where the game has clocks, the time of the side
// to move.
func (s *Server) goLimits() ai.Limits {
	l := ai.Limits{Depth: s.depth}
	seat := s.Session.Position().Turn()
	if c := s.clocks[seat-1]; c.given {
		l.Clocked[seat-1], l.Clocks[seat-1] = true, ai.ClockTime{Left: c.left, Increment: c.increment}
	}
	return l
}

// search searches the present position. Commands that mean another position,
// or that ask for an end, and the end of input stop it.
func (s *Server) search(l ai.Limits, report func(ai.Info)) (protocol.Found, error) {
	return s.Search(l, report, func(line string, err error) (stop, more bool) {
		h, _, known := find(splitLine(line))
		return protocol.Ended(err) || err == nil && known && h.ends, true
	})
}

// report writes what a search found: a line that says how much was searched,
// and one with the value of a turn.
func (s *Server) report(i ai.Info) {
	if !i.Found() {
		return
	}
	if !s.Config.NoTimes {
		s.print(fmt.Sprintf("nodestats %d %.2f", i.Nodes, i.Time.Seconds()))
	}
	if i.HasScore && len(i.PV) > 0 {
		s.print(fmt.Sprintf("search %s %s 0 %d", line(i.PV), value(i), i.Depth))
	}
}

// line writes a sequence of turns in one word.
func line(pv []string) string {
	var b strings.Builder
	for _, token := range pv {
		if token == engine.Pass {
			token = "PA"
		}
		b.WriteString(strings.ToUpper(token))
	}
	return b.String()
}

// value writes a value in disks, from the view of the side to move.
func value(i ai.Info) string { return fmt.Sprintf("%.2f", float64(i.Score.CP)/100) }

// doAnalyze values every position of the game, the last first, from Black's
// view.
func (s *Server) doAnalyze(string) error {
	history := s.Session.History()
	s.print("status Analyzing")
	defer s.print("status")
	for n := len(history); n >= 0; n-- {
		if err := s.Session.SetPosition(s.start, history[:n]); err != nil {
			return err
		}
		if goOn, err := s.analyzeOne(n); err != nil || !goOn {
			return errors.Join(err, s.Session.SetPosition(s.start, history))
		}
	}
	return s.Session.SetPosition(s.start, history)
}

// analyzeOne values the position after n turns. goOn is false when a command
// came that ends the analysis; what the search found by then is not told.
func (s *Server) analyzeOne(n int) (goOn bool, err error) {
	p := s.Session.Position()
	if p.Result().Over {
		s.print(fmt.Sprintf("analysis %d %.2f", n, float64(margin(p))))
		return true, nil
	}
	f, err := s.search(ai.Limits{Depth: s.depth}, func(ai.Info) {})
	if err != nil || f.Stopped {
		return false, err
	}
	black := float64(f.Last.Score.CP) / 100
	if p.Turn() == engine.P2 {
		black = -black
	}
	s.print(fmt.Sprintf("analysis %d %.2f", n, black+0))
	return true, nil
}

// margin is Black's final margin, with the empty squares the winner's.
func margin(p engine.Position) int {
	scores := p.Scores()
	empty := 64 - scores[0] - scores[1]
	switch p.Result().Winner {
	case engine.P1:
		return scores[0] - scores[1] + empty
	case engine.P2:
		return scores[0] - scores[1] - empty
	}
	return 0
}
