package square4bot

import (
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// certainty is what the certificate of Blue's win says of a position: that it is a win, or a
// loss, within so many plies at most.
type certainty struct {
	from  certificate
	state square4.State
	value int
	best  alphabeta.Move // that wins, or holds out longest
}

// askCertificate asks what is certain of the position. The certificate is unpacked for that,
// if there is time.
func (t *task) askCertificate(b *bot) {
	if !certifiable(&t.state) {
		return
	}
	if b.certificate == nil && !t.hurried() {
		b.certificate = blueCertificate()
	}
	if b.certificate != nil {
		t.certain = b.certificate.judge(&t.state, t.Roots)
	}
}

// judge looks at the roots. It returns nil where nothing is known.
func (c certificate) judge(s *square4.State, roots []alphabeta.Move) *certainty {
	sure := &certainty{from: c, state: *s, best: alphabeta.NoMove}
	if s.Side == 0 {
		if _, known := c.loses(s); !known {
			return nil
		}
	}
	if b, known := c.find(s); known {
		if m := alphabeta.Move(b.turn); slices.Contains(roots, m) {
			sure.best, sure.value = m, alphabeta.Win-int(b.plies)
			return sure
		}
	}
	for _, m := range roots {
		if v, known := sure.after(m); known && (sure.best == alphabeta.NoMove || v > sure.value) {
			sure.best, sure.value = m, v
		}
	}
	if sure.best == alphabeta.NoMove {
		return nil
	}
	return sure
}

// verdict is what is proved.
func (c *certainty) verdict() ai.Proof {
	if c.value > 0 {
		return ai.ProvedWin
	}
	return ai.ProvedLoss
}

// after is the value of a root move, if it is known.
func (c *certainty) after(m alphabeta.Move) (value int, known bool) {
	next := c.state.Play(square4.Turn(m))
	if v, over := overNow(&next); over {
		return alphabeta.Later(-v), true
	}
	if c.state.Side == 0 {
		plies, known := c.from.wins(&next)
		return plies + 1 - alphabeta.Win, known
	}
	plies, known := c.from.loses(&next)
	return alphabeta.Win - plies - 1, known
}

// line is a root move and how the game may go on after it.
func (c *certainty) line(m alphabeta.Move) []alphabeta.Move {
	return append([]alphabeta.Move{m}, c.from.line(c.state.Play(square4.Turn(m)))...)
}

// correct puts what is certain into a line of a search, which may know a sooner win.
func (c *certainty) correct(l *alphabeta.Line) {
	l.Solved = true
	switch plies := alphabeta.Mate(l.Value); {
	case c.value < 0 && (plies >= 0 || l.Value < -alphabeta.Win):
		l.Moves, l.Value, l.AtMost = c.line(l.Moves[0]), c.value, true
	case c.value > 0 && (plies <= 0 || plies > alphabeta.Mate(c.value)):
		l.Moves, l.Value, l.AtMost = c.line(c.best), c.value, true
	}
}
