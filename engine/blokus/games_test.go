package blokus

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

// record is a game of testdata/blokus/positions.txt or ways.txt.
type record struct {
	variant string
	moves   []move
	next    int
	legal   []int
	points  []int
	perft   []uint64
	score   string // what Pentobi says in the end; "" in positions.txt
}

type move struct {
	colour int
	token  string
}

func readRecords(t testing.TB) []record { return readFile(t, "positions.txt", 44) }

func readFile(t testing.TB, name string, games int) []record {
	text, err := os.ReadFile("../../testdata/blokus/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var records []record
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if words[0] == "game" {
			records = append(records, record{variant: words[1]})
			continue
		}
		if err := records[len(records)-1].add(words[0], words[1:]); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
	}
	if len(records) != games {
		t.Fatalf("%d games, not %d", len(records), games)
	}
	return records
}

func (r *record) add(field string, words []string) error {
	if field == "score" {
		r.score = strings.Join(words, " ")
		return nil
	}
	for _, w := range words {
		if field == "moves" {
			r.moves = append(r.moves, move{int(w[0] - '0'), w[2:]})
			continue
		}
		n, err := strconv.Atoi(w)
		if err != nil {
			return err
		}
		switch field {
		case "next":
			r.next = n
		case "legal":
			r.legal = append(r.legal, n)
		case "points":
			r.points = append(r.points, n)
		case "perft":
			r.perft = append(r.perft, uint64(n))
		default:
			return fmt.Errorf("no field %q", field)
		}
	}
	return nil
}

// tokens returns the turns of the game with the passes put in.
func (r *record) tokens(t testing.TB) []string {
	var tokens []string
	p := r.start(t, nil)
	for _, m := range r.moves {
		for engine.ColourToMove(p)+1 != m.colour {
			tokens = append(tokens, "pass")
			p = mustPlay(t, p, "pass")
		}
		tokens = append(tokens, m.token)
		p = mustPlay(t, p, m.token)
	}
	return tokens
}

// start returns the start position, with some rules changed.
func (r *record) start(t testing.TB, changed engine.Rules) engine.Position {
	rules := engine.Rules{"variant": r.variant, "corners": "fixed", "end": "all-blocked", "scoring": "official"}
	if players := map[string]string{"two": "2", "three": "3"}[r.variant]; players != "" {
		rules["variant"], rules["players"] = "classic", players
	}
	maps.Copy(rules, changed)
	p, err := Game{}.New(rules, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustPlay(t testing.TB, p engine.Position, token string) engine.Position {
	t.Helper()
	next, err := p.Play(token)
	if err != nil {
		t.Fatalf("%s in %s: %v", token, p.FEN(), err)
	}
	return next
}

func (r *record) end(t testing.TB) *Position {
	p := r.start(t, nil)
	for _, token := range r.tokens(t) {
		p = mustPlay(t, p, token)
	}
	return p.(*Position)
}

// TestPositions replays the games and compares what is known about their last
// positions.
func TestPositions(t *testing.T) {
	finished := 0
	for i, r := range append(readRecords(t), readFile(t, "ways.txt", 30)...) {
		p := r.end(t)
		name := fmt.Sprintf("game %d", i+1)
		for colour := range p.state.Colours() {
			if got := p.state.Count(colour); got != r.legal[colour] {
				t.Errorf("%s: %s has %d placements, not %d", name, colourNames[colour], got, r.legal[colour])
			}
			if got := len(p.placements(colour)); got != r.legal[colour] {
				t.Errorf("%s: %s has %d placements listed, not %d", name, colourNames[colour], got, r.legal[colour])
			}
			if got := p.Points()[colour]; got != r.points[colour] {
				t.Errorf("%s: %s has %d points, not %d", name, colourNames[colour], got, r.points[colour])
			}
		}
		if over := slices.Max(r.legal) == 0; p.Result().Over != over {
			t.Errorf("%s: result %v", name, p.Result())
		} else if over {
			finished++
			checkWinner(t, name, p, r)
		}
		if again, err := (Game{}).ParseFEN(p.FEN(), nil); err != nil || again.Hash() != p.Hash() {
			t.Errorf("%s: FEN %s: %v", name, p.FEN(), err)
		}
	}
	if finished < 20 {
		t.Errorf("only %d games are over", finished)
	}
}

// checkWinner compares the end with the points of the colours, and with the score
// for two.
func checkWinner(t *testing.T, name string, p *Position, r record) {
	points := r.points
	switch r.variant {
	case "two":
		points = []int{points[0] + points[2], points[1] + points[3]}
	case "three":
		points = points[:3]
	}
	if margin := points[0] - points[1]; r.score != "" && r.variant != "three" {
		if want := map[bool]string{true: "B+", false: "W+"}[margin > 0] + fmt.Sprint(max(margin, -margin)); margin != 0 && r.score != want {
			t.Errorf("%s: the points %v are %s, not %s", name, points, want, r.score)
		}
	}
	best := slices.Max(points)
	want := engine.Draw("tie")
	if i := slices.Index(points, best); !slices.Contains(points[i+1:], best) {
		want = engine.Win(engine.Player(i+1), "all-blocked")
	}
	if got := p.Result(); got != want {
		t.Errorf("%s: result %+v with the points %v", name, got, points)
	}
}

// TestPositionsPerft compares the perft counts of the positions. They agree
// with ours beyond the first turn only while no colour passes twice, so not
// where a colour is blocked already.
func TestPositionsPerft(t *testing.T) {
	limit := uint64(3_000_000)
	if testing.Short() {
		limit = 200_000
	}
	compared := 0
	for i, r := range append(readRecords(t), readFile(t, "ways.txt", 30)...) {
		p := r.end(t)
		if p.state.Out(r.next - 1) {
			continue // its turn is skipped
		}
		for p.Colour()+1 != r.next && !p.Result().Over {
			p = mustPlay(t, p, "pass").(*Position)
		}
		for depth, want := range r.perft {
			if want > limit || depth > 0 && slices.Min(r.legal) == 0 {
				break
			}
			if got := engine.Perft(p, depth+1, func() bool { return false }); got != want {
				t.Errorf("game %d: perft %d is %d, not %d", i+1, depth+1, got, want)
			}
			compared++
		}
	}
	if compared < 95 && !testing.Short() {
		t.Errorf("only %d counts were compared", compared)
	}
}

// TestGamesAgainstArray replays the games in which a colour places everything
// under every rule about the end, beside the plain reference.
func TestGamesAgainstArray(t *testing.T) {
	for _, r := range readRecords(t) {
		if slices.Max(r.points) < Squares+15 {
			continue
		}
		tokens := r.tokens(t)
		for _, rules := range []engine.Rules{
			{"end": "first-out", "scoring": "remaining"}, {"end": "first-out", "scoring": "official"},
			{"end": "all-blocked", "scoring": "remaining"},
		} {
			p := r.start(t, rules)
			ref := newReference(p.Rules(), 0).(*reference)
			for i, token := range tokens {
				p = mustPlay(t, p, token)
				ref.Play(token)
				if i < len(tokens)-25 {
					continue
				}
				if got, want := p.Result(), ref.Result(); got != want {
					t.Fatalf("%v after %v: result %+v, the array says %+v", rules, tokens[:i+1], got, want)
				}
				if got, want := p.Scores(), ref.Scores(); !slices.Equal(got, want) {
					t.Fatalf("%v after %v: scores %v, the array says %v", rules, tokens[:i+1], got, want)
				}
			}
			if rules["end"] == "first-out" && p.Result().Reason != "first-out" {
				t.Errorf("%v: %v ends with %+v", rules, tokens, p.Result())
			}
		}
	}
}

func TestPerft(t *testing.T) {
	enginetest.Perft(t, Game{}, "../../testdata/perft/blokus.txt", 200_000_000)
}

func TestPerftStops(t *testing.T) {
	s, calls := NewState(Config{}), 0
	s.Perft(40, func() bool { calls++; return calls > 3 })
	if calls == 0 || calls > 1000 {
		t.Errorf("stop was asked %d times", calls)
	}
}
