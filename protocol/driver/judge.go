package driver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/protocol/record"
)

// Verdict is an end of a game that the rules do not know, such as a
// resignation. The zero value is none.
type Verdict struct{ Result, Reason string }

// Judge compares a record with what an engine says of the position at its end
// (it must have been asked Summary). A game may end by more than its rules,
// which is the verdict. The verdict's reason is empty when the record gives
// none. What the record says against the rules is not taken; Contradiction tells
// it.
func (s State) Judge(r *record.Record) (Verdict, error) {
	result := r.Tag(record.ResultTag)
	switch {
	case !slices.Equal(s.Pending, r.Pending):
		return Verdict{}, fmt.Errorf("the unfinished turn (%s) of the record is not one", Clip(strings.Join(r.Pending, "; ")))
	case seatNumber(strings.TrimSuffix(result, "win")) >= s.Players:
		return Verdict{}, fmt.Errorf("the record says %s, but the game has %d seats", result, s.Players)
	case s.Over() || result == record.Unfinished:
		return Verdict{}, nil
	}
	return Verdict{result, r.Tag(record.ReasonTag)}, nil
}

// Contradiction says how the result in a record differs from the one that its
// turns end the game with, or "".
func (s State) Contradiction(r *record.Record) string {
	result := r.Tag(record.ResultTag)
	if !s.Over() || s.Result == result {
		return ""
	}
	return fmt.Sprintf("the record says %s, but its turns end the game with %s", result, s.Result)
}

// Lost is the result of a game that a seat, from 0, has lost by more than the
// rules, such as by its time. With more than two seats the others' win has no
// name, and named is false.
func Lost(seat, seats int) (result string, named bool) {
	if seats != 2 {
		return "", false
	}
	return "p" + strconv.Itoa(2-seat) + "win", true
}
