package gtp

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"quadrille/engine"
)

// exchange is a command of a transcript and the engine's answer.
type exchange struct{ command, answer string }

// readTranscript reads a file of testdata/dialects: what the engine was told,
// behind <, and what it said, behind >.
func readTranscript(t *testing.T, name string) (list []exchange) {
	t.Helper()
	b, err := os.ReadFile("../../testdata/dialects/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		if command, ok := strings.CutPrefix(line, "< "); ok {
			list = append(list, exchange{command: command})
		} else if answer, ok := strings.CutPrefix(line, "> "); ok {
			list[len(list)-1].answer += answer
		}
	}
	return list
}

// TestTwoGTP plays games again that Pentobi's twogtp drove and refereed, the
// engine on both sides: its moves are legal and every other answer is the same.
// The scores at the end are those that pentobi-gtp gives for the same moves.
func TestTwoGTP(t *testing.T) {
	for _, test := range []struct{ file, score string }{
		{"twogtp-duo.txt", "B+17"},
		{"twogtp-classic.txt", "82 76 84 85"},
	} {
		s := newServer(t)
		moves, blocked := 0, 0
		for _, e := range readTranscript(t, test.file) {
			words := strings.Fields(e.command)
			switch words[0] {
			case "cputime":
				continue
			case "genmove":
				words = []string{"play", words[1], strings.TrimPrefix(e.answer, "= ")}
				e.answer = "= "
				fallthrough
			case "play":
				moves++
				legal, err := s.perform(command{name: "all_legal", args: words[1:2]})
				if err != nil || !strings.Contains("\n"+legal+"\n", "\n"+words[2]+"\n") {
					t.Fatalf("%s: %s is not among the legal moves: %v", test.file, words[2], err)
				}
			}
			text, err := s.perform(command{name: words[0], args: words[1:]})
			if got := strings.TrimSuffix(response("", err != nil, text), "\n\n"); err != nil || got != e.answer {
				t.Fatalf("%s: %s: got %q %v, want %q", test.file, e.command, got, err, e.answer)
			}
			blocked += checkBlocked(t, s)
		}
		if blocked == 0 {
			t.Errorf("%s: no colour was blocked before the end", test.file)
		}
		if score, err := s.finalScore(nil); err != nil || score != test.score {
			t.Errorf("%s: the score after %d moves is %q %v, want %q", test.file, moves, score, err, test.score)
		}
	}
}

// checkBlocked checks that each colour without a move passes when it is asked
// to move, which changes nothing, and returns how many there are before the end.
func checkBlocked(t *testing.T, s *Server) (blocked int) {
	t.Helper()
	for i := range s.Session.Position().Players() {
		colour := strconv.Itoa(i + 1)
		legal, err := s.allLegal([]string{colour})
		if err != nil || legal != "" {
			continue
		}
		before := s.Session.Position().FEN()
		if move, err := s.genmove([]string{colour}); move != engine.Pass || err != nil {
			t.Fatalf("blocked colour %s answers %q, %v", colour, move, err)
		}
		if after := s.Session.Position().FEN(); after != before {
			t.Fatalf("the pass of colour %s changed %s to %s", colour, before, after)
		}
		if !s.Session.Position().Result().Over {
			blocked++
		}
	}
	return blocked
}

// TestDocument checks that docs/dialects.md has every command.
func TestDocument(t *testing.T) {
	b, err := os.ReadFile("../../docs/dialects.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(b), "\n## gtp\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for name := range newServer(t).table {
		if !strings.Contains(text, "`"+name+"`") && !strings.Contains(text, "`"+name+" ") {
			t.Errorf("docs/dialects.md says nothing of %s", name)
		}
	}
}
