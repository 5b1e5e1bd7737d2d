package terminal

import (
	"strings"
	"testing"
	"time"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// asIs leaves a seat its protocol name.
func asIs(seat string) string { return seat }

func TestScoreWords(t *testing.T) {
	for _, tc := range []struct{ line, turn, want string }{
		{"info depth 1 score cp 0", "p1", "even (+0.00 for p1)"},
		{"info score cp 19", "p2", "even (+0.19 for p2)"},
		{"info score cp -19", "p2", "even (+0.19 for p1)"},
		{"info score cp 20", "p1", "p1 slightly better (+0.20)"},
		{"info score cp -99", "p1", "p2 slightly better (+0.99)"},
		{"info score cp 100", "p2", "p2 better (+1.00)"},
		{"info score cp -1234", "p2", "p1 much better (+12.34)"},
		{"info score cp 300 chance 5260", "p1", "even (+3.00 for p1)"}, // Othello, at the start
		{"info score cp -1100 chance 3900", "p1", "p2 slightly better (+11.00)"},
		{"info score cp 900 chance 8400", "p2", "p2 better (+9.00)"},
		{"info score cp -900 chance 400", "p2", "p1 much better (+9.00)"},
		{"info score cp 35 lowerbound", "p1", "p1 slightly better (at least +0.35)"},
		{"info score cp -35 lowerbound", "p1", "p2 slightly better (at most +0.35)"},
		{"info score cp -35 upperbound", "p1", "p2 slightly better (at least +0.35)"},
		{"info score mate 5", "p2", "p2 wins by force in 5 plies"},
		{"info score mate 1 proof win", "p1", "p1 wins by force in 1 ply"},
		{"info score mate -4 proof loss", "p1", "p2 wins by force in 4 plies"},
		{"info score mate -20 upperbound proof loss", "p1", "p2 wins by force in at most 20 plies"},
		{"info score cp 0 proof draw", "p1", "a proved draw"},
		{"info score cp 1200 proof win", "p1", "p1 wins by force (12.00)"},
		{"info score cp -6400 proof loss", "p1", "p2 wins by force (64.00)"},
		{"info proof loss", "p2", "p1 wins by force"},
		{"info score cp 20000 proof win", "p1", "p1 wins by force"},
		{"info score cp -20000 proof loss", "p1", "p2 wins by force"},
		{"info score cp 20000 lowerbound", "p1", "p1 much better"},
		{"info score cp -20000", "p1", "p2 much better"},
		{"info scores 1200 -300 1300 5", "p2", "p3 ahead (p1 12.00, p2 -3.00, p3 13.00, p4 0.05)"},
		{"info scores 5 5 1 0", "p2", "no seat ahead (p1 0.05, p2 0.05, p3 0.01, p4 0.00)"},
		{"info depth 4 nodes 5", "p1", ""},
	} {
		info, err := driver.ParseInfo(tc.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := ScoreWords(info, tc.turn, asIs); got != tc.want {
			t.Errorf("%s, %s to move: %q, want %q", tc.line, tc.turn, got, tc.want)
		}
	}
}

func TestResultWords(t *testing.T) {
	for _, tc := range []struct{ result, reason, want string }{
		{"p1win", "block", "p1 wins (block)"},
		{"draw", "both-blocks", "draw (both blocks)"},
		{"p4win", "none", "p4 wins"},
		{"draw", "", "draw"},
	} {
		if got := ResultWords(tc.result, tc.reason, asIs); got != tc.want {
			t.Errorf("%s %s: %q, want %q", tc.result, tc.reason, got, tc.want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 9999: "9999", 10_000: "10k", 1_234_567: "1235k", 12_345_678: "12M", 98_765_432_100: "99G"} {
		if got := Count(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestProgress(t *testing.T) {
	info, err := driver.ParseInfo("info depth 7 score cp 40 nodes 123456 time 1260 pv a b")
	if err != nil {
		t.Fatal(err)
	}
	want := "depth 7, p2 slightly better (+0.40), 123k nodes, 1.3s, a b"
	if got := Progress(info, "p2", asIs); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Progress(driver.Info{Solving: 259, Time: time.Second}, "p1", asIs); got != "solving the game [#####...............] 25 %" {
		t.Errorf("of solving: %q", got)
	}
	if got := Progress(driver.Info{Text: "solving"}, "p1", asIs); got != "solving" {
		t.Errorf("of words alone: %q", got)
	}
}

func TestPainter(t *testing.T) {
	d := engine.Diagram{{
		{Text: "|", Style: engine.FrameLine},
		{Text: " R ", Style: engine.P1Style},
		{Text: "(X)", Style: engine.P2Style, Last: true},
		{Text: "*O*", Style: engine.P1Style, Win: true},
		{Text: ">A", Style: engine.P3Style},
		{Text: " . ", Style: engine.Empty},
		{Text: "   ", Style: engine.Empty},
		{Text: "[3]", Style: engine.Target},
		{Text: " ", Style: engine.Plain},
	}}
	want := "|\x1b[1;91m R \x1b[0m\x1b[1;94;4m(X)\x1b[0m\x1b[1;91;7m*O*\x1b[0m\x1b[1;95m>A\x1b[0m\x1b[2m . \x1b[0m   \x1b[1;95m[3]\x1b[0m \n"
	if got := (Painter{Color: true}).Diagram(d, []string{"O", "Black", "Magenta"}); got != want {
		t.Errorf("painted:\n%q, want\n%q", got, want)
	}
	if got := (Painter{}).Diagram(d, []string{"O", "Black", "Magenta"}); got != "| R (X)*O*>A .    [3]\n" {
		t.Errorf("plain: %q", got)
	}
	if got := (Painter{}).Emphasis("a") + (Painter{Color: true}).Emphasis("a"); got != "a\x1b[1ma\x1b[0m" {
		t.Errorf("Emphasis: %q", got)
	}
}

// The status line never wraps, writes over what was there, and goes away.
func TestStatus(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	s := NewStatus(&out, func() int { return 12 })
	s.now = func() time.Time { return now }
	show := func(text string) {
		now = now.Add(time.Second)
		s.Show(text)
	}
	show("0123456789")
	show("0123456789abcdef")
	show("short")
	s.Show("too soon")
	s.Clear()
	s.Clear()
	want := "\r0123456789" + "\r01234567..." + "\rshort      " + "\r     \r"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	// What came too soon is shown a little later.
	s.Show("first")
	now = now.Add(time.Second)
	s.Show("second")
	s.Show("third")
	s.Show("last")
	s.mu.Lock()
	if s.timer == nil || s.next != "last" {
		t.Errorf("waiting: %q", s.next)
	}
	s.mu.Unlock()
	s.late()
	if !strings.HasSuffix(out.String(), "\rsecond\rlast  ") {
		t.Errorf("%q does not end with the last text", out.String())
	}
	s.Redraw()
	if !strings.HasSuffix(out.String(), "\rlast  \rlast") {
		t.Errorf("%q does not end with the text drawn again", out.String())
	}
	s.Clear()
	s.Redraw()
	if !strings.HasSuffix(out.String(), "\r    \r") {
		t.Errorf("%q: a line that was cleared is drawn again", out.String())
	}
	var none Status
	none.Redraw()
	none.Show("nothing")
	none.Clear()
}
