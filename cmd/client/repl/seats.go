package repl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"quadrille/protocol/driver"
)

// MaxLevel is the engine's full strength.
const MaxLevel = 10

// Seating says who plays which seat. Seats that are not in it are the
// engine's, at the common level.
type Seating map[string]Player

// seatNames are the seats that any game may have.
var seatNames = []string{"p1", "p2", "p3", "p4"}

// ParseSide reads which seats the person plays: p1 to p4, several joined by
// commas, all, none, or random for one of the given number of seats.
func ParseSide(side string, players int, level int, random *rand.Rand) (Seating, error) {
	seats := Seating{}
	for _, name := range seatNames {
		seats[name] = Player{Level: level, Human: side == "all"}
	}
	switch side {
	case "all", "none":
		return seats, nil
	case "random":
		side = seatNames[random.IntN(players)]
	}
	for name := range strings.SplitSeq(side, ",") {
		if !slices.Contains(seatNames, name) {
			return nil, fmt.Errorf("%q is not a side; a side is p1, p2, p3, p4, all, none or random", name)
		}
		seats[name] = Player{Human: true, Level: level}
	}
	return seats, nil
}

// ParsePlayer reads who plays a seat: human, engine, engine:7 or "engine level
// 7". The level is that of an engine without one.
func ParsePlayer(text string, level int) (Player, error) {
	kind, given, _ := strings.Cut(strings.Replace(text, " level ", ":", 1), ":")
	switch {
	case kind == "human" && given == "":
		return Player{Human: true, Level: level}, nil
	case kind == "engine" && given == "":
		return Player{Level: level}, nil
	case kind == "engine":
		n, err := ParseLevel(given)
		return Player{Level: n}, err
	}
	return Player{}, fmt.Errorf("%q is not a player; a player is human, engine or engine:LEVEL", text)
}

// ParseLevel reads a level from 1 to MaxLevel.
func ParseLevel(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MaxLevel {
		return 0, fmt.Errorf("%q is not a level; levels are 1 to %d, and %d is full strength", text, MaxLevel, MaxLevel)
	}
	return n, nil
}

// String describes the player as records and `seat` have it.
func (p Player) String() string {
	if p.Human {
		return "human"
	}
	return fmt.Sprint("engine level ", p.Level)
}

// player is who plays a seat.
func (r *REPL) player(seat string) Player {
	if p, ok := r.Seats[seat]; ok {
		return p
	}
	return Player{Level: r.Level}
}

// title names a seat in a sentence, with "you" where only one seat is the
// person's.
func (r *REPL) title(seat string) string {
	name := r.Session.State().Name(seat)
	if !r.player(seat).Human {
		return name
	}
	for _, other := range r.Session.State().Seats() {
		if other != seat && r.player(other).Human {
			return name
		}
	}
	return name + " (you)"
}

// label names a seat with the word that commands have for it.
func label(st driver.State, seat string) string {
	if name := st.Name(seat); name != seat {
		return name + " (" + seat + ")"
	}
	return seat
}

func doSeat(r *REPL, args []string) error {
	st := r.Session.State()
	if len(args) == 0 {
		for _, seat := range st.Seats() {
			r.sayf("%s: %s", label(st, seat), r.player(seat))
		}
		return nil
	}
	seat := args[0]
	if len(args) == 1 && strings.Contains(seat, "=") {
		seat, args[0], _ = strings.Cut(seat, "=")
		args = []string{seat, args[0]}
	}
	if len(args) != 2 || !slices.Contains(st.Seats(), seat) {
		return errUsage
	}
	p, err := ParsePlayer(args[1], r.Level)
	if err != nil {
		return err
	}
	r.Seats[seat] = p
	r.paused = false
	r.sayf("%s: %s", seat, p)
	return nil
}

func doSide(r *REPL, args []string) error {
	players := r.Session.State().Players
	seats, err := ParseSide(args[0], players, r.Level, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	if err != nil {
		return err
	}
	r.Seats, r.paused = seats, false
	return doSeat(r, nil)
}

func doLevel(r *REPL, args []string) error {
	if len(args) == 1 {
		n, err := ParseLevel(args[0])
		if err != nil {
			return err
		}
		r.Level = n
		for seat, p := range r.Seats {
			p.Level = n
			r.Seats[seat] = p
		}
	}
	r.sayf("The engine plays at level %d of %d.", r.Level, MaxLevel)
	return nil
}
