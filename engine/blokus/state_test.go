package blokus

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

var errTest = errors.New("test")

// playout plays random turns to the end and calls look at each position.
func playout(c Config, rng *rand.Rand, look func(*State)) State {
	s := NewState(c)
	var list []Placement
	for !s.AllOut() {
		look(&s)
		list = s.AppendPlacements(list[:0], s.Side())
		if len(list) == 0 {
			s.Pass()
			continue
		}
		s.Place(list[rng.IntN(len(list))])
	}
	return s
}

// TestWaysToList compares the different questions about the placements of a
// colour with each other; that one of them is right the reference shows.
func TestWaysToList(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 8 {
		playout(Config{Duo: i%2 == 0, Fixed: i%4 < 2}, rng, func(s *State) {
			for colour := range s.Colours() {
				compareWays(t, s, colour)
			}
		})
	}
}

func compareWays(t *testing.T, s *State, colour int) {
	t.Helper()
	list := s.AppendPlacements(nil, colour)
	if s.Count(colour) != len(list) || s.Can(colour) != (len(list) > 0) && !s.Out(colour) {
		t.Fatalf("%d placements, count %d, can %v", len(list), s.Count(colour), s.Can(colour))
	}
	if colour == s.Side() {
		compareLegal(t, s, list)
	}
}

// compareLegal asks about placements one by one.
func compareLegal(t *testing.T, s *State, list []Placement) {
	t.Helper()
	legal := 0
	for m := range Pass {
		if s.Legal(m) {
			legal++
		}
	}
	for _, m := range list {
		if !s.Legal(m) {
			t.Fatalf("%s is listed and illegal", m.Token(s.Size()))
		}
	}
	if legal != len(list) || s.Legal(Pass) != (len(list) == 0) || s.Legal(NoPlacement) {
		t.Fatalf("%d placements listed, %d legal, pass legal %v", len(list), legal, s.Legal(Pass))
	}
}

// TestOverAgreesWithPassing checks that a playout in which blocked colours
// pass ends with the scores that the game has as soon as Over says so.
func TestOverAgreesWithPassing(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range 40 {
		var atEnd []int
		end := playout(Config{Duo: i%2 == 0, Official: true}, rng, func(s *State) {
			if s.Over() && atEnd == nil {
				atEnd = scores(s)
			}
		})
		if !slices.Equal(scores(&end), atEnd) {
			t.Fatalf("over with %v, after the passes %v", atEnd, scores(&end))
		}
	}
}

func scores(s *State) []int {
	var all []int
	for colour := range s.Colours() {
		all = append(all, s.Score(colour))
	}
	return all
}

func TestGenerationAllocatesNothing(t *testing.T) {
	s := middle(t)
	placements := make([]Placement, 0, 2000)
	allocations := testing.AllocsPerRun(100, func() {
		placements = s.AppendPlacements(placements[:0], s.Side())
		next := s
		next.Place(placements[0])
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

// TestSize keeps the state small: a search copies it.
func TestSize(t *testing.T) {
	if size := unsafe.Sizeof(State{}); size > 720 {
		t.Errorf("a state has %d bytes", size)
	}
}

// TestHash checks that the hash depends on what the future depends on and not
// on the order of the turns.
func TestHash(t *testing.T) {
	seen := map[uint64]Config{}
	for i := range 64 {
		c := Config{Duo: i&1 != 0, Fixed: i&2 != 0, FirstOut: i&4 != 0, Official: i&8 != 0, Start: uint8(i >> 4)}
		if c.Duo && c.Start > 1 {
			continue
		}
		s := NewState(c)
		if other, ok := seen[s.Hash()]; ok {
			t.Errorf("%+v and %+v share a hash", c, other)
		}
		seen[s.Hash()] = c
	}
	a := [4]Placement{}
	for i, token := range []string{"a19,a20", "s20,t20", "s1,t1", "a1,b1"} {
		a[i], _ = ParsePlacement(token, 20, errTest)
	}
	s, other := NewState(Config{}), NewState(Config{Start: 2})
	for i := range a {
		s.Place(a[i])
		other.Place(a[(i+2)%4])
	}
	other.side = s.side
	if s.Hash() != other.Hash() {
		t.Error("two orders of the same placements have different hashes")
	}
}

// middle is a position of the classic game with 528 placements for yellow.
func middle(t testing.TB) State {
	for _, r := range readRecords(t) {
		if r.variant == "classic" && r.next == 2 && r.perft[0] == 528 {
			return r.end(t).SearchState()
		}
	}
	t.Fatal("the position is missing")
	return State{}
}

func BenchmarkAppendPlacements(b *testing.B) {
	s := middle(b)
	list := make([]Placement, 0, 2000)
	n := 0
	for b.Loop() {
		list = s.AppendPlacements(list[:0], s.Side())
		n += len(list)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mplacements/s")
}

func BenchmarkCount(b *testing.B) {
	s := middle(b)
	for b.Loop() {
		s.Count(s.Side())
	}
}

func BenchmarkCopyAndPlace(b *testing.B) {
	s := middle(b)
	m := s.AppendPlacements(nil, s.Side())[100]
	for b.Loop() {
		next := s
		next.Place(m)
	}
}

func benchmarkPlayout(b *testing.B, c Config) {
	rng := rand.New(rand.NewPCG(3, 3))
	turns := 0
	for b.Loop() {
		playout(c, rng, func(*State) { turns++ })
	}
	b.ReportMetric(float64(turns)/float64(b.N), "turns/playout")
}

func BenchmarkPlayoutClassic(b *testing.B) { benchmarkPlayout(b, Config{Fixed: true}) }
func BenchmarkPlayoutDuo(b *testing.B)     { benchmarkPlayout(b, Config{Duo: true, Fixed: true}) }

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name   string
		config Config
		depth  int
	}{{"classic4", Config{Fixed: true}, 4}, {"duo3", Config{Duo: true, Fixed: true}, 3}} {
		b.Run(c.name, func(b *testing.B) {
			s := NewState(c.config)
			var nodes uint64
			for b.Loop() {
				nodes += s.Perft(c.depth, func() bool { return false })
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

func BenchmarkBuildTables(b *testing.B) {
	for b.Loop() {
		buildTables()
	}
}
