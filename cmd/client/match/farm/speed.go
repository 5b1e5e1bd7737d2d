package farm

import (
	"fmt"
	"math"
)

// sameSpeed is by how much, as a share, machines may differ that count as equally
// fast.
const sameSpeed = 0.1

// factor is what times are multiplied by on a machine of a speed; 1 where times
// are nobody's or the speed is not known.
func (o *order) factor(speed int) float64 {
	if !o.Scale || o.Speed <= 0 || speed <= 0 {
		return 1
	}
	return math.Round(100*float64(o.Speed)/float64(speed)) / 100
}

// tooOther says why a machine of a speed may not play, where all are to be equally
// fast; empty when it may.
func (o *order) tooOther(speed int) string {
	switch {
	case o.Scale || o.Speed <= 0:
		return ""
	case speed <= 0:
		return "its speed is not known, and the match is for machines of one speed"
	case math.Abs(float64(speed)/float64(o.Speed)-1) > sameSpeed:
		return fmt.Sprintf("it searches %d nodes a second, and the match is for machines of %d, give or take %.0f %%", speed, o.Speed, 100*sameSpeed)
	}
	return ""
}

// shown is a factor for people; empty where times are not scaled.
func (o *order) shown(speed int) string {
	if !o.Scale || o.Speed <= 0 {
		return ""
	}
	if speed <= 0 {
		return "1.00?"
	}
	return fmt.Sprintf("%.2f", o.factor(speed))
}

// notes say what times mean, where there are any.
func (o *order) notes() []string {
	switch {
	case o.Speed <= 0:
		return nil
	case o.Scale:
		return []string{fmt.Sprintf("times are meant for %d nodes a second, and scaled to the speed of each worker", o.Speed)}
	}
	return []string{fmt.Sprintf("only workers of one speed play, %d nodes a second, give or take %.0f %%; times are as they are", o.Speed, 100*sameSpeed)}
}

// benchPlayers is how many engines a bench has at a time; 0 where the speed does
// not matter.
func benchPlayers(timed bool, players int) int {
	if timed {
		return players
	}
	return 0
}
