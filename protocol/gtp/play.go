package gtp

import (
	"errors"
	"fmt"
	"strings"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/protocol"
)

var errPass = errors.New("illegal move: there are no pass moves in this game; a colour that cannot move is passed over")

func (s *Server) play(args []string) (string, error) {
	seat, err := s.seat(args[0])
	if err != nil {
		return "", err
	}
	return "", s.playMove(seat, args[1:])
}

// playNext plays for the side to move, as Pentobi's p.
func (s *Server) playNext(args []string) (string, error) {
	return "", s.playMove(s.Session.Position().Turn(), args)
}

// playMove plays a move of a seat. A pass of the other side before it may be
// left out.
func (s *Server) playMove(seat engine.Player, words []string) error {
	p := s.Session.Position()
	move := s.moveToken(words)
	if move == engine.Pass {
		return s.playPass(seat)
	}
	if p.Result().Over {
		return fmt.Errorf("illegal move: %w", engine.RefuseOver(p.Result()))
	}
	tokens, err := s.due(seat)
	if err != nil {
		return err
	}
	before := s.Session.Steps()
	if err := s.Session.PlayTurns(append(tokens, move)...); err != nil {
		return fmt.Errorf("illegal move: %s", protocol.ErrorText(err))
	}
	return s.turned(before)
}

// turned remembers a turn that began at a number of steps. Where the
// controller knows no passes, the seats that are blocked now pass with it.
func (s *Server) turned(before int) error {
	for s.variant.SkipsBlocked && mustPass(s.Session.Position()) {
		if err := s.Session.PlayTurns(engine.Pass); err != nil {
			return err
		}
	}
	s.turns = append(s.turns, s.Session.Steps()-before)
	return nil
}

func mustPass(p engine.Position) bool {
	legal := p.Legal()
	return len(legal) == 1 && legal[0] == engine.Pass
}

// moveToken writes a move as the games do: in small letters, one word.
func (s *Server) moveToken(words []string) string {
	move := strings.ToLower(strings.Join(words, ""))
	switch move {
	case "pa", "ps", "pass":
		return engine.Pass
	}
	return move
}

// playPass performs a pass. After the end of the game it changes nothing, but
// is remembered for undo, since controllers of Go end a game with two of them.
func (s *Server) playPass(seat engine.Player) error {
	p := s.Session.Position()
	switch {
	case s.variant.SkipsBlocked:
		return errPass
	case p.Result().Over:
		s.turns = append(s.turns, 0)
		return nil
	case seat != p.Turn():
		return s.notToMove(seat)
	}
	if err := s.Session.PlayTurns(engine.Pass); err != nil {
		return fmt.Errorf("illegal move: %s", protocol.ErrorText(err))
	}
	s.turns = append(s.turns, 1)
	return nil
}

// due returns what must be played before the seat is to move: nothing, or a
// pass that the controller left out.
func (s *Server) due(seat engine.Player) ([]string, error) {
	p := s.Session.Position()
	if seat == p.Turn() {
		return nil, nil
	}
	if mustPass(p) {
		return []string{engine.Pass}, nil
	}
	return nil, s.notToMove(seat)
}

func (s *Server) notToMove(seat engine.Player) error {
	p := s.Session.Position()
	names := engine.SeatNames(p)
	return fmt.Errorf("illegal move: %s is to move, not %s", strings.ToLower(names[p.Turn()-1]), strings.ToLower(names[seat-1]))
}

// undo takes the last turn back, a pass that was put in before it included.
func (s *Server) undo([]string) (string, error) {
	if len(s.turns) == 0 {
		return "", errors.New("cannot undo")
	}
	last := len(s.turns) - 1
	if n := s.turns[last]; n > 0 {
		if err := s.Session.Undo(n); err != nil {
			return "", err
		}
	}
	s.turns = s.turns[:last]
	return "", nil
}

func (s *Server) allLegal(args []string) (string, error) {
	seat, err := s.seat(args[0])
	if err != nil {
		return "", err
	}
	return strings.Join(legalFor(s.Session.Position(), seat), "\n"), nil
}

func (s *Server) genmove(args []string) (string, error) { return s.generate(args[0], true) }

func (s *Server) regGenmove(args []string) (string, error) { return s.generate(args[0], false) }

// genmoveNext moves for the side to move, as Pentobi's g.
func (s *Server) genmoveNext([]string) (string, error) {
	return s.generateFor(s.Session.Position().Turn(), true)
}

func (s *Server) generate(colour string, play bool) (string, error) {
	seat, err := s.seat(colour)
	if err != nil {
		return "", err
	}
	return s.generateFor(seat, play)
}

// generateFor searches for a seat's move and, if told so, plays it. A colour
// that cannot move any more passes.
func (s *Server) generateFor(seat engine.Player, play bool) (string, error) {
	p := s.Session.Position()
	skips := s.variant.SkipsBlocked
	if p.Result().Over || skips && seat != p.Turn() && len(legalFor(p, seat)) == 0 {
		if play && !skips {
			s.turns = append(s.turns, 0)
		}
		return engine.Pass, nil
	}
	put, err := s.due(seat)
	if err != nil {
		return "", err
	}
	before := s.Session.Steps()
	move, err := s.search(put)
	if err != nil || !play {
		return move, errors.Join(err, s.back(before))
	}
	if err := s.Session.PlayTurns(move); err != nil {
		return "", errors.Join(err, s.back(before))
	}
	return move, s.turned(before)
}

// back undoes what was put in for a search.
func (s *Server) back(steps int) error {
	if n := s.Session.Steps() - steps; n > 0 {
		return s.Session.Undo(n)
	}
	return nil
}

// search plays the turns that were left out and returns the best turn then. At
// the end of input it is stopped, unless it ends by more than its time.
func (s *Server) search(put []string) (string, error) {
	if len(put) > 0 {
		if err := s.Session.PlayTurns(put...); err != nil {
			return "", err
		}
	}
	p := s.Session.Position()
	if mustPass(p) {
		return engine.Pass, nil
	}
	l := s.searchLimits(p.Turn())
	timed := l.Depth == 0 && l.Nodes == 0 && s.Session.Settings().Level == ai.MaxLevel
	f, err := s.Search(l, func(ai.Info) {}, func(_ string, err error) (stop, more bool) { return timed && protocol.Ended(err), false })
	s.clocks.spend(p.Turn(), f.Took)
	return f.Best.Move, err
}
