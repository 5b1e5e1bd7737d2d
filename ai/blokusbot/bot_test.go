package blokusbot

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// TestSelfPlay plays games of the bot against itself under all options.
func TestSelfPlay(t *testing.T) {
	for i, options := range optionSets() {
		p := mustNew(t, options)
		level := engine.Level(1 + i%ai.MaxLevel)
		for !p.Result().Over {
			best, _ := searched(t, p, ai.Limits{Nodes: 3}, func(s *ai.Settings) { s.Level = level; s.Hash = 1 })
			p = mustPlay(t, p, best.Move)
		}
	}
}

// TestReports checks the last report of searches of both variants.
func TestReports(t *testing.T) {
	for _, c := range []struct {
		options engine.Rules
		seats   int
	}{{nil, 4}, {engine.Rules{"variant": "duo"}, 2}} {
		p := mustNew(t, c.options)
		_, infos := searched(t, p, ai.Limits{Depth: 1}, func(s *ai.Settings) { s.MultiPV = 3 })
		last := infos[len(infos)-3:]
		for i, info := range last {
			if info.MultiPV != i+1 || info.Nodes != depthUnit || info.Depth != len(info.PV) || info.SelDepth < info.Depth {
				t.Errorf("line %d: %+v", i+1, info)
			}
			playLine(t, p, info.PV)
			checkScore(t, info, c.seats)
		}
		if last[0].PV[0] == last[1].PV[0] || last[1].PV[0] == last[2].PV[0] {
			t.Error("two lines begin with the same turn")
		}
	}
}

func checkScore(t *testing.T, info ai.Info, seats int) {
	t.Helper()
	if seats == 2 {
		if !info.HasScore || info.Score.CP < -100 || info.Score.CP > 100 || info.Scores != nil {
			t.Errorf("score %+v, scores %v", info.Score, info.Scores)
		}
		return
	}
	sum := 0
	for _, s := range info.Scores {
		sum += s
	}
	if len(info.Scores) != seats || sum < 9998 || sum > 10002 {
		t.Errorf("scores %v", info.Scores)
	}
}

// TestSameSearchTwice repeats searches with a limit of simulations, with a
// game's turns in between and without.
func TestSameSearchTwice(t *testing.T) {
	for _, options := range []engine.Rules{nil, {"variant": "duo"}} {
		p := position(t, options, 6)
		used := New()
		var first []ai.Info
		for i, bot := range []ai.Bot{used, used, New()} {
			var infos []ai.Info
			settings, l := ai.FullStrength(), ai.Limits{Nodes: 150}
			bot.Search(ai.NewControl(l), p, l, settings, func(i ai.Info) { i.Time = 0; infos = append(infos, i) })
			if i == 0 {
				first = infos
			}
			if !reflect.DeepEqual(infos, first) {
				t.Errorf("search %d reports something else", i+1)
			}
		}
	}
}

func TestSearchMoves(t *testing.T) {
	p := position(t, nil, 8)
	moves := []string{p.Legal()[5], p.Legal()[50]}
	best, infos := searched(t, p, ai.Limits{Nodes: 200, SearchMoves: moves}, func(s *ai.Settings) { s.MultiPV = 5 })
	if !slices.Contains(moves, best.Move) {
		t.Errorf("%s is none of %v", best.Move, moves)
	}
	for _, info := range infos {
		if !slices.Contains(moves, info.PV[0]) {
			t.Errorf("the line %v begins with none of %v", info.PV, moves)
		}
	}
}

// blocked is a position whose side to move must pass.
func blocked(t *testing.T) engine.Position {
	rng := rand.New(rand.NewPCG(4, 4))
	for {
		p := mustNew(t, nil)
		for !p.Result().Over {
			if p.Phase() == blokus.PhaseBlocked {
				return p
			}
			legal := p.Legal()
			p = mustPlay(t, p, legal[rng.IntN(len(legal))])
		}
	}
}

// TestOneTurn has a side that can only pass, and one with a single placement to
// choose from.
func TestOneTurn(t *testing.T) {
	p := blocked(t)
	best, infos := searched(t, p, ai.Limits{Infinite: true}, nil)
	if best.Move != "pass" || len(infos) != 1 || infos[0].Depth != 1 {
		t.Errorf("%v, %+v", best, infos)
	}
	start := mustNew(t, nil)
	l := ai.Limits{SearchMoves: start.Legal()[3:4], Infinite: true}
	if best, _ := searched(t, start, l, nil); best.Move != start.Legal()[3] {
		t.Errorf("%v", best)
	}
}

// TestLevelsEnd has levels that end without any limit, after the simulations of a
// player that is one of the two about their point on the scale.
func TestLevelsEnd(t *testing.T) {
	p := position(t, engine.Rules{"variant": "duo"}, 4)
	for n := engine.Level(1); n <= 7; n += 0.5 {
		_, infos := searched(t, p, ai.Limits{}, func(s *ai.Settings) { s.Level = n })
		point := int(pointOf(n, duo))
		low, high := players(duo)[point].simulations, players(duo)[point+1].simulations
		if got := infos[len(infos)-1].Nodes; got > high || got < low/2 {
			t.Errorf("level %v: %d simulations, not about %d or %d", n, got, low, high)
		}
	}
	for variant := range variants {
		all := players(variant)
		for n := 1; n < len(all); n++ {
			low, high := all[n-1], all[n]
			if high.simulations < low.simulations || high.focus != 0 && (low.focus == 0 || high.focus < low.focus) || high.random > low.random || high == low {
				t.Errorf("player %d is not above player %d", n, n-1)
			}
		}
		for n := engine.Level(1.5); n < ai.MaxLevel-0.5; n += 0.5 {
			if low, high := pointOf(n-0.5, variant), pointOf(n, variant); low < 0 || low >= high || high > engine.Level(len(all)-1) {
				t.Errorf("variant %d: level %v is the player %v, and level %v the player %v", variant, n-0.5, low, n, high)
			}
		}
	}
}

// TestLevelBetween counts as which players a level plays: with the share that its point
// on the scale says, and always the same in the same position.
func TestLevelBetween(t *testing.T) {
	const tries = 10000
	for _, l := range []engine.Level{1, 1.5, 4.5, 8.1} {
		point := pointOf(l, duo)
		low, high := players(duo)[int(point)], players(duo)[int(point)+1]
		upper := 0
		for key := range uint64(tries) {
			got := levelOf(l, duo, 7, key)
			if got != low && got != high || got != levelOf(l, duo, 7, key) {
				t.Fatalf("level %v plays as %+v", l, got)
			}
			if got == high {
				upper++
			}
		}
		// Four standard errors of the share, at most.
		if want := float64(point) - float64(int(point)); math.Abs(float64(upper)/tries-want) > 4*0.5/math.Sqrt(tries) {
			t.Errorf("level %v: %d of %d turns as the stronger player, not %.2f of them", l, upper, tries, want)
		}
	}
}

// TestStops stops searches that would never end: before they begin, and from
// their first report.
func TestStops(t *testing.T) {
	for _, threads := range []int{1, 2} {
		for _, l := range []ai.Limits{{}, {Infinite: true}, {Ponder: true}, {Exact: true}, {Mate: 20}} {
			for _, before := range []bool{true, false} {
				p := mustNew(t, nil)
				settings := ai.FullStrength()
				settings.Threads = threads
				ctl := ai.NewControl(l)
				if before {
					ctl.Stop()
				}
				timer := time.AfterFunc(50*time.Millisecond, ctl.Stop) // for searches that report only at their end
				best := New().Search(ctl, p, l, settings, func(ai.Info) { ctl.Stop() })
				timer.Stop()
				if !slices.Contains(p.Legal(), best.Move) {
					t.Errorf("%+v: %q is not legal", l, best.Move)
				}
			}
		}
	}
}

// TestTimes plays single turns on clocks. The time for a turn is used, apart
// from the overhead.
func TestTimes(t *testing.T) {
	p := position(t, nil, 8)
	clocked := ai.Limits{}
	clocked.Clocked[0], clocked.Clocks[0].Left = true, 500*time.Millisecond
	for _, c := range []struct {
		limits ai.Limits
		least  time.Duration
	}{{ai.Limits{MoveTime: 30 * time.Millisecond}, 20 * time.Millisecond}, {clocked, 0}} {
		_, infos := searched(t, p, c.limits, func(s *ai.Settings) { s.Threads = 2 })
		// How late it ends a busy machine decides.
		if spent := infos[len(infos)-1].Time; spent < c.least || spent > 20*time.Second {
			t.Errorf("%+v: %v are spent", c.limits, spent)
		}
	}
}

// TestClockLasts has every turn take its part of a clock: most of it goes to the first
// nine turns of a colour, on the small board more, and it lasts for the whole game.
func TestClockLasts(t *testing.T) {
	for _, c := range []struct {
		rules engine.Rules
		nine  time.Duration // least hundredths of a clock for nine turns
	}{{engine.Rules{"variant": "duo"}, 80}, {engine.Rules{"variant": "junior"}, 65}, {nil, 55}, {engine.Rules{"players": "2"}, 55}, {engine.Rules{"players": "3"}, 55}} {
		rules := c.rules
		const minute = time.Minute
		var used, atNine [engine.MaxPlayers]time.Duration
		s, rng := mustNew(t, rules).(*blokus.Position).SearchState(), rand.New(rand.NewPCG(5, 5))
		for !s.Over() {
			seat, list := s.Seat(), s.AppendPlacements(nil, s.Side())
			if len(list) == 0 {
				s.Play(blokus.Pass)
				continue
			}
			var l ai.Limits
			l.Clocked[seat] = true
			l.Clocks[seat].Left = minute - used[seat]
			part, hard := ai.Budget(l, engine.Player(seat+1), turnsLeft(&s, seat), 0)
			if part > hard || hard >= minute-used[seat] {
				t.Fatalf("%v: %v and at most %v of %v", rules, part, hard, minute-used[seat])
			}
			used[seat] += part
			if s.Placed(s.Side()) < 9 {
				atNine[seat] = used[seat]
			}
			s.Play(list[rng.IntN(len(list))])
		}
		if atNine[0] < minute*c.nine/100 || used[0] < minute*85/100 {
			t.Errorf("%v: %v after nine turns of a colour, %v in all", rules, atNine[0], used[0])
		}
	}
}

// TestReusesTheTree searches in the course of a game, the second time without
// a limit of simulations.
func TestReusesTheTree(t *testing.T) {
	for _, options := range []engine.Rules{nil, {"variant": "duo"}} {
		b := New().(*bot)
		p := engine.Position(position(t, options, 0))
		settings, l := ai.FullStrength(), ai.Limits{Nodes: 500}
		var last ai.Info
		b.Search(ai.NewControl(l), p, l, settings, func(i ai.Info) { last = i })
		if v := b.tree.Visits(); v != 500 {
			t.Errorf("%d visits", v)
		}
		p = playLine(t, p, last.PV[:2])
		ctl := ai.NewControl(ai.Limits{})
		best := b.Search(ctl, p, ai.Limits{}, settings, func(i ai.Info) { last = i; ctl.Stop() })
		mustPlay(t, p, best.Move)
		if v := uint64(b.tree.Visits()); v <= last.Nodes {
			t.Errorf("%d visits in %d simulations: nothing was known", v, last.Nodes)
		}
		b.Reset()
		if v := b.tree.Visits(); v != 0 {
			t.Errorf("%d visits after a reset", v)
		}
	}
}

func TestEval(t *testing.T) {
	for _, c := range []struct {
		options engine.Rules
		turns   int
	}{{nil, 0}, {nil, 30}, {engine.Rules{"variant": "duo"}, 0}, {engine.Rules{"variant": "duo"}, 9}} {
		p := position(t, c.options, c.turns)
		sum, terms := 0, New().Eval(p)
		for _, term := range terms[:len(terms)-1] {
			sum += term.Value
			if c.turns == 0 && term.Value != 0 {
				t.Errorf("%s is %d at the start", term.Name, term.Value)
			}
		}
		if total := terms[len(terms)-1]; total.Name != "total" || total.Value != sum {
			t.Errorf("%v add up to %d", terms, sum)
		}
	}
}

func TestBench(t *testing.T) {
	bench := New().Bench()
	if len(bench) == 0 {
		t.Fatal("no positions")
	}
	for _, b := range bench {
		p, err := blokus.Game{}.New(b.Rules, 1)
		if b.FEN != "" {
			p, err = blokus.Game{}.ParseFEN(b.FEN, b.Rules)
		}
		if err != nil || p.Result().Over || b.Depth < 1 {
			t.Errorf("%+v: %v", b, err)
		}
	}
}
