package othellobot

import (
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/ai/othellobot/book"
	"quadrille/engine/othello"
)

func TestPlaysBook(t *testing.T) {
	pos := start(t)
	var allowed []string
	for _, c := range book.Default.Book().Playable(pos.SearchState(), nearEqual) {
		allowed = append(allowed, othello.Turn(c.Turn).String())
	}
	if len(allowed) != 4 {
		t.Errorf("the book begins with %v; the four turns are images of each other", allowed)
	}
	bottest.PlaysBook(t, New, pos, allowed, "f5")
}

func TestInBook(t *testing.T) {
	reader, ok := New().(ai.Reader)
	if !ok {
		t.Fatal("the bot has no book")
	}
	if pos := start(t); !reader.InBook(pos) {
		t.Error("the start position is not in the book")
	}
}
