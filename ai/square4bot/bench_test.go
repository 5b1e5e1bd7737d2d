package square4bot

import (
	"fmt"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/engine"
)

// BenchmarkPositions searches the positions of the bench command.
func BenchmarkPositions(b *testing.B) {
	for i, p := range New().Bench() {
		b.Run(fmt.Sprintf("%d", i+1), func(b *testing.B) {
			pos := parse(b, p.FEN)
			nodes := uint64(0)
			for b.Loop() {
				nodes += bottest.Run(b, New(), pos, ai.Limits{Depth: p.Depth}, ai.FullStrength()).Last().Nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkSelfPlay plays games at 20 ms a turn and reports how many turns took
// more than that and how long the longest took. Play with -benchtime 200x for
// the figures of docs/strength.md.
func BenchmarkSelfPlay(b *testing.B) {
	const turn = 20 * time.Millisecond
	late, turns, longest := 0, 0, time.Duration(0)
	game := uint64(0)
	bot := New()
	for b.Loop() {
		game++
		s := ai.FullStrength()
		s.Seed = game
		var pos engine.Position = start(b, nil)
		for !pos.Result().Over {
			began := time.Now()
			limits := ai.Limits{MoveTime: turn}
			best := bot.Search(ai.NewControl(limits), pos, limits, s, func(ai.Info) {})
			spent := time.Since(began)
			if turns++; spent > turn {
				late++
			}
			longest = max(longest, spent)
			pos = bottest.PlayLine(b, pos, []string{best.Move})
		}
	}
	b.ReportMetric(float64(late), "late-turns")
	b.ReportMetric(float64(turns), "turns")
	b.ReportMetric(float64(longest.Microseconds())/1000, "longest-ms")
}
