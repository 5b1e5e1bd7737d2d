package opening

import (
	"math/rand/v2"
	"slices"
	"sync"
)

// Said is what a player says to people of a turn that is from a book.
const Said = "from the book"

// Book is what is looked up in a book that has been read. It may be used by
// several goroutines at once.
type Book[S any] struct {
	// About says how the book came about.
	About About
	game  Game[S]
	known map[uint64]entry
}

// entry is what a book knows of a position.
type entry struct {
	value    Value
	explored bool
}

// Embedded is a book in the program, which is read when it is first needed.
type Embedded[S any] struct {
	game Game[S]
	// Book returns it. It panics if the file is none: a test of the book reads it.
	Book func() *Book[S]
}

// Embed returns the book of that name in a file.
func Embed[S any](g Game[S], name string, file []byte) *Embedded[S] {
	return &Embedded[S]{g, sync.OnceValue(func() *Book[S] {
		b, err := Read(g, name, file)
		if err != nil {
			panic("opening: embedded book " + name + ": " + err.Error())
		}
		return b
	})}
}

// begins says whether a position is that with which the book begins.
func (e *Embedded[S]) begins(s S) bool {
	start := e.game.Start()
	return e.game.Key(&s) == e.game.Key(&start)
}

// InAny says whether one of some books has a position. None is read for a position
// with which one begins: a new game would wait for that, in a browser up to a tenth
// of a second.
func InAny[S any](s S, books ...*Embedded[S]) bool {
	return slices.ContainsFunc(books, func(e *Embedded[S]) bool { return e.begins(s) }) ||
		slices.ContainsFunc(books, func(e *Embedded[S]) bool { return e.Book().Has(s) })
}

// Len is the number of positions.
func (b *Book[S]) Len() int { return len(b.known) }

// Has says whether a position is in the book.
func (b *Book[S]) Has(s S) bool {
	_, ok := b.known[b.game.Key(&s)]
	return ok
}

// Choices returns the turns of a position that lead to positions of the book,
// the best first; of several that lead to images of one position, all. There are
// none where the position itself has not been explored: then nobody has looked
// whether there are better ones.
func (b *Book[S]) Choices(s S) (list []Line) {
	if !b.known[b.game.Key(&s)].explored {
		return nil
	}
	mover, seats := b.game.Mover(&s), b.game.Seats()
	for _, t := range b.game.Turns(&s) {
		next := b.game.Play(s, t)
		if e, ok := b.known[b.game.Key(&next)]; ok {
			list = append(list, Line{t, turned(e.value, b.game.Mover(&next), mover, seats)})
		}
	}
	slices.SortStableFunc(list, func(a, b Line) int { return int(b.Value[0]) - int(a.Value[0]) })
	return list
}

// Playable returns those choices that are as good as the best but for so much, and
// surely enough: their values come from the searches that About.Trust asks for. A
// position may have none.
func (b *Book[S]) Playable(s S, near int) []Line {
	list := b.Choices(s)
	if len(list) == 0 {
		return nil
	}
	best := list[0].Value[0]
	return slices.DeleteFunc(list, func(c Line) bool {
		return int(best-c.Value[0]) > near || !b.sure(b.game.Play(s, c.Turn), b.About.Trust-1)
	})
}

// sure says whether what a position is worth comes from so many searches one behind
// the other: its own, that of the position behind the best of its turns, and so on.
func (b *Book[S]) sure(s S, searches int) bool {
	if searches <= 0 {
		return true
	}
	list := b.Choices(s)
	return slices.ContainsFunc(list, func(c Line) bool {
		return c.Value == list[0].Value && b.sure(b.game.Play(s, c.Turn), searches-1)
	})
}

// Pick is one of the playable turns. The seed and the position decide which, and
// one of images of one turn is as likely as another. ok is false where there is
// none.
func (b *Book[S]) Pick(s S, near int, seed uint64) (c Line, ok bool) {
	list := b.Playable(s, near)
	if len(list) == 0 {
		return c, false
	}
	r := rand.New(rand.NewPCG(seed, b.game.Key(&s)))
	return list[r.IntN(len(list))], true
}

// Follow returns the best line of the book from a position on, of at most so many
// turns.
func (b *Book[S]) Follow(s S, most int) (line []Turn) {
	for range most {
		list := b.Choices(s)
		if len(list) == 0 {
			break
		}
		line = append(line, list[0].Turn)
		s = b.game.Play(s, list[0].Turn)
	}
	return line
}
