package gtp

import (
	"io"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"quadrille/ai/bots"
	"quadrille/engine/games"
	"quadrille/protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newServer(t testing.TB) *Server {
	t.Helper()
	session, err := protocol.NewSession(games.All(), bots.All())
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewServer(session, protocol.Config{Name: "Test 1.2", Author: "nobody"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// converse returns what a fresh server says to the input.
func converse(t testing.TB, input string) string {
	t.Helper()
	var out strings.Builder
	if err := newServer(t).Serve(strings.NewReader(input), &out); err != nil {
		t.Fatalf("Serve(%.80q): %v", input, err)
	}
	return out.String()
}

// TestOddInput checks lines as the specification's section 2.5 and 2.6 have
// them: what is dropped, what an answer begins with, and one answer a command.
func TestOddInput(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"plain", "protocol_version\n", "= 2\n\n"},
		{"id", "17 protocol_version\n", "=17 2\n\n"},
		{"leading zeros of an id", "007 protocol_version\n", "=007 2\n\n"},
		{"blank lines", "\n \n\t\nprotocol_version\n\n", "= 2\n\n"},
		{"comments", "# 1 name\nprotocol_version # what\n 3 name#x\n", "= 2\n\n=3 Test\n\n"},
		{"carriage return", "5 protocol_version\r\n", "=5 2\n\n"},
		{"control characters", "5 proto\x01col_\x7fversion\x0b\n", "=5 2\n\n"},
		{"tabs", "\t5\tprotocol_version\t\n", "=5 2\n\n"},
		{"no final newline", "5 protocol_version", "=5 2\n\n"},
		{"unknown", "5 frobnicate now\n", "?5 unknown command: frobnicate\n\n"},
		{"unknown without id", "frobnicate\n", "? unknown command: frobnicate\n\n"},
		{"commands are written small", "NAME\n", "? unknown command: NAME\n\n"},
		{"id alone", "5\n", "?5 no command after the id\n\n"},
		{"number that is no id", "12345678901\n", "? unknown command: 12345678901\n\n"},
		{"negative id", "-5 name\n", "? unknown command: -5\n\n"},
		{"missing argument", "5 play b\n", "?5 syntax error: play COLOUR MOVE: an argument is missing\n\n"},
		{"surplus argument", "5 undo 2\n", "?5 syntax error: undo takes no more than this: undo\n\n"},
		{"not UTF-8", "5 n\xffme\n6 name\n", "?5 unknown command: n\ufffdme\n\n=6 Test\n\n"},
		{"long word", "5 " + strings.Repeat("x", 100_000) + "\n6 name\n",
			"?5 unknown command: " + strings.Repeat("x", 40) + "...\n\n=6 Test\n\n"},
		{"long arguments", "5 play b " + strings.Repeat("f5 ", 33_000) + "\n6 name\n", "?5 illegal move: …=6 Test\n\n"},
		{"long comment", "5 name # " + strings.Repeat("x", 100_000) + "\n", "=5 Test\n\n"},
		{"too long", "5 name " + strings.Repeat("x", protocol.MaxLine) + "\n6 name\n",
			"? the line is longer than 1048576 bytes\n\n=6 Test\n\n"},
		{"quit ends", "1 quit\n2 name\n", "=1 \n\n"},
		{"nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := converse(t, test.input)
			head, tail, open := strings.Cut(test.want, "…")
			if got != test.want && !(open && strings.HasPrefix(got, head) && strings.HasSuffix(got, tail)) {
				t.Errorf("got %.200q, want %q", got, test.want)
			}
			if n := strings.Count(got, "\n\n"); open && n != 2 {
				t.Errorf("%d answers, want 2", n)
			}
		})
	}
}

// TestDialogues checks whole conversations. The moves are those of the rules:
// after f5 White has d6, f4 and f6.
func TestDialogues(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string // a command and its answer, by turns; … stands for anything
	}{
		{"othello", []string{
			"boardsize 8", "= ", "boardsize 10", "? unacceptable size; the board of this game has 8",
			"clear_board", "= ", "komi 6.5", "= ", "komi x", "? syntax error: komi x is not a number",
			"play b F5", "= ", "all_legal w", "= f4\nd6\nf6",
			// Black, were it to move, takes d4 against e5, d5 or e4.
			"all_legal black", "= c3\nd3\nc4",
			"play W d6", "= ", "play w c3", "? illegal move: black is to move, not white",
			"play b a1", "? illegal move: a1 outflanks no disk; Black may play: …", "play b c3d3", "? illegal move: …", "play x a1", `? syntax error: no colour "x"; …`,
			"play b pass", "? illegal move: …", "undo", "= ", "undo", "= ", "undo", "? cannot undo",
			"final_score", "? cannot score: the game is not over", "known_command genmove", "= true",
			"known_command loadsgf", "= false", "loadsgf x.sgf", "? unknown command: loadsgf"}},
		{"colours of othello", []string{"play green f5", `? syntax error: no colour "green"; there are: black|1|p1|b white|2|p2|w`}},
		{"blokus duo", []string{
			"set_game Blokus Duo", "= ", "play blue e10,e9,f10,d10,e11", "= ",
			"p J5", "= ", "play w pass", "? illegal move: there are no pass moves in this game; …",
			"play b j4", "? illegal move: …", "undo", "= ", "play green j5", "= ", "boardsize 14", "= "}},
		{"blokus", []string{
			"set_game Blokus", "= ", "boardsize 20", "= ", "play 1 a20", "= ", "play y t20", "= ", "play red t1", "= ",
			"play 4 a2", "? illegal move: …", "play green a1, b1", "= ", "genmove 2", "? illegal move: blue is to move, not yellow"}},
		{"blokus for two", []string{
			"set_game Blokus Two-Player", "= ", "genmove yellow", "? illegal move: blue is to move, not yellow",
			"play 1 a20", "= ", "play 2 t20", "= ", "play r t1", "= ", "play green a1", "= ", "time_left r 10 0", "= ",
			"play red p1", "? illegal move: blue is to move, not red", "all_legal p1", `? syntax error: no colour "p1"; there are: blue|1|b yellow|2|y red|3|r green|4|g`,
			"p b19,c19", "= ", "final_score", "? cannot score: the game is not over"}},
		{"blokus for three", []string{
			"set_game blokus three-player", "= ", "p a20", "= ", "p t20", "= ", "p t1", "= ", "time_left 4 10 0", "= ", "play 4 a1", "= ",
			"time_left 4 10 0", "= ", "play b b19,c19", "= ", "undo", "= ", "undo", "= ", "undo", "= ", "play 4 a1", "? illegal move: red is to move, not green"}},
		{"blokus junior", []string{
			"set_game Blokus Junior", "= ", "boardsize 14", "= ", "play b e10", "= ", "play green j5", "= ", "play b f9", "= ", "play w k4", "= ",
			"play b g8", "? illegal move: blue has already placed 1; …"}},
		{"other games", []string{
			"set_game Chess", `? no game "Chess"; there are: Othello, Blokus, Blokus Two-Player, Blokus Three-Player, Blokus Duo, Blokus Junior, Four in a Square, Teeko`,
			"set_game four in a square", "= ", "play b 0.2s3", "= ", "play w pass", "? illegal move: …",
			"undo", "= ", "play b 0.2s3", "= ", "set_game Teeko", "= ", "play b c3", "= ", "boardsize 4", "= "}},
		{"parameters", []string{
			"param level 3", "= ", "level 4", "= ", "level 11", "? …", "param depth -1", "? syntax error: …",
			"param colour red", "? …", "param level", "? syntax error: …", "set_random_seed 5", "= ",
			"param", "= level 4\n…", "time_settings 0 30 1", "= ", "time_settings 1 2", "? syntax error: …",
			"time_settings 1 x 2", "? syntax error: x is not a time in seconds", "time_left b 30 0", "= ", "time_left z 30 0", "? …",
			"time_left b NaN 0", "? syntax error: NaN is not a time in seconds", "time_left b -2.5 0", "= ",
			"time_settings -1 0 0", "? syntax error: -1 is not a time in seconds"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var input strings.Builder
			for i := 0; i < len(test.lines); i += 2 {
				input.WriteString(test.lines[i] + "\n")
			}
			got := strings.Split(strings.TrimSuffix(converse(t, input.String()), "\n\n"), "\n\n")
			if len(got) != len(test.lines)/2 {
				t.Fatalf("%d answers to %d commands", len(got), len(test.lines)/2)
			}
			for i, answer := range got {
				want := test.lines[2*i+1]
				head, _, open := strings.Cut(want, "…")
				if answer != want && !(open && strings.HasPrefix(answer, head)) {
					t.Errorf("%s: got %q, want %q", test.lines[2*i], answer, want)
				}
			}
		})
	}
}

// The shortest game of othello, in which Black takes every disk after nine
// turns: https://en.wikipedia.org/wiki/Reversi has it as e6 f4 e3 f6 g5 d6 e7
// f5 c5. Four squares and more stay empty and count for the winner.
var wipeOut = []string{"b e6", "w f4", "b e3", "w f6", "b g5", "w d6", "b e7", "w f5", "b c5"}

// TestEnd checks what comes after the last move: passes that Go's controllers
// need, their undoing, and the score.
func TestEnd(t *testing.T) {
	var input strings.Builder
	for _, move := range wipeOut {
		input.WriteString("play " + move + "\n")
	}
	input.WriteString("final_score\ngenmove w\nplay b pass\nplay w a1\nundo\nundo\nfinal_score\nundo\nfinal_score\n")
	got := strings.Split(strings.TrimSuffix(converse(t, input.String()), "\n\n"), "\n\n")[len(wipeOut):]
	want := []string{"= B+64", "= pass", "= ", "? illegal move: …", "= ", "= ", "= B+64", "= ", "? cannot score: …"}
	for i, w := range want {
		head, _, open := strings.Cut(w, "…")
		if i >= len(got) || got[i] != w && !(open && strings.HasPrefix(got[i], head)) {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
}

// TestPass plays to a position in which Black cannot move: White has a3, a4, a5
// and b4, the a-file ends at empty squares, behind b4 there is no black disk
// on any line, and all else is Black's. White takes b2 from c1.
func TestPass(t *testing.T) {
	var input strings.Builder
	moves := []string{"b c4", "w c3", "b e6", "w b4", "b a4", "w a5", "b b2", "w a3"}
	for _, move := range moves {
		input.WriteString("play " + move + "\n")
	}
	dialogue := []string{
		"all_legal b", "= ", "genmove b", "= pass", "undo", "= ", "reg_genmove b", "= pass",
		"play b c1", "? illegal move: …", "play b pa", "= ", "play b pass", "? illegal move: white is to move, not black", "undo", "= ",
		"play w c1", "= ", "undo", "= ", "genmove b", "= pass", "undo", "= ",
		"play w c3", "? illegal move: …", "param nodes 10", "= ", "reg_genmove w", "= …", "genmove b", "= pass",
	}
	for i := 0; i < len(dialogue); i += 2 {
		input.WriteString(dialogue[i] + "\n")
	}
	got := strings.Split(strings.TrimSuffix(converse(t, input.String()), "\n\n"), "\n\n")[len(moves):]
	for i, answer := range got {
		head, _, open := strings.Cut(dialogue[2*i+1], "…")
		if answer != head && !(open && strings.HasPrefix(answer, head)) {
			t.Errorf("%s: got %q, want %q", dialogue[2*i], answer, dialogue[2*i+1])
		}
	}
}

// TestGenmove checks that a generated move is legal, that genmove plays it and
// reg_genmove does not.
func TestGenmove(t *testing.T) {
	for _, game := range newServer(t).gameTitles() {
		s := newServer(t)
		out := converse(t, "set_game "+game+"\nparam nodes 50\nparam seed 1\nreg_genmove 1\nundo\ngenmove 1\nundo\nundo\n")
		a := strings.Split(strings.TrimSuffix(out, "\n\n"), "\n\n")
		if len(a) != 8 || a[4] != "? cannot undo" || a[6] != "= " || a[7] != "? cannot undo" {
			t.Fatalf("%s: %q", game, a)
		}
		if _, err := s.setGame([]string{game}); err != nil {
			t.Fatal(err)
		}
		for _, answer := range []string{a[3], a[5]} {
			move, ok := strings.CutPrefix(answer, "= ")
			if _, err := s.Session.Position().Play(move); !ok || err != nil {
				t.Errorf("%s: generated %q: %v", game, answer, err)
			}
		}
	}
}

// TestEndOfInputInterrupts would wait an hour if the end of input did not end
// a search.
func TestEndOfInputInterrupts(t *testing.T) {
	in, feed := io.Pipe()
	out, outW := io.Pipe()
	s := newServer(t)
	end := make(chan error, 1)
	go func() {
		end <- s.Serve(in, outW)
		outW.Close()
	}()
	said := make(chan string, 1)
	go func() {
		all, _ := io.ReadAll(out)
		said <- string(all)
	}()
	io.WriteString(feed, "param movetime 3600000\nplay b f5\n9 genmove w\n")
	feed.Close()
	if err := <-end; err != nil {
		t.Fatal(err)
	}
	got := <-said
	answer := strings.TrimSuffix(strings.TrimPrefix(got, "= \n\n= \n\n=9 "), "\n\n")
	if answer != "d6" && answer != "f4" && answer != "f6" {
		t.Errorf("got %q, want one move of White's three", got)
	}
}

// FuzzLine checks that every line has at most one answer, in the form of the
// specification, and that it has one exactly when a command is left of it.
func FuzzLine(f *testing.F) {
	for _, line := range []string{"1 name", "play b f5", "# x", " 5 \t", "\x00", "set_game Blokus Duo", "param x 1",
		"time_left b 1e400 3", "showboard", "undo", "5", "play b e10,e9", "\xff\r"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 1000 || strings.ContainsRune(line, '\n') || strings.Contains(line, "genmove") {
			t.Skip()
		}
		c, ok := parseLine(line)
		if c.name == "g" {
			t.Skip()
		}
		got := converse(t, "# byte order marks belong to the first line\n"+line+"\n")
		if !ok {
			if got != "" {
				t.Fatalf("%q was answered with %q", line, got)
			}
			return
		}
		if strings.Count(got, "\n\n") != 1 || !strings.HasSuffix(got, "\n\n") ||
			!strings.HasPrefix(got, "="+c.id+" ") && !strings.HasPrefix(got, "?"+c.id+" ") {
			t.Fatalf("%q was answered with %q", line, got)
		}
	})
}
