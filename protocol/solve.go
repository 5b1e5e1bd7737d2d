package protocol

import (
	"strconv"

	"quadrille/ai"
)

// doSolve begins to solve the present game.
func (s *Server) doSolve([]string) error {
	solve := s.session.PrepareSolving()
	if solve == nil {
		s.print("solved " + solvedWord(0, false))
		return nil
	}
	ctl := ai.NewControl(ai.Limits{})
	s.start(&job{ctl: ctl, bounded: true}, func(emit func(...string)) func() {
		err := solve(ctl, func(i ai.Info) { emit(infoLine(i, !s.config.NoTimes)) })
		return func() {
			if err != nil {
				s.print(refuse(NotKept, "%s", err).Error())
				return
			}
			s.print("solved " + solvedWord(s.session.Solved()))
		}
	})
	return nil
}

// solvedWord is how much of the solving of a game is done, as the protocol writes it.
func solvedWord(done int, solvable bool) string {
	if !solvable {
		return "none"
	}
	return strconv.Itoa(done)
}
