package host

import (
	"context"

	"quadrille/protocol/record"
	"quadrille/protocol/record/formats"
)

// mostListed bounds the games of a file that are listed.
const mostListed = 10_000

// Contents are the games of a file.
type Contents struct {
	Games []Listed `json:"games"` // in the order of the file
	Count int      `json:"count"` // of all games, also those behind the last that is listed
	// Notes say what of the file belongs to no game.
	Notes []string `json:"notes"`
}

// Listed is what is told of a game in a file.
type Listed struct {
	Number  int      `json:"number"` // from 1
	Game    string   `json:"game,omitempty"`
	Players []string `json:"players,omitempty"` // by seats; unknown ones are empty
	Event   string   `json:"event,omitempty"`
	Date    string   `json:"date,omitempty"`
	Result  string   `json:"result,omitempty"` // p1win to p4win or draw; empty when there is none
	Turns   int      `json:"turns"`
	// Refusal says why the game cannot be read, and with which line that begins;
	// nothing else is known of it then.
	Refusal string `json:"refusal,omitempty"`
}

// Contents reads a file in one of the forms of package formats, either a text or any
// bytes, and lists its games. Nothing is kept.
func (h *Host) Contents(ctx context.Context, text string, data []byte) (Contents, error) {
	file, err := openFile(text, data)
	if err != nil {
		return Contents{}, noRecord(err)
	}
	c := Contents{Games: []Listed{}, Count: len(file.Games), Notes: append([]string{}, file.Notes...)}
	for i, read := range file.Games[:min(len(file.Games), mostListed)] {
		if err := ctx.Err(); err != nil {
			return Contents{}, err
		}
		c.Games = append(c.Games, listed(i+1, read))
	}
	return c, nil
}

func listed(number int, read record.ReadFunc) Listed {
	r, _, err := read()
	if err != nil {
		return Listed{Number: number, Refusal: err.Error()}
	}
	return ListedOf(number, r)
}

// ListedOf is what is told of a game of a list.
func ListedOf(number int, r *record.Record) Listed {
	l := Listed{Number: number, Game: r.Tag(record.GameTag), Event: r.Tag("Event"), Date: r.Tag(record.DateTag), Turns: len(r.Turns)}
	if result := r.Tag(record.ResultTag); result != record.Unfinished {
		l.Result = result
	}
	for seat := range 4 {
		if name := r.Tag(record.SeatTag(seatName(seat))); name != "" {
			l.Players = append(append(l.Players, make([]string, seat-len(l.Players))...), name)
		}
	}
	return l
}

// openFile takes a file apart. No other file is looked at.
func openFile(text string, data []byte) (record.File, error) {
	if text != "" && len(data) > 0 {
		return record.File{}, Refuse(BadRequest, "give either record or data")
	}
	if len(data) == 0 {
		data = []byte(text)
	}
	return formats.Open("", "-", data)
}

// noRecord is the refusal of a file that cannot be read.
func noRecord(err error) error { return Refuse(BadRequest, "the record: %v", err) }
