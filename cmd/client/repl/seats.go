package repl

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// MaxLevel is the engine's full strength.
const MaxLevel = engine.MaxLevel

// Seating says who plays which seat. Seats that are not in it are the
// engine's, at the common level.
type Seating map[string]Player

// seatNames are the seats that any game may have.
var seatNames = []string{"p1", "p2", "p3", "p4"}

// ParseSide reads which seats of a game the person plays: one or several, by
// their names or as p1 to p4, joined by commas or spaces, all (or both), none,
// or random for one of them.
func ParseSide(side string, st driver.State, level engine.Level, random *rand.Rand) (Seating, error) {
	words := strings.FieldsFunc(strings.ToLower(side), func(r rune) bool { return r == ',' || r == ' ' })
	all := len(words) == 1 && (words[0] == "all" || words[0] == "both")
	seats := Seating{}
	for _, name := range seatNames {
		seats[name] = Player{Level: level, Human: all}
	}
	switch {
	case all || len(words) == 1 && words[0] == "none":
		return seats, nil
	case len(words) == 1 && words[0] == "random":
		words[0] = seatNames[random.IntN(st.Players)]
	case len(words) == 0:
		words = []string{side}
	}
	for _, word := range words {
		seat, ok := st.FindSeat(word)
		if !ok {
			return nil, fmt.Errorf("%q is not a side; a side is %s, all, none or random", word, labels(st))
		}
		seats[seat] = Player{Human: true, Level: level}
	}
	return seats, nil
}

// findSeat is State.FindSeat with the error that tells which seats there are.
func findSeat(st driver.State, word string) (string, error) {
	seat, ok := st.FindSeat(word)
	if !ok {
		return "", fmt.Errorf("%q is not a seat; seats are %s", word, labels(st))
	}
	return seat, nil
}

// labels names all seats of a game.
func labels(st driver.State) string {
	var words []string
	for _, seat := range st.Seats() {
		words = append(words, label(st, seat))
	}
	return strings.Join(words, ", ")
}

// ParsePlayer reads who plays a seat: human, engine, engine:7, "engine 7" or
// "engine level 7". The level is that of an engine without one.
func ParsePlayer(text string, level engine.Level) (Player, error) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ':' || r == ' ' })
	if len(words) == 3 && words[1] == "level" {
		words = []string{words[0], words[2]}
	}
	switch {
	case len(words) == 1 && words[0] == "human":
		return Player{Human: true, Level: level}, nil
	case len(words) == 1 && words[0] == "engine":
		return Player{Level: level}, nil
	case len(words) == 2 && words[0] == "engine":
		n, err := engine.ParseLevel(words[1])
		return Player{Level: n}, err
	}
	return Player{}, fmt.Errorf("%q is not a player; a player is human, engine or engine:LEVEL", text)
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

// actor is the title of who acts in a position: of the colour, where seats have not
// simply one each.
func (r *REPL) actor(st driver.State) string {
	return st.Acting() + strings.TrimPrefix(r.title(st.Turn), st.Name(st.Turn))
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
	who, player, ok := strings.Cut(strings.Join(args, " "), "=")
	if !ok {
		who, player = args[0], strings.Join(args[1:], " ")
	}
	seat, err := findSeat(st, who)
	if err != nil {
		return err
	}
	if player == "" {
		r.sayf("%s: %s", label(st, seat), r.player(seat))
		return nil
	}
	p, err := ParsePlayer(player, r.Level)
	if err != nil {
		return err
	}
	r.Seats[seat] = p
	r.paused = false
	r.sayf("%s: %s", label(st, seat), p)
	return nil
}

func doSide(r *REPL, args []string) error {
	random := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	seats, err := ParseSide(strings.Join(args, " "), r.Session.State(), r.Level, random)
	if err != nil {
		return err
	}
	r.Seats, r.paused = seats, false
	return doSeat(r, nil)
}

func doLevel(r *REPL, args []string) error {
	switch len(args) {
	case 1:
		n, err := engine.ParseLevel(args[0])
		if err != nil {
			return err
		}
		r.Level = n
		for seat, p := range r.Seats {
			p.Level = n
			r.Seats[seat] = p
		}
	case 2:
		return r.levelOf(args[0], args[1])
	}
	r.sayf("The engine plays at level %v of %d.", r.Level, MaxLevel)
	return nil
}

// levelOf sets the level of one seat, which the engine has whenever it plays
// there.
func (r *REPL) levelOf(who, level string) error {
	st := r.Session.State()
	seat, err := findSeat(st, who)
	if err != nil {
		return err
	}
	p := r.player(seat)
	if p.Level, err = engine.ParseLevel(level); err != nil {
		return err
	}
	r.Seats[seat] = p
	if p.Human {
		r.sayf("%s: %s; the engine would play it at level %v.", label(st, seat), p, p.Level)
		return nil
	}
	r.sayf("%s: %s", label(st, seat), p)
	return nil
}
