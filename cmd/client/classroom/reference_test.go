package classroom

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// reference is the document's program, written from the document as somebody
// writes it who knows nothing of engine/teeko: a board of four rows of four
// numbers and its functions under their own names. Wherever the document is
// silent it does what docs/classroom.md says.
type reference struct {
	board [4][4]int // rows from the top; 0 empty, 1 O, 2 X
	words []string  // of the input, not read yet
	out   strings.Builder
}

// run plays a game from a board with some marks and returns what is printed;
// ended is false when the input ended first.
func (r *reference) run(input string, board [4][4]int) (printed string, ended bool) {
	r.board = board
	r.words = strings.FieldsFunc(input, func(c rune) bool { return strings.ContainsRune(" \t\n\v\f\r", c) })
	humans, ok := r.read("How many human players [1-2]?", func(n int) bool { return n == 1 || n == 2 })
	if !ok {
		return r.out.String(), false
	}
	r.printGameBoard()
	for turn := 0; r.hasWinner() == 0; turn++ {
		if !r.act(turn%2+1, humans) {
			return r.out.String(), false
		}
		r.printGameBoard()
	}
	if r.hasWinner() == 2 && humans == 1 {
		fmt.Fprintln(&r.out, "Computer wins!")
	} else {
		fmt.Fprintf(&r.out, "Player %d wins! Congratulations!\n", r.hasWinner())
	}
	return r.out.String(), true
}

func (r *reference) act(player, humans int) bool {
	marks := 0
	for n := 1; n <= 16; n++ {
		if *r.at(n) != 0 {
			marks++
		}
	}
	switch computer := player == 2 && humans == 1; {
	case marks < 8 && computer:
		r.placeMarkByComputerPlayer()
	case marks < 8:
		return r.placeMarkByHumanPlayer(player)
	case computer:
		r.moveMarkByComputerPlayer()
	default:
		return r.moveMarkByHumanPlayer(player)
	}
	return true
}

// at is the cell with a number 1 to 16.
func (r *reference) at(n int) *int { return &r.board[3-(n-1)/4][(n-1)%4] }

func (r *reference) printGameBoard() {
	fmt.Fprintln(&r.out, "================")
	for row := range 4 {
		for column := range 4 {
			cell := fmt.Sprintf("%2d", 13-4*row+column)
			switch r.board[row][column] {
			case 1:
				cell = " O"
			case 2:
				cell = " X"
			}
			fmt.Fprintf(&r.out, "|%s|", cell)
		}
		fmt.Fprintln(&r.out)
	}
	fmt.Fprintln(&r.out, "================")
}

var wholeNumber = regexp.MustCompile(`^[+-]?0*[0-9]{1,9}$`)

// read prompts until a number is good; ok is false at the end of the input.
func (r *reference) read(prompt string, good func(n int) bool) (n int, ok bool) {
	for {
		fmt.Fprintln(&r.out, prompt)
		if len(r.words) == 0 {
			return 0, false
		}
		word := r.words[0]
		r.words = r.words[1:]
		n = -1
		if len(word) <= 32 && wholeNumber.MatchString(word) {
			n, _ = strconv.Atoi(word)
		}
		if good(n) {
			return n, true
		}
	}
}

func (r *reference) placeMarkByHumanPlayer(player int) bool {
	n, ok := r.read(fmt.Sprintf("Player %d, please place your mark [1-16]:", player),
		func(n int) bool { return n >= 1 && n <= 16 && *r.at(n) == 0 })
	if ok {
		*r.at(n) = player
	}
	return ok
}

func (r *reference) placeMarkByComputerPlayer() {
	fmt.Fprintln(&r.out, "Computer places the mark:")
	for n := 1; n <= 16; n++ {
		if *r.at(n) == 0 {
			*r.at(n) = 2
			return
		}
	}
}

// shift is the row and column of a cell number after a step; the rows count
// from the top.
func shift(n, direction int) (row, column int) {
	row, column = 3-(n-1)/4, (n-1)%4
	switch direction {
	case 1, 2, 3:
		row--
	case 6, 7, 8:
		row++
	}
	switch direction {
	case 1, 4, 6:
		column--
	case 3, 5, 8:
		column++
	}
	return row, column
}

func inside(row, column int) bool { return row >= 0 && row < 4 && column >= 0 && column < 4 }

func (r *reference) moveMarkByHumanPlayer(player int) bool {
	for {
		mark, ok := r.read(fmt.Sprintf("Player %d, please select your mark [1-16]:", player), func(n int) bool {
			own := n >= 1 && n <= 16 && *r.at(n) == player
			if !own {
				fmt.Fprintln(&r.out, "Wrong pick, try again.")
			}
			return own
		})
		if !ok {
			return false
		}
		direction, ok := r.read("Please select moving direction [1-8] or back [0]:",
			func(n int) bool { return r.goodDirection(mark, n) })
		if !ok {
			return false
		}
		if direction != 0 {
			row, column := shift(mark, direction)
			*r.at(mark) = 0
			r.board[row][column] = player
			return true
		}
	}
}

func (r *reference) goodDirection(mark, n int) bool {
	row, column := shift(mark, n)
	switch {
	case n == 0:
		return true
	case n < 0 || n > 8:
		fmt.Fprintln(&r.out, "Wrong pick, try again.")
	case !inside(row, column):
		fmt.Fprintln(&r.out, "Out of bound, try again.")
	case r.board[row][column] != 0:
		fmt.Fprintln(&r.out, "Occupied, try again.")
	default:
		return true
	}
	return false
}

func (r *reference) moveMarkByComputerPlayer() {
	for mark := 16; mark >= 1; mark-- {
		for direction := 8; direction >= 1; direction-- {
			row, column := shift(mark, direction)
			if *r.at(mark) == 2 && inside(row, column) && r.board[row][column] == 0 {
				*r.at(mark) = 0
				r.board[row][column] = 2
				return
			}
		}
	}
}

func (r *reference) hasWinner() int {
	for player := 1; player <= 2; player++ {
		own := func(row, column int) bool { return inside(row, column) && r.board[row][column] == player }
		for row := range 4 {
			for column := range 4 {
				for _, goal := range [][3][2]int{
					{{0, 1}, {0, 2}, {0, 3}}, {{1, 0}, {2, 0}, {3, 0}},
					{{1, 1}, {2, 2}, {3, 3}}, {{1, -1}, {2, -2}, {3, -3}},
					{{0, 1}, {1, 0}, {1, 1}},
				} {
					wins := own(row, column)
					for _, step := range goal {
						wins = wins && own(row+step[0], column+step[1])
					}
					if wins {
						return player
					}
				}
			}
		}
	}
	return 0
}
