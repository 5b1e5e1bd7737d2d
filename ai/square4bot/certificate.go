package square4bot

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed" // the certificate
	"fmt"
	"sync"

	"quadrille/ai/alphabeta"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// packedWin is the certificate that Blue wins with slideback=false, which `prove square4wins`
// writes and `prove check` checks (docs/square4-value.md).
//
//go:embed blue-wins.txt.gz
var packedWin []byte

// certifiedPieces is from how many marbles a side on it holds.
const certifiedPieces = 10

// certificate has Blue's turns in all states of a certificate and in their images, by their key.
type certificate map[uint64]blueTurn

// blueTurn is Blue's turn in the image that a key stands for, and within how many plies it wins.
type blueTurn struct {
	turn  square4.Turn
	plies uint8
}

// blueCertificate unpacks the certificate, once: see BenchmarkCertificate.
var blueCertificate = sync.OnceValue(func() certificate {
	c, err := readCertificate(packedWin)
	if err != nil {
		panic("square4bot: the embedded certificate: " + err.Error()) // a test reads it
	}
	return c
})

// readCertificate walks through all of it.
func readCertificate(packed []byte) (certificate, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	text := bufio.NewReader(z)
	if err := skipPreamble(text); err != nil {
		return nil, err
	}
	words, known := NewWinWords(text), certificate{}
	note := func(s *square4.State, t square4.Turn, plies int) {
		key, sym := certifiedKey(s)
		if b, ok := known[key]; !ok || plies < int(b.plies) { // the turn that wins soonest
			known[key] = blueTurn{t.Transform(sym), uint8(plies)}
		}
	}
	for words.Scan() {
		first, err := words.first()
		if err != nil {
			return nil, err
		}
		start, walk := square4.StartState(mostPieces, false), NewWinWalk(words.Turn)
		walk.Met = note
		if _, err := walk.From(start.Play(first)); err != nil {
			return nil, fmt.Errorf("after %v: %w", first, err)
		}
		if walk.Marbles > certifiedPieces {
			return nil, fmt.Errorf("after %v Blue wins with marble %d, not %d", first, walk.Marbles, certifiedPieces)
		}
	}
	return known, words.Err()
}

// skipPreamble reads up to the first word that counts.
func skipPreamble(text *bufio.Reader) error {
	for {
		if c, err := text.Peek(1); err != nil || c[0] == 'f' {
			return err
		}
		if _, err := text.ReadString('\n'); err != nil {
			return err
		}
	}
}

// certifiedKey is the key of a state with any number of marbles left.
func certifiedKey(s *square4.State) (key uint64, symmetry uint8) {
	any := *s
	any.Pieces = mostPieces
	return foldedKey(&any)
}

// mostPieces is the most marbles that a side can have.
const mostPieces = 16

// find returns Blue's turn in a state.
func (c certificate) find(s *square4.State) (blueTurn, bool) {
	key, sym := certifiedKey(s)
	b, ok := c[key]
	if !ok {
		return blueTurn{}, false
	}
	return blueTurn{b.turn.Transform(engine.InverseSymmetry(sym)), b.plies}, true
}

// certifiable says whether a certificate may know something of a state.
func certifiable(s *square4.State) bool {
	return s.NoBack && s.Pieces >= certifiedPieces && s.Placed(0) <= certifiedPieces
}

// wins says within how many plies Blue, who is to move, is known to win with a turn.
func (c certificate) wins(s *square4.State) (plies int, known bool) {
	if s.WinsNow() {
		return 1, true
	}
	b, ok := c.find(s)
	return int(b.plies), ok
}

// loses says whether Red, who is to move, is known to lose whatever he does, and within how
// many plies.
func (c certificate) loses(s *square4.State) (plies int, known bool) {
	turns, plies, lost := lastingTurns(s)
	if !lost {
		return 0, false
	}
	for _, t := range turns {
		next := s.Play(t)
		b, ok := c.find(&next)
		if !ok {
			return 0, false
		}
		plies = max(plies, int(b.plies)+1)
	}
	return plies, true
}

// line is how the game may go on from a state that Blue is known to win, Red holding
// out as long as the certificate's turns allow.
func (c certificate) line(s square4.State) (line []alphabeta.Move) {
	for {
		t, ok := c.next(&s)
		if !ok {
			return line
		}
		line = append(line, alphabeta.Move(t))
		s = s.Play(t)
	}
}

// BlueWins returns a turn of Blue's that wins with slideback=false, at once or by the
// certificate, in a state from which the certificate knows a win.
func BlueWins(s *square4.State) (t square4.Turn, ok bool) {
	if s.Side != 1 || !certifiable(s) {
		return square4.NoTurn, false
	}
	return blueCertificate().next(s)
}

// next is the next turn of that line.
func (c certificate) next(s *square4.State) (best square4.Turn, ok bool) {
	if s.Outcome() != square4.Ongoing {
		return square4.NoTurn, false
	}
	longest := -1
	for _, t := range s.Turns(nil) {
		next := s.Play(t)
		over := next.Outcome() == square4.BlueWins
		switch {
		case s.Side == 1 && over:
			return t, true
		case s.Side == 0 && over:
			if longest < 0 {
				best, longest = t, 0
			}
		case s.Side == 0:
			if plies, known := c.wins(&next); known && plies > longest {
				best, longest = t, plies
			}
		}
	}
	if s.Side == 0 {
		return best, longest >= 0
	}
	b, ok := c.find(s)
	return b.turn, ok
}
