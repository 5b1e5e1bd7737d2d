package seedapi

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// size is the number of rows and columns.
const blokusSize = 20

// colours are the players in turn order.
var colours = [4]string{"blue", "yellow", "red", "green"}

// otherNames are further names by which GET /players/:c finds a colour: the
// letters on the board, and the document's own words, folded.
var otherNames = map[string]int{
	"b": 0, "y": 1, "r": 2, "g": 3,
	"μπλε": 0, "κιτρινο": 1, "κοκκινο": 2, "πρασινο": 3,
}

// findColour finds a colour by any of its names, in capitals or not, with
// accents or, as Greek capitals are written, without.
func findColour(name string) (colour int, ok bool) {
	name = fold(name)
	if i := slices.Index(colours[:], name); i >= 0 {
		return i, true
	}
	colour, ok = otherNames[name]
	return colour, ok
}

// fold takes from a word all that does not make it another one: capitals,
// accents, forms of the same letter such as the final sigma or a wide letter.
func fold(word string) string {
	bare, _, err := transform.String(transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), cases.Fold()), word)
	if err != nil {
		return word
	}
	return bare
}

// position is a game as the engine says it stands.
type blokusPosition struct {
	state host.State
	game  blokusState
}

// gameState is what is needed of the engine's `query state`.
type blokusState struct {
	Board   [][]*string `json:"board"` // rows from the top; letters of colours
	Turn    string      `json:"turn"`
	Over    bool        `json:"over"`
	Winner  *string     `json:"winner"`
	Reason  *string     `json:"reason"`
	Passes  []string    `json:"passes"`
	Players []struct {
		Color       string   `json:"color"`
		Blocked     bool     `json:"blocked"` // cannot place anything
		Pieces      []string `json:"pieces"`  // left
		SquaresLeft int      `json:"squaresLeft"`
	} `json:"players"`
}

func readPosition(state host.State, err error) (blokusPosition, error) {
	if err != nil {
		return blokusPosition{}, err
	}
	p := blokusPosition{state: state}
	if err := json.Unmarshal(state.Position, &p.game); err != nil {
		return blokusPosition{}, fmt.Errorf("blokus: state of the engine: %w", err)
	}
	if len(p.game.Players) != len(colours) || len(p.game.Board) != blokusSize {
		return blokusPosition{}, fmt.Errorf("blokus: the engine's game has %d players and %d rows", len(p.game.Players), len(p.game.Board))
	}
	return p, nil
}

// board has a list for each row from the top, in it the name of the colour
// that covers each cell from the left, or nil. Cell (x, y) is board[x-1][y-1].
func (p blokusPosition) board() [][]*string {
	names := map[string]*string{}
	for i := range colours {
		names[strings.ToUpper(colours[i][:1])] = &colours[i]
	}
	rows := make([][]*string, len(p.game.Board))
	for x, row := range p.game.Board {
		rows[x] = make([]*string, len(row))
		for y, letter := range row {
			if letter != nil {
				rows[x][y] = names[*letter]
			}
		}
	}
	return rows
}

// BlokusStatus is the answer to GET /status/, and to passes and moves.
type BlokusStatus struct {
	Status string  `json:"status"` // active or ended
	PTurn  *string `json:"p_turn"` // colour to move; null when the game has ended
	// MustPass says that the colour to move cannot place anything.
	MustPass bool `json:"must_pass"`
	Passes   int  `json:"passes"` // passes so far
	// Winner is the colour with the fewest squares left once the game has
	// ended; null before, and when several have the fewest.
	Winner *string `json:"winner"`
	Tie    bool    `json:"tie"`
	Reason *string `json:"reason"` // first-out, all-blocked or tie
	Moves  int     `json:"moves"`  // placements so far
	// LastChange is when the game was last changed, as RFC 3339 writes it.
	LastChange time.Time `json:"last_change"`
}

func (p blokusPosition) status() BlokusStatus {
	s := BlokusStatus{
		Status: "active", Passes: len(p.game.Passes), Reason: p.game.Reason, LastChange: p.state.Updated.UTC(),
	}
	for _, turn := range p.state.Turns {
		if turn != driver.Pass {
			s.Moves++
		}
	}
	if !p.game.Over {
		turn := p.game.Turn
		s.PTurn, s.MustPass = &turn, len(p.state.Legal) == 1 && p.state.Legal[0] == driver.Pass
		return s
	}
	s.Status, s.Winner, s.Tie = "ended", p.game.Winner, p.game.Winner == nil
	return s
}

// BlokusPlayer is a colour in the answers to GET /players/.
type BlokusPlayer struct {
	Color string `json:"color"`
	// Active says that the colour has not passed and the game goes on.
	Active  bool `json:"active"`
	Blocked bool `json:"blocked"` // has passed, and gets no turn any more
	// Points are the squares of the parts left, counted at the end; null
	// before. The fewest win.
	Points *int `json:"points"`
	// PartsLeft are the names of the parts that are not on the board.
	PartsLeft   []string `json:"parts_left"`
	SquaresLeft int      `json:"squares_left"`
	// CanMove says whether there is a place for any of them.
	CanMove bool `json:"can_move"`
}

func (p blokusPosition) players() []BlokusPlayer {
	var list []BlokusPlayer
	for i, player := range p.game.Players {
		blocked := slices.Contains(p.game.Passes, player.Color)
		shown := BlokusPlayer{
			Color: colours[i], Active: !blocked && !p.game.Over, Blocked: blocked,
			PartsLeft: player.Pieces, SquaresLeft: player.SquaresLeft, CanMove: !player.Blocked && !p.game.Over,
		}
		if p.game.Over {
			shown.Points = &player.SquaresLeft
		}
		list = append(list, shown)
	}
	return list
}

// parts lists the parts, and who has each of them still.
func (p blokusPosition) parts() []BlokusPart {
	list := catalogue()
	for i := range list {
		list[i].Players = []string{}
		for colour, player := range p.game.Players {
			if slices.Contains(player.Pieces, list[i].PartName) {
				list[i].Players = append(list[i].Players, colours[colour])
			}
		}
	}
	return list
}
