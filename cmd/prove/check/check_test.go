package check

import (
	"os"
	"strings"
	"testing"
)

const dir = "../../../testdata/square4/proof/"

var certificates = []string{dir + "blue-never-loses.txt", dir + "red-never-loses.txt"}

// notShort skips a test that takes seconds in one goroutine where the time is to go to
// what several do.
func notShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it has one goroutine and takes seconds")
	}
}

// TestCertificates checks the certificates for every number of marbles by
// their pairs, and with 3 and 4 marbles a side by playing everything.
func TestCertificates(t *testing.T) {
	for _, path := range certificates {
		for _, pieces := range []int{0, 3, 4} {
			if testing.Short() && pieces > 3 {
				continue
			}
			if _, err := checkFile(path, pieces, 2); err != nil {
				t.Errorf("%s with %d: %v", path, pieces, err)
			}
		}
	}
}

func load(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDamage leaves out each pair of a plan in turn; the pairs must then be
// found wanting. (The pairs of a certificate are all needed.)
func TestDamage(t *testing.T) {
	for _, path := range certificates {
		text := load(t, path)
		_, after, _ := strings.Cut(text, "pairs ")
		line, _, _ := strings.Cut(after, "\n")
		for _, pair := range strings.Fields(line) {
			s, err := readStrategy(strings.NewReader(strings.Replace(text, pair, "", 1)))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.check(); err == nil {
				t.Errorf("%s without %s passes", path, pair)
			}
		}
	}
}

// TestPlayingFindsDamage leaves out a pair at a time: playing must then find a
// win of the attacker, without looking at pairs.
func TestPlayingFindsDamage(t *testing.T) {
	tried := 3
	if testing.Short() {
		tried = 1
	}
	for _, path := range certificates {
		text := load(t, path)
		_, after, _ := strings.Cut(text, "pairs ")
		line, _, _ := strings.Cut(after, "\n")
		for _, pair := range strings.Fields(line)[:tried] {
			s, err := readStrategy(strings.NewReader(strings.Replace(text, pair, "", 1)))
			if err != nil {
				t.Fatal(err)
			}
			homes, err := s.homes()
			if err != nil {
				t.Fatal(err)
			}
			if _, err = s.playOut(homes, 4, 2); err == nil || !strings.Contains(err.Error(), " wins in ") {
				t.Errorf("%s without %s: %v", path, pair, err)
			}
		}
	}
}

// TestRefusals has strategies that are none, or that leave something out.
func TestRefusals(t *testing.T) {
	const plan = "plan a hole 1 pairs 0.0+0.1\n"
	cases := []struct{ what, text, want string }{
		{"nothing", "", "no defender"},
		{"another file", "hello", `line 1: "hello", where a certificate begins with "square4 strategy 1", "square4 win 1" or "square4 hold 1"`},
		{"no start", header + "\ndefender red\n", "no start"},
		{"a strange side", header + "\ndefender green", "no side"},
		{"two sides", header + "\ndefender red\ndefender blue", "no line"},
		{"a strange square", header + "\nplan a hole 9 pairs", "no square"},
		{"the same plan twice", header + "\n" + plan + plan, "second time"},
		{"a pair in the hole", header + "\nplan a hole 1 pairs 1.0+0.0", "no pair"},
		{"a slot in two pairs", header + "\nplan a hole 1 pairs 2.0+0.0 0.0+2.1", "no pair"},
		{"a slot with itself", header + "\nplan a hole 1 pairs 2.0+2.0", "no pair"},
		{"a slot alone", header + "\nplan a hole 1 pairs 2.0", "no pair"},
		{"a start without a plan", header + "\nstart 0.0s1 plan a", "no plan"},
		{"a turn without a slide", header + "\n" + plan + "start 0.0 plan a", "no turn"},
		{"a placement in the hole", header + "\ndefender red\n" + plan + "start 4.0s1 plan a", "against the rules"},
		{"a slide from afar", header + "\ndefender red\n" + plan + "start 0.0s0 plan a", "against the rules"},
		{"another hole", header + "\ndefender red\n" + plan + "start 0.0s3 plan a", "the hole is 3"},
		{"two turns for Red", header + "\ndefender red\n" + plan + "start 0.0s1 0.1s0 plan a", "2 turns, not 1"},
		{"a slot taken", header + "\ndefender blue\nplan a hole 4 pairs\nstart 0.0s1 0.0s4 plan a", "against the rules"},
		{"a turn unanswered", header + "\ndefender blue\nplan a hole 4 pairs\nstart 0.0s1 0.1s4 plan a", "no answer"},
		{"pairs that are too few", header + "\ndefender red\n" + plan + "start 0.0s1 plan a", "nothing stops"},
	}
	for _, c := range cases {
		s, err := readStrategy(strings.NewReader(c.text))
		if err == nil {
			_, err = s.check()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

// FuzzReadStrategy reads anything; what can be read must be checkable.
func FuzzReadStrategy(f *testing.F) {
	for _, path := range certificates {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(header + "\ndefender red\nplan a hole 1 pairs 0.0+0.1\nstart 0.0s1 plan a")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := readStrategy(strings.NewReader(text))
		if err != nil {
			return
		}
		if homes, err := s.check(); err == nil && len(homes) == 0 {
			t.Error("a strategy without a home position passes")
		}
	})
}
