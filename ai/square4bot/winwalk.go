package square4bot

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// WinWalk plays all that one side may do against the other's turns with slideback=false: by
// square, slot and slide, each turn followed as far as it goes before the next. In this order
// a certificate has the other's turns, one for each state in which it has none that wins at once.
// They are Blue's, who wins, or Red's, who keeps Blue from winning.
type WinWalk struct {
	// Turn is that of the certificate in a state that is met for the first time.
	Turn func(*square4.State) (square4.Turn, error)
	// Slides, when not nil, says within how many slides Blue wins by them alone from a state in
	// which Red is to move; otherwise Blue has to win before it comes to that.
	Slides func(*square4.State) (plies int, err error)
	// Held, when not nil, says that the certificate is Red's, and in which states in which Red is to
	// move Blue is known to have no win, so that there are no turns for them.
	Held func(*square4.State) bool
	// Met, when not nil, is told of each state once: the turn, and within how many plies
	// Blue wins.
	Met func(s *square4.State, t square4.Turn, plies int)
	// Marbles is the most that a side has placed when Blue has won.
	Marbles int
	// Phases counts the states that slides alone decide.
	Phases int

	plies map[uint64]uint16 // within which Blue wins, by a state's hash
	line  []square4.Turn    // to where the walk is
}

// NewWinWalk returns a walk that has met no state yet.
func NewWinWalk(turn func(*square4.State) (square4.Turn, error)) *WinWalk {
	return &WinWalk{Turn: turn, plies: map[uint64]uint16{}}
}

// States is how many have been met for which the certificate has a turn.
func (w *WinWalk) States() int { return len(w.plies) }

// From walks through what may follow a state in which the side of the certificate is to move, and
// says within how many plies Blue wins. An error, also one of Turn, says after what turns it came about.
func (w *WinWalk) From(s square4.State) (plies int, err error) {
	if s.WinsNow() {
		w.Marbles = max(w.Marbles, s.Placed(1)+1)
		return 1, nil
	}
	w.line = w.line[:0]
	plies, err = w.answer(s)
	if err != nil && len(w.line) > 0 {
		err = fmt.Errorf("after %v: %w", w.line, err)
	}
	return plies, err
}

func (w *WinWalk) answer(s square4.State) (plies int, err error) {
	key := s.Hash()
	if known, ok := w.plies[key]; ok {
		return int(known), nil
	}
	turn, err := w.Turn(&s)
	if err != nil {
		return 0, err
	}
	if !fits(&s, alphabeta.Move(turn)) {
		return 0, fmt.Errorf("%v is against the rules", turn)
	}
	next := s.Play(turn)
	w.line = append(w.line, turn)
	if plies, err = w.after(&next); err != nil {
		return 0, err
	}
	w.line = w.line[:len(w.line)-1]
	w.plies[key] = uint16(plies + 1)
	if w.Met != nil {
		w.Met(&s, turn, plies+1)
	}
	return plies + 1, nil
}

// after says within how many plies Blue wins after a turn of the certificate.
func (w *WinWalk) after(s *square4.State) (plies int, err error) {
	if w.Held != nil && s.Placed(0) == int(s.Pieces) {
		return 0, nil // Blue's last turn leads to the movement phase
	}
	if w.Slides == nil || !bothFull(s) {
		w.Marbles = max(w.Marbles, s.Placed(1)+1)
		return w.lost(s)
	}
	if _, over := overNow(s); over {
		return 0, errUndecided
	}
	w.Marbles = max(w.Marbles, s.Placed(1))
	w.Phases++
	return w.Slides(s)
}

var errUndecided = errors.New("there nothing is proved")

// lost walks through all turns of the other side's, and says within how many plies Blue wins.
func (w *WinWalk) lost(s *square4.State) (plies int, err error) {
	turns, plies, lost := lastingTurns(s)
	if !lost {
		return 0, errUndecided
	}
	for _, t := range turns {
		next := s.Play(t)
		_, over := overNow(&next) // by blocks of both sides
		if w.Held != nil && (over || w.Held(&next)) {
			continue
		}
		w.line = append(w.line, t)
		if over {
			return 0, errUndecided
		}
		n, err := w.answer(next)
		if err != nil {
			return 0, err
		}
		w.line = w.line[:len(w.line)-1]
		plies = max(plies, n+1)
	}
	return plies, nil
}

// lastingTurns are the turns in the placement phase after which the other side has no turn
// that wins at once, in the order of State.Turns; they may draw. lost is false where one wins
// at once. plies is how soon the other side wins after the turns that are left out.
func lastingTurns(s *square4.State) (turns []square4.Turn, plies int, lost bool) {
	var a analysis
	g := rules{oneIsRepetition: true}
	switch v, known := g.analyse(s, &a); {
	case known:
		return nil, v + alphabeta.Win, v < 0 && v > -alphabeta.Win
	case !a.places:
		return nil, 0, false
	}
	safe := uint64(0)
	for i := range a.n {
		safe |= a.frames[i].safe
	}
	for square := range 9 {
		for slot := range 4 {
			cell := square4.CellAt(square, slot)
			if safe>>cell&1 == 0 {
				continue
			}
			for i := range a.n {
				if f := &a.frames[i]; f.safe>>cell&1 != 0 {
					turns = append(turns, square4.NewTurn(cell, f.square))
				}
			}
		}
	}
	return turns, 2, true
}

// WinWords are the words of a certificate, which a walk takes as it needs them.
type WinWords struct{ *bufio.Scanner }

// NewWinWords reads words.
func NewWinWords(r io.Reader) WinWords {
	words := bufio.NewScanner(r)
	words.Split(bufio.ScanWords)
	return WinWords{words}
}

// Turn takes a word, whatever the state.
func (w WinWords) Turn(*square4.State) (square4.Turn, error) {
	if err := w.next(); err != nil {
		return square4.NoTurn, err
	}
	t, ok := square4.ParseTurn(w.Text())
	if !ok {
		return square4.NoTurn, fmt.Errorf("no turn: %q; a turn is such as 0.1s1", w.Text())
	}
	return t, nil
}

// Slides takes a number of slides, whatever the state.
func (w WinWords) Slides(*square4.State) (int, error) {
	if err := w.next(); err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(w.Text())
	if err != nil || n < 1 || n > MostSlides {
		return 0, fmt.Errorf("%.40q, where a number of slides is due, 1 to %d", w.Text(), MostSlides)
	}
	return n, nil
}

// MostSlides bounds the slides within which a certificate says that Blue wins by them alone.
const MostSlides = longest

func (w WinWords) next() error {
	switch {
	case w.Scan():
		return nil
	case w.Err() != nil:
		return w.Err()
	}
	return errors.New("it ends too soon")
}

// first is Red's first turn, with which a part begins, where its first word has been read.
func (w WinWords) first() (square4.Turn, error) {
	if w.Text() != "first" {
		return square4.NoTurn, fmt.Errorf("%.40q, where \"first\" and a turn of Red's are due", w.Text())
	}
	return w.Turn(nil)
}
