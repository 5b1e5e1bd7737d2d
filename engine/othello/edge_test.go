package othello

import (
	"fmt"
	"math/bits"
	"os"
	"strings"
	"testing"

	"quadrille/engine"
)

// TestEdgeCases plays the transcripts of testdata/othello/edge-cases.txt, whose
// head describes the format.
func TestEdgeCases(t *testing.T) {
	const file = "../../testdata/othello/edge-cases.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, " | ")
		if len(fields) != 4 {
			t.Fatalf("%s:%d: a line has four fields, not %d", file, i+1, len(fields))
		}
		cases++
		t.Run(fields[0], func(t *testing.T) { edgeCase(t, fields[1], fields[2], fields[3]) })
	}
	if cases < 15 {
		t.Errorf("%s has %d cases", file, cases)
	}
}

func edgeCase(t *testing.T, start, transcript, facts string) {
	p := engine.Position(newPosition(engine.Rules{}, StartState()))
	var err error
	if start != "startpos" {
		if p, err = (Game{}).ParseFEN(start, nil); err != nil {
			t.Fatal(err)
		}
	}
	var tokens []string
	if transcript != "-" {
		var ok bool
		if tokens, ok = p.(engine.Transcriber).Tokens(transcript); !ok {
			t.Fatalf("%s is not a transcript", transcript)
		}
	}
	passes := 0
	for _, token := range tokens {
		if token == "pass" {
			passes++
		}
		if p, err = p.Play(token); err != nil {
			t.Fatal(err)
		}
	}
	for _, fact := range strings.Fields(facts) {
		name, want, _ := strings.Cut(fact, "=")
		if got := edgeFact(p.(*Position), name, len(tokens)-passes, passes); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

func edgeFact(p *Position, name string, moves, passes int) string {
	switch name {
	case "result":
		return p.Result().String()
	case "reason":
		return p.Result().Reason
	case "turn":
		return p.Turn().String()
	case "legal":
		return strings.Join(p.Legal(), ",")
	case "disks":
		return strings.ReplaceAll(engine.JoinInts(p.Scores()), " ", ",")
	case "empty":
		return fmt.Sprint(bits.OnesCount64(p.state.Empty()))
	case "margin":
		if p.state.Side == 1 {
			return fmt.Sprint(-p.state.Margin())
		}
		return fmt.Sprint(p.state.Margin())
	case "value":
		return fmt.Sprint(value(p.state))
	case "moves":
		return fmt.Sprint(moves)
	case "passes":
		return fmt.Sprint(passes)
	}
	return "no fact of that name"
}

// value is the margin with best play, by looking at everything.
func value(s State) int {
	if s.Over() {
		return s.Margin()
	}
	best := -100
	for _, t := range s.Turns(nil) {
		best = max(best, -value(s.Play(t)))
	}
	return best
}
