package blokusbot

import (
	"testing"

	"quadrille/ai"
	"quadrille/ai/blokusbot/book"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// bookRules are rules whose games begin in a book, or do not.
var bookRules = []struct {
	rules engine.Rules
	in    bool
}{
	{engine.Rules{"variant": "duo"}, true},
	{engine.Rules{"variant": "duo", "corners": "fixed", "scoring": "official", "start": "2"}, true},
	{engine.Rules{}, true},
	{engine.Rules{"corners": "fixed", "start": "3"}, true},
	{engine.Rules{"variant": "junior"}, false},
	{engine.Rules{"players": "2"}, false},
	{engine.Rules{"players": "3"}, false},
}

func TestInBook(t *testing.T) {
	reader, ok := New().(ai.Reader)
	if !ok {
		t.Fatal("the bot has no books")
	}
	for _, c := range bookRules {
		pos, err := blokus.Game{}.New(c.rules, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := reader.InBook(pos); got != c.in {
			t.Errorf("%v: in a book is %v", c.rules, got)
		}
	}
}

func TestPlaysBook(t *testing.T) {
	pos, err := blokus.Game{}.New(engine.Rules{"variant": "duo"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := pos.(*blokus.Position).SearchState()
	var allowed []string
	for _, e := range book.Books(&s) {
		for _, choice := range e.Book().Playable(s, nearEqual) {
			allowed = append(allowed, blokus.Placement(choice.Turn).Token(s.Size()))
		}
	}
	bottest.PlaysBook(t, New, pos, allowed, pos.Legal()[0])
}
