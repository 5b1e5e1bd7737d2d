package kept

import (
	"context"
	"errors"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/protocol/record"
	"quadrille/protocol/record/formats"
)

// atOnce is how long games of a file are taken until who asked hears of it.
const atOnce = 500 * time.Millisecond

// Taken is what became of games of a file.
type Taken struct {
	Count int `json:"count"` // games of the file
	// Next is the number of the first game that was not looked at, 0 when there is
	// none.
	Next  int `json:"next"`
	Made  int `json:"made"`  // games that were not there before
	There int `json:"there"` // games that were there already, which stay as they are
	// Refused are the games that cannot be read or are not played by the rules.
	Refused []host.Listed `json:"refused"`
}

// Take makes games of a file, in any form of package formats, from a number on,
// for about half a second: who asked asks again for the rest. A game that is there
// already is not made twice.
func (g *Games) Take(ctx context.Context, data []byte, from int) (Taken, error) {
	file, err := formats.Open("", "-", data)
	if err != nil {
		return Taken{}, host.Refuse(host.BadRequest, "the file: %v", err)
	}
	t := Taken{Count: len(file.Games), Refused: []host.Listed{}}
	if from < 1 || from > t.Count {
		return Taken{}, host.Refuse(host.BadRequest, "from is the number of a game of the file, 1 to %d", t.Count)
	}
	known, err := g.texts(ctx)
	if err != nil {
		return Taken{}, err
	}
	for end := time.Now().Add(atOnce); from <= t.Count; from++ {
		if err := g.take(ctx, &t, from, file.Games[from-1], known); err != nil {
			return t, err
		}
		if time.Now().After(end) && from < t.Count {
			t.Next = from + 1
			break
		}
	}
	return t, nil
}

// take makes one game. The error is that no game can be made at present.
func (g *Games) take(ctx context.Context, t *Taken, number int, read record.ReadFunc, known map[string]bool) error {
	r, _, err := read()
	text := ""
	if err == nil {
		text, err = r.Print()
	}
	if err == nil && known[identity(r)] {
		t.There++
		return nil
	}
	if err == nil {
		_, _, err = g.host.Create(ctx, host.Spec{Record: text})
	}
	var refusal *host.Error
	switch {
	case err == nil:
		t.Made++
		known[identity(r)] = true
	case ctx.Err() != nil, errors.As(err, &refusal) && (refusal.Kind == host.Unavailable || refusal.Kind == host.Gone || refusal.Kind == host.Busy):
		return err
	default:
		t.Refused = append(t.Refused, host.Listed{Number: number, Refusal: err.Error()})
	}
	return nil
}
