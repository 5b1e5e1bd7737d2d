package check

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A certificate that Blue wins with slideback=false begins with winHeader. Then follow words:
// "pieces" and how many marbles a side has, if Blue also wins in the movement phase; and
// "first" and a turn of Red's, after it Blue's turns as a walk needs them, each time.
//
// One that Red keeps Blue from winning begins with holdHeader. Then follow "pieces", how many marbles
// a side has, and Red's turns.
const (
	winHeader  = "square4 win 1"
	holdHeader = "square4 hold 1"
)

// walk plays all that one side may do, in the order of square, slot and slide, each turn
// followed as far as it goes before the next. Where the other side, whose turns the certificate
// has, has a turn that wins at once it needs no word; else the next word is its turn, once for each
// position.
//
// After Blue's last marble another word says within how many slides Blue wins, or Blue must not win if the
// certificate is Red's. Red needs no word where Blue, with two marbles left or one, has no win though
// Red's blocks do not count.
type walk struct {
	own    byte // whose turns the certificate has
	words  *bufio.Scanner
	slides slides
	alone  *alone // which tells what Red holds, nil until it is needed
	pieces int    // a side, after which only slides are left; 0 if Blue wins before that
	seen   map[walkKey]bool
	turns  int // of the other side
	phases int // that slides alone decide
	last   int // the most marbles that a side has placed when Blue has won
}

// walkKey is a position in which the side is to move that has the certificate.
type walkKey struct {
	grid   code
	hole   int
	barred int
}

// walkReport is what a walk has found.
type walkReport struct{ pieces, positions, turns, phases, last int }

func newWalk(own byte, words io.Reader) *walk {
	w := &walk{own: own, words: bufio.NewScanner(words), seen: map[walkKey]bool{}}
	w.words.Split(bufio.ScanWords)
	return w
}

// skipComments goes to the words. Lines before them that begin with # say nothing, however long
// they are.
func skipComments(r *bufio.Reader) {
	for {
		if c, err := r.Peek(1); err != nil || c[0] != '#' {
			return
		}
		for more := true; more; {
			_, err := r.ReadSlice('\n')
			more = errors.Is(err, bufio.ErrBufferFull)
		}
	}
}

// checkWin checks the words of a certificate that Blue wins. A win before the movement phase does
// not depend on how many marbles there are, if there are as many as it takes.
func checkWin(r io.Reader) (report walkReport, err error) {
	w := newWalk(blue, r)
	answered := map[turn]bool{}
	for w.words.Scan() {
		if w.words.Text() == "pieces" && len(answered) == 0 && w.pieces == 0 {
			if w.pieces, err = w.number(4, mostPieces); err != nil {
				return report, err
			}
			continue
		}
		if w.words.Text() != "first" {
			return report, fmt.Errorf("%q, where \"first\" and a turn of Red's are due", w.words.Text())
		}
		first, err := w.next()
		if err != nil {
			return report, err
		}
		clear(w.seen)
		if err := w.follow(newBoard(4), -1, first); err != nil {
			return report, fmt.Errorf("after %v: %w", first, err)
		}
		for _, image := range images(first) {
			answered[image] = true
		}
		report.positions += len(w.seen)
	}
	if err := w.words.Err(); err != nil {
		return report, fmt.Errorf("the certificate cannot be read further: %w", err)
	}
	start := newBoard(4)
	for _, s := range slots {
		for _, slide := range neighbours[start.hole] {
			if t := (turn{s, slide}); start.get(s) == empty && !answered[t] {
				return report, fmt.Errorf("no answer to Red's first turn %v", t)
			}
		}
	}
	report.pieces, report.turns, report.phases, report.last = w.pieces, w.turns, w.phases, w.last
	return report, nil
}

// checkHold checks the words of a certificate that Red keeps Blue from winning.
func checkHold(r io.Reader) (walkReport, error) { return newWalk(red, r).hold() }

func (w *walk) hold() (report walkReport, err error) {
	if err := w.more(); err != nil {
		return report, err
	}
	if w.words.Text() != "pieces" {
		return report, fmt.Errorf("%.40q, where \"pieces\" and a number are due", w.words.Text())
	}
	if w.pieces, err = w.number(4, MostAlone); err != nil {
		return report, err
	}
	if err := w.answer(newBoard(4), -1); err != nil {
		return report, err
	}
	if w.words.Scan() {
		return report, fmt.Errorf("%.40q is more than is needed", w.words.Text())
	}
	return walkReport{pieces: w.pieces, positions: len(w.seen), turns: w.turns, phases: w.phases}, w.words.Err()
}

// images are a turn as it looks when the board is turned and mirrored.
func images(t turn) (all []turn) {
	s, slide := t.place, at(t.slide, 0)
	for range 2 {
		for range 4 {
			s, slide = slot{s.col, 5 - s.row}, slot{slide.col, 5 - slide.row}
			all = append(all, turn{s, slide.square()})
		}
		s, slide = slot{s.col, s.row}, slot{slide.col, slide.row}
	}
	return all
}

// next reads a turn.
func (w *walk) next() (turn, error) {
	if err := w.more(); err != nil {
		return turn{}, err
	}
	return readTurn(w.words.Text())
}

// more goes to the next word, which must be there.
func (w *walk) more() error {
	more := w.words.Scan()
	switch err := w.words.Err(); {
	case err != nil: // what is left of a broken file is no word
		return fmt.Errorf("the certificate cannot be read further: %w", err)
	case !more:
		return errors.New("the certificate ends where a word is due")
	}
	return nil
}

// number reads a number within bounds.
func (w *walk) number(least, most int) (int, error) {
	if err := w.more(); err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(w.words.Text())
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%.40q, where a number from %d to %d is due", w.words.Text(), least, most)
	}
	return n, nil
}

// follow plays a turn of the other side's and all that comes after it.
func (w *walk) follow(b board, barred int, t turn) error {
	if err := legal(&b, barred, t); err != nil {
		return err
	}
	w.turns++
	b.put(t.place, other(w.own))
	if b.hasBlock(other(w.own)) {
		return fmt.Errorf("the turn %v wins in %v", t, b)
	}
	barred = b.hole
	b.slide(t.slide)
	switch e := b.ending(); {
	case e == goesOn && w.own == red && b.count(red) == w.pieces:
		return w.slideAgainst(b, barred)
	case e == goesOn:
		return w.answer(b, barred)
	case e == w.own:
		w.last = max(w.last, b.count(red)) // a marble more than Blue has
		return nil
	case e == bothBlocks && w.own == red:
		return nil
	}
	return fmt.Errorf("the turn %v does not lose in %v", t, b)
}

// answer lets the side move that has the certificate, and then the other in all ways.
func (w *walk) answer(b board, barred int) error {
	most := mostPieces
	if w.pieces > 0 {
		most = w.pieces
	}
	if b.count(w.own) == most {
		return fmt.Errorf("no marble left in %v", b)
	}
	if winsAtOnce(b, barred, w.own) {
		w.last = max(w.last, b.count(blue)+1)
		return nil
	}
	if w.holds(&b, barred) {
		return nil
	}
	key := walkKey{encode(&b), b.hole, barred}
	if w.seen[key] {
		return nil
	}
	w.seen[key] = true
	t, err := w.next()
	if err != nil {
		return err
	}
	if err := legal(&b, barred, t); err != nil {
		return err
	}
	b.put(t.place, w.own)
	barred = b.hole
	b.slide(t.slide)
	switch e := b.ending(); {
	case e == bothBlocks && w.own == red:
		return nil
	case e != goesOn:
		return fmt.Errorf("the turn %v ends the game in %v without a win at once", t, b)
	case w.own == blue && b.count(blue) == w.pieces:
		w.last = w.pieces
		return w.slide(b, barred)
	}
	return w.followAll(b, barred)
}

// followAll plays all that the other side may do.
func (w *walk) followAll(b board, barred int) error {
	for _, s := range slots {
		for _, slide := range neighbours[b.hole] {
			if b.get(s) == empty && slide != barred {
				if err := w.follow(b, barred, turn{s, slide}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// slide checks that Blue wins by slides alone, Red being to move, within as many as the next word says.
func (w *walk) slide(b board, barred int) error {
	n, err := w.number(1, mostSlides)
	if err != nil {
		return err
	}
	w.phases++
	if !w.slides.within(lieOf(&b, barred), n) {
		return fmt.Errorf("no win within %d slides in %v", n, b)
	}
	return nil
}

// slideAgainst checks that Blue does not win by slides alone, Red being to move.
func (w *walk) slideAgainst(b board, barred int) error {
	w.phases++
	if w.slides.within(lieOf(&b, barred), never-1) {
		return fmt.Errorf("a win for Blue by slides alone in %v", b)
	}
	return nil
}

// holds says whether Red, who is to move, keeps Blue from winning though Red's blocks do not count.
func (w *walk) holds(b *board, barred int) bool {
	if w.own == blue {
		return false
	}
	if w.alone == nil {
		w.alone = newAlone(w.pieces, true)
	}
	l := lieOf(b, barred)
	return w.alone.holds(spot{l.blue, l.hole, l.barred}, l.red)
}

// legal says why a turn is not.
func legal(b *board, barred int, t turn) error {
	if b.get(t.place) != empty || t.slide == barred || !slices.Contains(neighbours[b.hole], t.slide) {
		return fmt.Errorf("the turn %v is against the rules in %v", t, *b)
	}
	return nil
}

// winsAtOnce says whether a side that is to move has a turn that wins.
func winsAtOnce(b board, barred int, own byte) bool {
	if completes(&b, own) {
		return true
	}
	for _, slide := range neighbours[b.hole] {
		if slide == barred {
			continue
		}
		next := b
		next.slide(slide)
		if !next.hasBlock(other(own)) && (next.hasBlock(own) || completes(&next, own)) {
			return true
		}
	}
	return false
}

// completes says whether a marble of a side's on some slot makes a block.
func completes(b *board, own byte) bool {
	for row := range 5 {
		for col := range 5 {
			marbles, free := 0, 0
			for _, s := range []slot{{row, col}, {row, col + 1}, {row + 1, col}, {row + 1, col + 1}} {
				switch b.get(s) {
				case own:
					marbles++
				case empty:
					free++
				}
			}
			if marbles == 3 && free == 1 {
				return true
			}
		}
	}
	return false
}

// readTurn reads a turn such as 0.1s1.
func readTurn(word string) (turn, error) {
	place, slide, _ := strings.Cut(word, "s")
	p, ok1 := readSlot(place)
	square, ok2 := digit(slide, 8)
	if !ok1 || !ok2 {
		return turn{}, fmt.Errorf("no turn: %q; a turn is such as 0.1s1", word)
	}
	return turn{p, square}, nil
}
