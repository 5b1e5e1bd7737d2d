package opening

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// A file of a book is a line of JSON, About, and then, deflated, three lists: for
// each position how many positions come first behind it, times two, plus one if it
// was explored; for each of those, in the same order, the turn; and the value less
// that of the position before it, for all seats but the last. Positions are in
// the order of a walk broad first from the start, so that it needs no positions,
// only turns, and everything in it can be reached by legal turns. Numbers are
// written as encoding/binary does, the lists each with their length before them.

// About is the provenance of a book.
type About struct {
	Format     int    `json:"format"`     // of the file
	Book       string `json:"book"`       // its name
	Positions  int    `json:"positions"`  // in it
	Explored   int    `json:"explored"`   // of them
	Nodes      uint64 `json:"nodes"`      // of the search of each position that was explored
	Evaluation string `json:"evaluation"` // first digits of the SHA-256 of the weights
	Date       string `json:"date"`       // of the writing, as 2026-11-29
	Unit       int    `json:"unit"`       // values are multiples of it
	// Trust is how many searches one behind the other a turn needs that is played:
	// 1 that of its position, 2 also one of the position behind it, and so on.
	Trust int `json:"trust"`
}

const (
	format        = 1
	mostPositions = 1 << 20
	mostUnpacked  = 16 << 20
	mostTrust     = 8
)

// Errors of files.
var (
	ErrFile  = errors.New("this is not the file of a book")
	ErrOther = errors.New("this is the book of something else")
)

// Append writes the book of a graph as a file. Of about, the caller fills in
// what the graph does not know.
func (b *Graph[S]) Append(file []byte, about About) ([]byte, error) {
	about.Format, about.Positions, about.Explored = format, b.Len(), b.Explored()
	about.Unit, about.Trust = max(1, about.Unit), max(1, about.Trust)
	head, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	file = append(append(file, head...), '\n')
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	lists := &writer[S]{Graph: b, unit: about.Unit, values: b.values()}
	lists.write()
	for _, list := range lists.lists {
		if _, err := w.Write(append(binary.AppendUvarint(nil, uint64(len(list))), list...)); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return append(file, packed.Bytes()...), nil
}

// writer makes the lists of a file.
type writer[S any] struct {
	*Graph[S]
	unit   int
	values []Value
	lists  [3][]byte
}

// placed is a position as the reader of a file comes to it, which may be an image of
// that of the graph, and its value as rounded.
type placed[S any] struct {
	n     int
	state S
	value Value
}

// write fills the lists.
func (w *writer[S]) write() {
	listed := make([]bool, len(w.nodes))
	listed[0] = true
	for queue := []placed[S]{{state: w.game.Start()}}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		at, first := &w.nodes[from.n], 0
		for _, l := range at.links {
			if !listed[l.to] {
				listed[l.to] = true
				first++
				queue = append(queue, w.link(from, l))
			}
		}
		code := uint64(first) << 1
		if at.explored && !w.open(from.n, w.values) {
			code |= 1
		}
		w.lists[0] = binary.AppendUvarint(w.lists[0], code)
	}
}

// link writes a turn and its value, and returns what is behind it.
func (w *writer[S]) link(from placed[S], l link) placed[S] {
	turn := w.turnTo(from.state, l)
	w.lists[1] = binary.AppendUvarint(w.lists[1], uint64(turn))
	v := w.after(from.n, l, w.values[l.to])
	first := make([]int, w.game.Seats()-1)
	for i := range first {
		step := int(math.Round(float64(int(v[i])-int(from.value[i])) / float64(w.unit)))
		w.lists[2] = binary.AppendVarint(w.lists[2], int64(step))
		first[i] = int(from.value[i]) + step*w.unit
	}
	next := w.game.Play(from.state, turn)
	value := turned(Complete(w.game, first), w.game.Mover(&from.state), w.game.Mover(&next), w.game.Seats())
	return placed[S]{l.to, next, value}
}

// turnTo is the turn of a link in an image of its position.
func (w *writer[S]) turnTo(s S, l link) Turn {
	key := w.game.Key(&w.nodes[l.to].state)
	for _, t := range append([]Turn{l.turn}, w.game.Turns(&s)...) {
		if !w.game.Legal(&s, t) {
			continue
		}
		if next := w.game.Play(s, t); w.game.Key(&next) == key {
			return t
		}
	}
	return l.turn // not reached: an image has the images of all turns
}

// Read reads the file of a book that has a name.
func Read[S any](g Game[S], name string, file []byte) (*Book[S], error) {
	about, packed, err := ReadAbout(file)
	if err != nil {
		return nil, err
	}
	if about.Book != name {
		return nil, fmt.Errorf("%w: of %q, not of %q", ErrOther, about.Book, name)
	}
	r := reader[S]{game: g, book: &Book[S]{About: about, game: g, known: map[uint64]entry{}}}
	if err := r.unpack(packed); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if err := r.positions(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	return r.book, nil
}

// ReadAbout reads the provenance of a book and returns what is behind it.
func ReadAbout(file []byte) (a About, packed []byte, err error) {
	head, packed, ok := bytes.Cut(file, []byte("\n"))
	if !ok {
		return a, nil, fmt.Errorf("%w: it has no first line", ErrFile)
	}
	if err := json.Unmarshal(head, &a); err != nil {
		return a, nil, fmt.Errorf("%w: its first line is not JSON: %w", ErrFile, err)
	}
	switch {
	case a.Format != format:
		return a, nil, fmt.Errorf("%w: its format is %d, and only %d is known", ErrFile, a.Format, format)
	case a.Positions < 1 || a.Positions > mostPositions:
		return a, nil, fmt.Errorf("%w: it claims to have %d positions; 1 to %d are possible", ErrFile, a.Positions, mostPositions)
	case a.Unit < 1 || a.Unit > math.MaxInt16 || a.Trust < 1 || a.Trust > mostTrust:
		return a, nil, fmt.Errorf("%w: unit %d, trust %d; both are 1 or more, trust at most %d", ErrFile, a.Unit, a.Trust, mostTrust)
	}
	return a, packed, nil
}

// reader reads a file.
type reader[S any] struct {
	game                 Game[S]
	book                 *Book[S]
	counts, turns, steps bytes.Reader
}

// unpack fills the lists.
func (r *reader[S]) unpack(packed []byte) error {
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostUnpacked+1))
	switch {
	case err != nil:
		return fmt.Errorf("what is packed cannot be unpacked: %w", err)
	case len(data) > mostUnpacked:
		return fmt.Errorf("more than %d bytes are packed", mostUnpacked)
	}
	for _, list := range []*bytes.Reader{&r.counts, &r.turns, &r.steps} {
		n, used := binary.Uvarint(data)
		if used <= 0 || n > uint64(len(data)-used) {
			return errors.New("a list is longer than the file")
		}
		list.Reset(data[used:][:n])
		data = data[used+int(n):]
	}
	if len(data) > 0 {
		return fmt.Errorf("%d bytes are left over behind the lists", len(data))
	}
	return nil
}

// place is a position that a file has led to.
type place[S any] struct {
	state S
	key   uint64
	value Value
}

// positions plays the turns of the lists.
func (r *reader[S]) positions() error {
	start := r.game.Start()
	places := []place[S]{{state: start, key: r.game.Key(&start)}}
	r.book.known[places[0].key] = entry{}
	for n := 0; n < len(places); n++ {
		at := places[n]
		code, err := binary.ReadUvarint(&r.counts)
		if err != nil {
			return fmt.Errorf("position %d of %d: the list of numbers ends", n, r.book.About.Positions)
		}
		r.book.known[at.key] = entry{value: at.value, explored: code&1 != 0}
		if code>>1 > uint64(r.book.About.Positions-len(places)) {
			return fmt.Errorf("position %d has more positions behind it than are left", n)
		}
		for range code >> 1 {
			next, err := r.next(at)
			if err != nil {
				return fmt.Errorf("behind position %d: %w", n, err)
			}
			places = append(places, next)
		}
	}
	if len(places) != r.book.About.Positions || r.counts.Len()+r.turns.Len()+r.steps.Len() > 0 {
		return fmt.Errorf("it has %d positions and %d bytes beside them, where its first line says %d", len(places), r.counts.Len()+r.turns.Len()+r.steps.Len(), r.book.About.Positions)
	}
	return nil
}

// next reads a turn and what is behind it.
func (r *reader[S]) next(at place[S]) (next place[S], err error) {
	turn, err := binary.ReadUvarint(&r.turns)
	if err != nil {
		return next, errors.New("the list of turns ends")
	}
	if turn > math.MaxUint16 || !r.game.Legal(&at.state, Turn(turn)) {
		return next, fmt.Errorf("turn %d is not legal", turn)
	}
	first := make([]int, r.game.Seats()-1)
	for i := range first {
		step, err := binary.ReadVarint(&r.steps)
		if err != nil {
			return next, errors.New("the list of values ends")
		}
		first[i] = int(at.value[i]) + int(max(-math.MaxInt16, min(step, math.MaxInt16)))*r.book.About.Unit
		if first[i] < -mostValue || first[i] > mostValue {
			return next, fmt.Errorf("turn %d has the value %d; values are within %d", turn, first[i], mostValue)
		}
	}
	next.state = r.game.Play(at.state, Turn(turn))
	next.key = r.game.Key(&next.state)
	if _, twice := r.book.known[next.key]; twice {
		return next, fmt.Errorf("turn %d leads to an image of a position that it has", turn)
	}
	r.book.known[next.key] = entry{}
	next.value = turned(Complete(r.game, first), r.game.Mover(&at.state), r.game.Mover(&next.state), r.game.Seats())
	return next, nil
}

// mostValue bounds values, so that all of them fit.
const mostValue = 10_000
