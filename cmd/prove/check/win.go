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

// winHeader begins a certificate that Blue wins with slideback=false. Then follow words:
// "pieces" and how many marbles a side has, if Blue also wins in the movement phase; and
// "first" and a turn of Red's, after it Blue's turns as a walk needs them (winWalk), each time.
const winHeader = "square4 win 1"

// winWalk plays all that Red may do, in the order of square, slot and slide, each turn
// followed as far as it goes before the next. Where Blue has a turn that wins at once
// it needs no word; else the next word of the certificate is Blue's turn, once for each
// position. After Blue's last marble another word says within how many slides Blue wins.
type winWalk struct {
	words  *bufio.Scanner
	slides slides
	pieces int // a side, after which only slides are left; 0 if Blue wins before that
	seen   map[winKey]bool
	turns  int // of Red
	phases int // in which Blue wins by slides alone
	last   int // the most marbles that a side has placed when Blue has won
}

// winKey is a position in which Blue is to move.
type winKey struct {
	grid   code
	hole   int
	barred int
}

// winReport is what a walk has found.
type winReport struct{ pieces, positions, turns, phases, last int }

// readWin reads and checks a certificate. Lines before the words that begin with # say
// nothing, however long they are.
func readWin(r *bufio.Reader) (winReport, error) {
	if line, err := r.ReadSlice('\n'); err != nil || strings.TrimSpace(string(line)) != winHeader {
		return winReport{}, fmt.Errorf("%.40q, where a certificate of a win begins with a line %q", line, winHeader)
	}
	for {
		if c, err := r.Peek(1); err != nil || c[0] != '#' {
			return checkWin(r)
		}
		for more := true; more; {
			_, err := r.ReadSlice('\n')
			more = errors.Is(err, bufio.ErrBufferFull)
		}
	}
}

// checkWin checks the words of a certificate. Blue's win does not depend on how many
// marbles there are, if there are as many as it takes.
func checkWin(r io.Reader) (report winReport, err error) {
	w := &winWalk{words: bufio.NewScanner(r)}
	w.words.Split(bufio.ScanWords)
	answered := map[turn]bool{}
	for w.words.Scan() {
		if w.words.Text() == "pieces" && len(answered) == 0 && w.pieces == 0 {
			if w.pieces, err = w.number(4, 16); err != nil {
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
		w.seen = map[winKey]bool{}
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
func (w *winWalk) next() (turn, error) {
	if err := w.more(); err != nil {
		return turn{}, err
	}
	return readTurn(w.words.Text())
}

// more goes to the next word, which must be there.
func (w *winWalk) more() error {
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
func (w *winWalk) number(least, most int) (int, error) {
	if err := w.more(); err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(w.words.Text())
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%.40q, where a number from %d to %d is due", w.words.Text(), least, most)
	}
	return n, nil
}

// follow plays a turn of Red's and all that comes after it.
func (w *winWalk) follow(b board, barred int, t turn) error {
	if err := legal(&b, barred, t); err != nil {
		return err
	}
	w.turns++
	b.put(t.place, red)
	if b.hasBlock(red) {
		return fmt.Errorf("the turn %v wins for Red in %v", t, b)
	}
	barred = b.hole
	b.slide(t.slide)
	switch b.ending() {
	case blue:
		w.last = max(w.last, b.count(red)) // a marble more than Blue has
		return nil
	case goesOn:
		return w.answer(b, barred)
	}
	return fmt.Errorf("the turn %v does not lose for Red in %v", t, b)
}

// answer lets Blue move, and then Red in all ways.
func (w *winWalk) answer(b board, barred int) error {
	if b.count(blue)+1 > 16 {
		return fmt.Errorf("no marble left in %v", b)
	}
	if winsAtOnce(b, barred) {
		w.last = max(w.last, b.count(blue)+1)
		return nil
	}
	key := winKey{encode(&b), b.hole, barred}
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
	b.put(t.place, blue)
	barred = b.hole
	b.slide(t.slide)
	if e := b.ending(); e != goesOn {
		return fmt.Errorf("the turn %v of Blue ends the game in %v without a win at once", t, b)
	}
	if b.count(blue) == w.pieces {
		w.last = w.pieces
		return w.slide(b, barred)
	}
	return w.followAll(b, barred)
}

// followAll plays all that Red may do.
func (w *winWalk) followAll(b board, barred int) error {
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
func (w *winWalk) slide(b board, barred int) error {
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

// legal says why a turn is not.
func legal(b *board, barred int, t turn) error {
	if b.get(t.place) != empty || t.slide == barred || !slices.Contains(neighbours[b.hole], t.slide) {
		return fmt.Errorf("the turn %v is against the rules in %v", t, *b)
	}
	return nil
}

// winsAtOnce says whether Blue, who is to move, has a turn that wins.
func winsAtOnce(b board, barred int) bool {
	if completes(&b) {
		return true
	}
	for _, slide := range neighbours[b.hole] {
		if slide == barred {
			continue
		}
		next := b
		next.slide(slide)
		if !next.hasBlock(red) && (next.hasBlock(blue) || completes(&next)) {
			return true
		}
	}
	return false
}

// completes says whether a marble of Blue's on some slot makes a block.
func completes(b *board) bool {
	for row := range 5 {
		for col := range 5 {
			own, free := 0, 0
			for _, s := range []slot{{row, col}, {row, col + 1}, {row + 1, col}, {row + 1, col + 1}} {
				switch b.get(s) {
				case blue:
					own++
				case empty:
					free++
				}
			}
			if own == 3 && free == 1 {
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
