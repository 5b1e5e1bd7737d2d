package main

import (
	"fmt"
	"time"
)

// budget is how long turns have taken, by their number in the game of a seat.
type budget struct {
	sum   [24]time.Duration
	count [24]int
}

func (b *budget) add(turn int, used time.Duration) {
	turn = min(turn, len(b.sum)-1)
	b.sum[turn] += used
	b.count[turn]++
}

// of is the mean of the turn, or of the nearest earlier one that was played.
func (b *budget) of(turn int) time.Duration {
	for turn = min(turn, len(b.sum)-1); turn >= 0; turn-- {
		if b.count[turn] > 0 {
			return b.sum[turn] / time.Duration(b.count[turn])
		}
	}
	return 0
}

// line shows the means of the turns.
func (b *budget) line(show func(time.Duration) any) string {
	text := ""
	for turn, n := range b.count {
		if n > 0 {
			text += fmt.Sprintf("%d:%v ", turn+1, show(b.of(turn)))
		}
	}
	return text
}
