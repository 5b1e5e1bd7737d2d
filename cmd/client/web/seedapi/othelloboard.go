package seedapi

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
)

const othelloSize = 8

// Grid is a board as the document returns it: a list for each row y from the
// top with a number for each column x from the left, 1 for an own disk, -1 for
// one of the opponent and 0 for none. Square (x, y) is Grid[y][x].
type Grid [othelloSize][othelloSize]int

// view returns the board as Black or as White sees it.
func view(state host.Standing, black bool) (Grid, error) {
	var position struct {
		Board [othelloSize][othelloSize]*string `json:"board"`
	}
	var grid Grid
	if err := json.Unmarshal(state.Position, &position); err != nil {
		return grid, fmt.Errorf("othello: state of the engine: %w", err)
	}
	for y, row := range position.Board {
		for x, disk := range row {
			switch {
			case disk == nil:
			case (*disk == "X") == black:
				grid[y][x] = 1
			default:
				grid[y][x] = -1
			}
		}
	}
	return grid, nil
}

// seatName is the protocol's name of Black or White.
func seatName(black bool) string {
	if black {
		return "p1"
	}
	return "p2"
}

// place puts a disk of Black or White on column x, row y, and passes for the
// opponent who must.
func place(ctx context.Context, h *host.Host, state host.State, black bool, x, y int) (host.State, error) {
	state, err := contest.Settle(ctx, h, state)
	if err != nil {
		return state, err
	}
	if state.Over() {
		return state, host.Refuse(host.Conflict, "the game is over")
	}
	if !contest.OnTurn(state, seatName(black)) {
		return state, host.Refuse(host.Conflict, "it is not your turn; /move_needed tells you when it is")
	}
	token := squareToken(x, y)
	if !slices.Contains(state.Legal, token) {
		return state, refuseSquare(state, x, y)
	}
	state, err = h.Act(ctx, state.ID, host.Change{Move: token, Version: &state.Version})
	if err != nil {
		return state, err
	}
	after, err := contest.Settle(ctx, h, state)
	if err != nil {
		return state, nil // the disk is placed; the pass is made later
	}
	return after, nil
}

// squareToken is the engine's name of column x, row y.
func squareToken(x, y int) string { return string([]byte{'a' + byte(x), '1' + byte(y)}) }

// refuseSquare says why no disk may be placed there, and where one may.
func refuseSquare(state host.State, x, y int) error {
	var may []string
	for _, token := range state.Legal {
		if len(token) == 2 {
			may = append(may, fmt.Sprintf("(%d, %d)", token[0]-'a', token[1]-'1'))
		}
	}
	why := "outflanks no disk"
	if grid, err := view(state.Standing, true); err == nil && grid[y][x] != 0 {
		why = "is occupied"
	}
	return host.Refuse(host.Conflict, "(%d, %d) %s; you may play %s", x, y, why, strings.Join(may, " "))
}
