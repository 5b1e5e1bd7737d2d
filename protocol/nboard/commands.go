package nboard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/engine"
)

// handler performs a command. ends says that the command ends a search that
// runs when it comes.
type handler struct {
	ends bool
	run  func(s *Server, rest string) error
}

// handlers is the command table.
func handlers() map[string]handler {
	return map[string]handler{
		"nboard":       {true, (*Server).doNBoard},
		"set depth":    {false, (*Server).doDepth},
		"set game":     {true, (*Server).doGame},
		"set contempt": {false, (*Server).doContempt},
		"move":         {true, (*Server).doMove},
		"hint":         {true, (*Server).doHint},
		"go":           {true, (*Server).doGo},
		"ping":         {true, (*Server).doPing},
		"learn":        {false, func(s *Server, _ string) error { s.print("learned"); return nil }},
		"analyze":      {true, (*Server).doAnalyze},
		"quit":         {true, func(s *Server, _ string) error { s.Quit = true; return nil }},
	}
}

// find returns the handler of a command. A square alone is a move, as NBoard
// 1.1 sends it.
func find(name, rest string) (h handler, argument string, ok bool) {
	if h, ok = handlers()[name]; ok {
		return h, rest, true
	}
	if m, err := parseMove(name); err == nil && rest == "" && (m.token == engine.Pass || isSquare(m.token)) {
		return handlers()["move"], name, true
	}
	return handler{}, "", false
}

func isSquare(token string) bool {
	return len(token) == 2 && 'a' <= token[0] && token[0] <= 'h' && '1' <= token[1] && token[1] <= '8'
}

func (s *Server) perform(name, rest string) error {
	h, argument, ok := find(name, rest)
	if !ok {
		return nil
	}
	return h.run(s, argument)
}

func (s *Server) doNBoard(rest string) error {
	if rest != "2" && rest != "1" {
		return fmt.Errorf("this engine speaks version 2 of the protocol, not %q", engine.Clip(rest))
	}
	s.print("set myname " + s.Config.Name)
	return nil
}

// doPing answers when what came before is done and the next search can begin at
// once.
func (s *Server) doPing(rest string) error {
	s.Session.Ready()
	s.print("pong " + rest)
	return nil
}

func (s *Server) doDepth(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > 1000 {
		return fmt.Errorf("set depth takes a number of plies from 1 to 1000, not %q", engine.Clip(rest))
	}
	s.depth = n
	return nil
}

// doContempt accepts a contempt, which has no meaning here: the engine does not
// value draws by the colour.
func (s *Server) doContempt(rest string) error {
	if _, err := strconv.ParseFloat(rest, 64); err != nil {
		return fmt.Errorf("set contempt takes a number, not %q", engine.Clip(rest))
	}
	return nil
}

// doGame goes to the end of a game. On an error the old game stays.
func (s *Server) doGame(rest string) error {
	g, err := parseGame(rest)
	if err != nil {
		return err
	}
	old, history := s.start, s.Session.History()
	if err := s.Session.SetPosition(g.fen, nil); err != nil {
		return err
	}
	if err := s.playAll(g); err != nil {
		if back := s.Session.SetPosition(old, history); back != nil {
			return back
		}
		return err
	}
	s.start = g.fen
	return nil
}

// playAll plays the moves of a game and sets the clocks by them.
func (s *Server) playAll(g game) error {
	clocks := s.clocks
	s.clocks = g.clock
	for i, m := range g.moves {
		if err := s.playMove(m); err != nil {
			s.clocks = clocks
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *Server) doMove(rest string) error {
	m, err := parseMove(rest)
	if err != nil {
		return err
	}
	return s.playMove(m)
}

// playMove plays a move; a pass before it may be left out. A pass behind the end
// of the game is none.
func (s *Server) playMove(m move) error {
	p := s.Session.Position()
	if m.token == engine.Pass && p.Result().Over {
		return nil
	}
	tokens := []string{m.token}
	if legal := p.Legal(); m.token != engine.Pass && slices.Equal(legal, []string{engine.Pass}) {
		tokens = []string{engine.Pass, m.token}
	}
	white := (p.Turn() == engine.P2) != (len(tokens) == 2)
	if err := s.Session.PlayTurns(tokens...); err != nil {
		return err
	}
	side := 0
	if white {
		side = 1
	}
	c := &s.clocks[side]
	c.left = max(0, c.left-m.took) + c.increment
	return nil
}

func parseSeconds(text string) (time.Duration, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n <= 1e9) {
		return 0, false
	}
	return time.Duration(n * float64(time.Second)), true
}
