package engine

import (
	"math"
	"strconv"
)

// Level is how strong a player is: 1 is a beginner and MaxLevel as strong as it can.
// Between the whole levels up to MaxLevel-1 there are others, in tenths; a player of
// level 4.3 makes three turns in ten as one of level 5 and the others as one of level 4.
// There are none between the last two, since full strength has no limit of its own.
type Level float64

// MaxLevel is full strength.
const MaxLevel = 10

// Check says what is wrong with a level; the error wraps ErrOption.
func (l Level) Check() error {
	if l == MaxLevel || l >= 1 && l <= MaxLevel-1 && l == Level(math.Round(float64(l)*10)/10) {
		return nil
	}
	return noLevel(Clip(l.String()))
}

func noLevel(text string) error {
	return Refuse(ErrOption, "a level is a number from 1 to %d, in tenths such as 4.5 if need be, or %d, and not %s", MaxLevel-1, MaxLevel, text)
}

// String writes the level as ParseLevel reads it, without a point when it is whole.
func (l Level) String() string { return strconv.FormatFloat(float64(l), 'f', -1, 64) }

// ParseLevel reads a level; the error wraps ErrOption.
func ParseLevel(text string) (Level, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, noLevel(strconv.Quote(Clip(text)))
	}
	l := Level(n)
	return l, l.Check()
}
