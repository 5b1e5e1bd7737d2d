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
	colour, err := s.colour(args[0])
	if err != nil {
		return "", err
	}
	return "", s.playMove(colour, args[1:])
}

// playNext plays for the side to move, as Pentobi's p.
func (s *Server) playNext(args []string) (string, error) {
	return "", s.playMove(engine.ColourToMove(s.Session.Position()), args)
}

// playMove plays a move of a colour. A pass of the other side before it may be
// left out.
func (s *Server) playMove(colour int, words []string) error {
	p := s.Session.Position()
	move := s.moveToken(words)
	if move == engine.Pass {
		return s.playPass(colour)
	}
	if p.Result().Over {
		return fmt.Errorf("illegal move: %w", engine.RefuseOver(p.Result()))
	}
	tokens, err := s.due(colour)
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
// controller knows no passes, the colours that are blocked now pass with it.
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
func (s *Server) playPass(colour int) error {
	p := s.Session.Position()
	switch {
	case s.variant.SkipsBlocked:
		return errPass
	case p.Result().Over:
		s.turns = append(s.turns, 0)
		return nil
	case colour != engine.ColourToMove(p):
		return s.notToMove(colour)
	}
	if err := s.Session.PlayTurns(engine.Pass); err != nil {
		return fmt.Errorf("illegal move: %s", protocol.ErrorText(err))
	}
	s.turns = append(s.turns, 1)
	return nil
}

// due returns what must be played before the colour is to move: nothing, or a
// pass that the controller left out.
func (s *Server) due(colour int) ([]string, error) {
	p := s.Session.Position()
	if colour == engine.ColourToMove(p) {
		return nil, nil
	}
	if mustPass(p) {
		return []string{engine.Pass}, nil
	}
	return nil, s.notToMove(colour)
}

func (s *Server) notToMove(colour int) error {
	p := s.Session.Position()
	list := engine.Colours(p)
	return fmt.Errorf("illegal move: %s is to move, not %s", strings.ToLower(list[engine.ColourToMove(p)].Name), strings.ToLower(list[colour].Name))
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
	colour, err := s.colour(args[0])
	if err != nil {
		return "", err
	}
	return strings.Join(legalFor(s.Session.Position(), colour), "\n"), nil
}

func (s *Server) genmove(args []string) (string, error) { return s.generate(args[0], true) }

func (s *Server) regGenmove(args []string) (string, error) { return s.generate(args[0], false) }

// genmoveNext moves for the side to move, as Pentobi's g.
func (s *Server) genmoveNext([]string) (string, error) {
	return s.generateFor(engine.ColourToMove(s.Session.Position()), true)
}

func (s *Server) generate(word string, play bool) (string, error) {
	colour, err := s.colour(word)
	if err != nil {
		return "", err
	}
	return s.generateFor(colour, play)
}

// generateFor searches for a colour's move and, if told so, plays it. One that
// cannot move any more passes.
func (s *Server) generateFor(colour int, play bool) (string, error) {
	p := s.Session.Position()
	skips := s.variant.SkipsBlocked
	if p.Result().Over || skips && colour != engine.ColourToMove(p) && len(legalFor(p, colour)) == 0 {
		if play && !skips {
			s.turns = append(s.turns, 0)
		}
		return engine.Pass, nil
	}
	put, err := s.due(colour)
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
