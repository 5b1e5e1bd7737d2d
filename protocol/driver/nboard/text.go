package nboard

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// position is the board as GGF has it: the squares row by row from a1 as *
// (black), O (white) or -, and the side to move.
type position struct {
	board string
	white bool // white is to move
}

const startBoard = "---------------------------O*------*O---------------------------"

// parsePosition reads "startpos" or a FEN: 64 squares as X, O or -, then X or
// O to move.
func parsePosition(text string) (position, error) {
	if text == "startpos" {
		return position{board: startBoard}, nil
	}
	words := strings.Fields(text)
	if len(words) != 2 || len(words[0]) != 64 || strings.Trim(words[0], "XO-") != "" || words[1] != "X" && words[1] != "O" {
		return position{}, &driver.Refusal{Code: "bad-position", Text: fmt.Sprintf("%q is not an othello position", driver.Clip(text))}
	}
	return position{board: strings.ReplaceAll(words[0], "X", "*"), white: words[1] == "O"}, nil
}

// ggf is the line that sets up the position, with each side's time.
func (p position) ggf(clock driver.Clock) string {
	side := "*"
	if p.white {
		side = "O"
	}
	return "set game (;GM[Othello]PC[Quadrille]PB[black]PW[white]RE[?]TI[" + ggfTime(clock) + "]TY[8]BO[8 " + p.board + " " + side + "];)"
}

// ggfTime writes a clock as GGF does, rounded down to seconds but to no less
// than one: minutes and seconds, and the increment behind a slash.
func ggfTime(c driver.Clock) string {
	if c.Left <= 0 {
		return "60:00"
	}
	text := minutes(max(c.Left, time.Second))
	if c.Inc > 0 {
		text += "/" + minutes(c.Inc)
	}
	return text
}

func minutes(d time.Duration) string {
	seconds := int64(d / time.Second)
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

// moveText writes a token as the language does.
func moveText(token string) string {
	if token == driver.Pass {
		return "PA"
	}
	return strings.ToUpper(token)
}

// parseMove reads `=== MOVE`, behind which may stand the value in disks from
// the view of the side to move and the time in seconds, after slashes or
// spaces. ok is false for other lines, and for moves that are none.
func parseMove(line string) (token string, info driver.Info, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "===")
	if !ok {
		return "", info, false
	}
	rest = strings.TrimLeft(rest, " \t")
	fields := strings.Split(rest, "/")
	if !strings.Contains(rest, "/") {
		fields = strings.Fields(rest)
	}
	if len(fields) == 0 {
		return "", info, false
	}
	if token, ok = parseToken(fields[0]); !ok {
		return "", info, false
	}
	if len(fields) > 1 {
		if disks, err := strconv.ParseFloat(strings.TrimSpace(fields[1]), 64); err == nil && math.Abs(disks) <= 64 {
			info.HasScore, info.CP, info.Raw = true, int(math.Round(disks*100)), line
		}
	}
	return token, info, true
}

// parseToken reads a move of an engine: a square in either case or a pass.
func parseToken(word string) (token string, ok bool) {
	word = strings.ToLower(strings.TrimSpace(word))
	switch {
	case driver.IsPass(word):
		return driver.Pass, true
	case len(word) == 2 && 'a' <= word[0] && word[0] <= 'h' && '1' <= word[1] && word[1] <= '8':
		return word, true
	}
	return "", false
}
