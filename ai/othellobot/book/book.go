// Package book is the opening book of Othello: positions and what they are
// worth.
//
// A book is a set of positions, each in the first of its eight images, with the
// value that a search gave it. A turn is in the book when it leads to a
// position of the book. What a position is worth then follows from those
// it leads to: the best that the side to move can choose among them.
package book

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"quadrille/engine/othello"
)

// Book is a set of positions. It may be read by several goroutines at once, as
// long as nobody adds to it.
type Book struct {
	values map[key]int16
}

// key is a canonical position from the view of the side to move, which is all
// that its value depends on.
type key struct{ own, opp uint64 }

func keyOf(s *othello.State) key {
	c := othello.State{Own: s.Own, Opp: s.Opp}.Canonical()
	return key{c.Own, c.Opp}
}

// New returns an empty book.
func New() *Book { return &Book{values: map[key]int16{}} }

//go:embed book.txt
var embedded []byte

// Default returns the program's book, which must not be changed.
var Default = sync.OnceValue(func() *Book {
	b, err := Read(bytes.NewReader(embedded))
	if err != nil {
		panic("book: embedded book: " + err.Error()) // a test reads it
	}
	return b
})

// Len is the number of positions.
func (b *Book) Len() int { return len(b.values) }

// Add enters a position with what a search says it is worth to the side to
// move, in hundredths of a disk.
func (b *Book) Add(s othello.State, value int) { b.values[keyOf(&s)] = int16(value) }

// Choice is a turn in the book.
type Choice struct {
	Turn  othello.Turn
	Value int // hundredths of a disk, from the view of the side that plays it
}

// Choices returns the turns that lead to positions of the book, best first.
func (b *Book) Choices(s othello.State) []Choice {
	return b.choices(&s, map[key]int{})
}

// choices remembers the values that it has worked out: positions are reached
// by several orders of turns.
func (b *Book) choices(s *othello.State, known map[key]int) []Choice {
	var list []Choice
	for _, t := range s.Turns(nil) {
		next := s.Play(t)
		if v, ok := b.value(&next, known); ok {
			list = append(list, Choice{Turn: t, Value: -v})
		}
	}
	slices.SortStableFunc(list, func(a, b Choice) int { return b.Value - a.Value })
	return list
}

// value is what a position of the book is worth.
func (b *Book) value(s *othello.State, known map[key]int) (int, bool) {
	k := keyOf(s)
	if v, ok := known[k]; ok {
		return v, true
	}
	searched, ok := b.values[k]
	if !ok {
		return 0, false
	}
	v := int(searched)
	if list := b.choices(s, known); len(list) > 0 {
		v = list[0].Value
	}
	known[k] = v
	return v, true
}

// Read reads what WriteTo writes.
func Read(r io.Reader) (*Book, error) {
	b := New()
	scanner := bufio.NewScanner(r)
	for n := 1; scanner.Scan(); n++ {
		line := scanner.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		if err := b.parse(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return b, scanner.Err()
}

// parse reads a line: the disks of the side to move and of the other side in
// hexadecimal, and the value.
func (b *Book) parse(line string) error {
	var k key
	var value int16
	if _, err := fmt.Sscanf(line, "%x %x %d\n", &k.own, &k.opp, &value); err != nil {
		return fmt.Errorf("%.40q: %w", line, err)
	}
	s := othello.State{Own: k.own, Opp: k.opp}
	switch {
	case k.own&k.opp != 0:
		return fmt.Errorf("%x and %x have squares in common", k.own, k.opp)
	case keyOf(&s) != k:
		return fmt.Errorf("%x and %x are not the first of their images", k.own, k.opp)
	case value < -6400 || value > 6400:
		return fmt.Errorf("%d is not a value", value)
	}
	b.values[k] = value
	return nil
}

// WriteTo writes the book as text, in an order that does not depend on how it
// came about.
func (b *Book) WriteTo(w io.Writer) (int64, error) {
	var keys []key
	for k := range b.values {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.own, b.own), cmp.Compare(a.opp, b.opp))
	})
	var text bytes.Buffer
	for _, k := range keys {
		fmt.Fprintf(&text, "%x %x %d\n", k.own, k.opp, b.values[k])
	}
	return text.WriteTo(w)
}
