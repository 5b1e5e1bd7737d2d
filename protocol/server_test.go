package protocol

import (
	"io"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSilentCommands(t *testing.T) {
	for _, input := range []string{
		"", "\n", " \t \n\n", "uginewgame\n", "position startpos\n", "position startpos moves\n",
		"position startpos moves 0.2s3 8.0s0\n", "moves 0.2s3", "setoption name Hash value 32\n",
		"setoption name hash value 1\nsetoption name square4.pieces value 16\n", "stop\n", "ponderhit\n", "quit\n", "quit",
	} {
		if got := answers(t, input); got != nil {
			t.Errorf("%q answered %q, want silence", input, got)
		}
	}
}

// TestErrors has each refusal with its code and the words that tell what
// would be right.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{"frobnicate\n", `error unknown-command "frobnicate"`},
		{"GO depth 1\n", "error unknown-command"},
		{"uci\n", "error unknown-command \"uci\"; this engine speaks UGI, which begins with `ugi`"},
		{"protocol_version\n", "error unknown-command \"protocol_version\"; the Go Text Protocol is spoken with --protocol gtp"},
		{"isready now\n", "error bad-argument isready takes no more"},
		{"quit now\n", "error bad-argument quit takes no more"},
		{"setoption\n", "error bad-argument write it as: setoption name N value V"},
		{"setoption name Hash\n", "error bad-argument"},
		{"setoption name Hash value\n", "error bad-argument"},
		{"setoption name Hash value 1 2\n", "error bad-argument"},
		{"setoption name Hash value 0\n", "error bad-option Hash takes a number from 1 to"},
		{"setoption name Hash value 99999999999999999999\n", "error bad-option Hash takes"},
		{"setoption name Hash value x\n", "error bad-option Hash takes"},
		{"setoption name Game value chess\n", "error bad-option Game takes one of square4"},
		{"setoption name Ponder value yes\n", "error bad-option Ponder takes true or false"},
		{"setoption name Nothing value 1\n", `error bad-option no option "Nothing"; there are: Game Hash`},
		{"setoption name square4.pieces value 3\n", "error bad-option square4.pieces takes a number from 4 to 16"},
		{"newgame chess\n", `error no-game no game "chess"; there are: square4`},
		{"newgame square4 pieces=3\n", "error bad-option pieces takes"},
		{"newgame square4 pieces=8 pieces=8\n", "error bad-argument newgame: rule option \"pieces\" is given twice"},
		{"newgame square4 pieces\n", "error bad-argument newgame: \"pieces\" is not of the form key=value"},
		{"newgame square4 colour=red\n", `error bad-option no rule option "colour"; there are: pieces slideback repetition`},
		{"position\n", "error bad-argument write it as"},
		{"position nowhere\n", "error bad-argument write it as"},
		{"position startpos 0.2s3\n", "error bad-argument write it as"},
		{"position fen\n", "error bad-argument write it as"},
		{"position fen moves 0.2s3\n", "error bad-argument write it as"},
		{"position fen x\n", "error bad-position a square4 position has seven words"},
		{"position startpos moves 0.2s3 0.2s9\n", `error illegal-move move 2, "0.2s9": "0.2s9" is not a turn`},
		{"moves\n", "error bad-argument moves needs at least one turn"},
		{"moves 0.2\n", "error illegal-move move 1, \"0.2\": 0.2 does not win, so a slide must follow in the same token: 0.2s1 0.2s3 0.2s5 0.2s7"},
		{"moves s3\n", "error illegal-move"},
		{"place\n", "error bad-argument place takes a square 0..8 and a slot 0..3"},
		{"place 0\n", "error bad-argument"},
		{"place 0 2 1\n", "error bad-argument"},
		{"place 9 0\n", `error bad-argument "9" is not a square`},
		{"place 0 4\n", `error bad-argument "4" is not a slot`},
		{"place 0 -1\n", "error bad-argument"},
		{"place 99999999999999999999 0\n", "error bad-argument"},
		{"place 4 0\n", "error illegal-move square 4 is the hole"},
		{"slide 3\n", "error illegal-move place a marble first"},
		{"slide\n", "error bad-argument slide takes a square"},
		{"slide 3 3\n", "error bad-argument"},
		{"pass\n", `error unknown-command "pass"; `}, // the engine has no game with passes
		{"undo\n", "error bad-argument there is nothing to undo"},
		{"undo x\n", "error bad-argument undo takes a number"},
		{"undo 1 1\n", "error bad-argument undo takes no more"},
		{"go depth\n", "error bad-argument go: depth needs a number"},
		{"go depth 0\n", "error bad-argument go: depth takes a whole number from 1"},
		{"go depth -1\n", "error bad-argument"},
		{"go depth 1.5\n", "error bad-argument"},
		{"go depth 99999999999999999999\n", "error bad-argument"},
		{"go depth 1 depth 2\n", `error bad-argument go: "depth" is given twice`},
		{"go movetime 0\n", "error bad-argument"},
		{"go fast\n", `error bad-argument go: "fast" is not an argument`},
		{"go p5time 1\n", "error bad-argument"},
		{"go p2time 1000\n", "error bad-argument go: p1time is missing"},
		{"go searchmoves\n", "error bad-argument go: searchmoves needs"},
		{"go searchmoves depth 1\n", "error bad-argument go: searchmoves needs"},
		{"go searchmoves 0.0\n", "error illegal-move searchmoves"},
		{"go perft\n", "error bad-argument"},
		{"go perft 1 depth 1\n", "error bad-argument go perft N takes no other"},
		{"query\n", "error bad-argument query needs one of: gameover"},
		{"query weather\n", `error bad-argument query has no "weather"`},
		{"query turn now\n", "error bad-argument query turn takes no more"},
		{"bench chess\n", "error no-game"},
		{"bench 0\n", "error bad-argument"},
		{"bench 99999999999999999999\n", "error bad-argument"},
		{"bench 1 2\n", "error bad-argument"},
		{"bench square4 x\n", "error bad-argument"},
		{"help me\n", "error bad-argument help: no command"},
		{"\xff\xfe\n", "error bad-argument the line is not valid UTF-8"},
		{strings.Repeat("x", 2<<20) + "\n", "error bad-argument the line is longer than"},
		{strings.Repeat("x", 2<<20), "error bad-argument the line is longer than"},
		{"place " + strings.Repeat("7", 1<<19) + " 0\n", "error bad-argument"},
		{"moves \u2028\n", "error"},
	} {
		got := answers(t, c.input)
		shown := quote(c.input)
		if len(got) != 1 || !strings.HasPrefix(got[0], c.want) {
			t.Errorf("%s answered %q, want one line %q…", shown, got, c.want)
			continue
		}
		// Nothing has changed: the state after the refusal is that before it.
		after := answers(t, c.input+"\nquery fen\nquery history\nugi\n")
		if before := answers(t, "query fen\nquery history\nugi\n"); strings.Join(after[1:], "\n") != strings.Join(before, "\n") {
			t.Errorf("%s changed something: %q", shown, after)
		}
	}
}

// TestErrorsKeepTheGame checks that a refused command leaves a game that has
// begun as it was.
func TestErrorsKeepTheGame(t *testing.T) {
	const setup = "newgame square4 pieces=5\nmoves 0.2s3\nplace 8 0\n"
	const ask = "query fen\nquery history\nquery pending\nquery rules\n"
	want := answers(t, setup+ask)
	for _, bad := range []string{
		"moves s6 0.0s9", "moves s0 0.3s1 0.3s1", "position startpos moves 0.2s3 0.2s3", "position fen x", "newgame square4 pieces=99",
		"place 0 0", "slide 8", "undo 4", "undo 0", "undo -1", "pass", "go searchmoves 1.1s1", "setoption name Level value 11",
	} {
		got := answers(t, setup+bad+"\n"+ask)
		if len(got) != len(want)+1 || !strings.HasPrefix(got[2], "error ") {
			t.Errorf("%s: %q", bad, got)
			continue
		}
		if strings.Join(got[3:], "\n") != strings.Join(want[2:], "\n") {
			t.Errorf("%s changed the game from %q to %q", bad, want, got)
		}
	}
}

func TestLineEnds(t *testing.T) {
	for _, input := range []string{
		"isready\n", "isready\r\n", "isready", "isready\r", "\ufeffisready\n", "  isready  \n", "\tisready\n", "\n\nisready\n\n",
	} {
		if got := answers(t, input); len(got) != 1 || got[0] != "readyok" {
			t.Errorf("%q answered %q", input, got)
		}
	}
	long := "isready" + strings.Repeat(" ", MaxLine-len("isready"))
	for _, end := range []string{"", "\n", "\r\n"} {
		if got := answers(t, long+end); len(got) != 1 || got[0] != "readyok" {
			t.Errorf("a line of MaxLine bytes ended by %q answered %.80q", end, got)
		}
		if got := answers(t, long+" "+end+"\nisready\n"); len(got) != 2 || !strings.HasPrefix(got[0], "error bad-argument") || got[1] != "readyok" {
			t.Errorf("a line of MaxLine+1 bytes ended by %q answered %.80q", end, got)
		}
	}
}

func TestQueries(t *testing.T) {
	got := answers(t, "newgame\nplace 0 2\nquery turn\nquery phase\nquery pending\nquery history\nquery legal\nslide 3\n"+
		"query p1turn\nquery p2turn\nquery p3turn\nquery gameover\nquery result\nquery reason\nquery scores\nquery game\nquery games\n"+
		"query rules\nquery history\nquery pending\nquery players\nundo\nundo\nquery history\nquery startfen\n")
	want := []string{
		"ok turn=p1 phase=placement", "ok turn=p1 phase=placementSlide", "response p1", "response placementSlide",
		"response place 0 2", "response 0.2", "response s1 s3 s5 s7", "ok turn=p2 phase=placement",
		"response false", "response true", "response false", "response false", "response none", "response none",
		"response 0 0", "response square4", "response square4", "response pieces=8 slideback=true repetition=3",
		"response 0.2s3", "response none", "response 2", "ok turn=p1 phase=placementSlide", "ok turn=p1 phase=placement",
		"response", "response ..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=true,repetition=3 - -",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestFinishedGame plays Red's four marbles into one square: 0.0, 0.1, 0.2
// and, winning at once, 0.3.
func TestFinishedGame(t *testing.T) {
	const game = "newgame square4 pieces=4\nmoves 0.0s5 8.0s4 0.1s5 8.1s4 0.2s5 8.2s4\nplace 0 3\n"
	for _, c := range []struct{ input, want string }{
		{"query result", "response p1win"}, {"query reason", "response block"}, {"query legal", "response"},
		{"query gameover", "response true"}, {"query history", "response 0.0s5 8.0s4 0.1s5 8.1s4 0.2s5 8.2s4 0.3"},
		{"go depth 3", "bestmove none"}, {"go infinite", "bestmove none"}, {"go perft 3", "nodes 1"},
		{"place 1 0", "error game-over the game is over: p1win (block); undo or start a new one"},
		{"slide 3", "error game-over…"}, {"moves s3", "error game-over move 1…"}, {"slide", "error game-over…"},
		{"eval", "error game-over…"}, {"undo", "ok turn=p1 phase=placement"},
	} {
		got := answers(t, game+c.input+"\n")
		prefix, open := strings.CutSuffix(c.want, "…")
		if len(got) != 3 || got[1] != "ok turn=p2 phase=placement result=p1win" ||
			!(got[2] == c.want || open && strings.HasPrefix(got[2], prefix)) {
			t.Errorf("%s: %q, want %q last", c.input, got, c.want)
		}
	}
}

func TestSearchDialogue(t *testing.T) {
	c := startTalk(t)
	const info = "info depth 1 score cp 25 nodes 42 pv "
	c.send("go infinite")
	c.want(info + "0.0s1")
	c.send("isready", "query turn", "help quit", "place 0 0", "newgame", "go depth 1", "frobnicate", "ponderhit")
	c.want("readyok", "response p1", "help quit", "help end the engine", "help answered also while a search runs",
		"error busy a search is running…", "error busy…", "error busy…", "error unknown-command…")
	c.send("stop")
	c.want("bestmove 0.0s1")
	c.send("go depth 1 searchmoves 3.0s1 3.0s1")
	c.want(info+"3.0s1", "bestmove 3.0s1")

	c.send("setoption name Ponder value true", "go ponder depth 1")
	c.want(info + "0.0s1")
	c.send("isready")
	c.want("readyok") // the search is done, its answer is held back
	c.send("ponderhit")
	c.want("bestmove 0.0s1 ponder 1.0s0")
	c.send("go ponder infinite depth 1")
	c.want(info + "0.0s1")
	c.send("ponderhit", "isready")
	c.want("readyok")
	c.send("stop")
	c.want("bestmove 0.0s1 ponder 1.0s0")

	c.send("go mate 1")
	c.want("info depth 1 score cp 0 nodes 7 pv 0.0s1", "info string no win in 1", "info depth 1 score cp 0 nodes 7 pv 0.0s1", "bestmove 0.0s1")
	c.send("go infinite")
	c.want(info + "0.0s1")
	c.send("quit")
	c.want("bestmove 0.0s1 ponder 1.0s0")
}

func TestEndOfInputDuringSearch(t *testing.T) {
	const info = "info depth 1 score cp 25 nodes 42 pv 0.0s1"
	for _, input := range []string{"go depth 1", "go infinite", "go", "go ponder", "go movetime 5", "go exact nodes 5 movetime 3", "go depth 1\nquit\n"} {
		got := answers(t, input)
		if len(got) != 2 || got[0] != info || got[1] != "bestmove 0.0s1" {
			t.Errorf("%q answered %q", input, got)
		}
	}
}

// TestKnownPerft has the counts of rules.md, section 1.
func TestKnownPerft(t *testing.T) {
	got := answers(t, "go perft 2")
	if len(got) != 129 || got[128] != "nodes 11904" {
		t.Errorf("perft 2 ended %q", got[len(got)-1])
	}
	got = answers(t, "newgame square4 slideback=false\ngo perft 3")
	if last := got[len(got)-1]; last != "nodes 238080" {
		t.Errorf("slideback=false perft 3 ended %q", last)
	}
	if got := answers(t, "go perft 0"); len(got) != 1 || got[0] != "nodes 1" {
		t.Errorf("perft 0: %q", got)
	}
	if got := answers(t, "place 0 0\ngo perft 1"); len(got) != 6 || got[1] != "s1: 1" || got[5] != "nodes 4" {
		t.Errorf("perft mid-turn: %q", got)
	}
}

func TestBenchAndEval(t *testing.T) {
	got := answers(t, "eval\nbench\n")
	want := []string{"eval side-to-move 3", "eval total 3", "info string bench 1/2 nodes 42", "info string bench 2/2 nodes 42", "nodes 84"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q", got)
	}
}

func TestOptionsInForce(t *testing.T) {
	got := answers(t, "setoption name square4.pieces value 5\nquery rules\nuginewgame\nquery rules\nnewgame\nquery rules\n"+
		"newgame pieces=6\nposition startpos moves 0.0s1\nquery rules\n")
	want := []string{
		"response pieces=8 slideback=true repetition=3", "response pieces=5 slideback=true repetition=3",
		"ok turn=p1 phase=placement", "response pieces=8 slideback=true repetition=3",
		"ok turn=p1 phase=placement", "response pieces=6 slideback=true repetition=3",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q", got)
	}
}

// failingWriter fails after some lines, as a pipe does whose reader is gone.
type failingWriter struct{ left int }

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

func TestReaderGone(t *testing.T) {
	err := newTestServer(t).Serve(strings.NewReader("go infinite\nisready\nisready\nisready\n"), &failingWriter{left: 2})
	if err == nil || !strings.Contains(err.Error(), io.ErrClosedPipe.Error()) {
		t.Errorf("Serve returned %v", err)
	}
}

// FuzzServer sends lines of bytes: every line that is not blank is answered or
// silent by design, nothing panics, hangs or breaks a line, and every error
// has a known code.
func FuzzServer(f *testing.F) {
	for _, seed := range []string{
		"ugi\nisready\n", "newgame square4 pieces=4\nmoves 0.0s1\nundo 2\n", "go depth 1\nstop\n", "place 0 2\nslide 3\nquery state\nshow\n",
		"position fen ..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=true,repetition=3 - - moves 0.0s1\n",
		"go p1time 5 p2time 5 p1inc 1 movestogo 3 searchmoves 0.0s1 nodes 4\n", "setoption name Seed value 4\nhelp go\nquery legal\n", "\xff\n\x00\r\n",
	} {
		f.Add(seed)
	}
	codes := map[Code]bool{UnknownCommand: true, BadArgument: true, BadOption: true, BadPosition: true, IllegalMove: true, GameOver: true, NoGame: true, Busy: true}
	f.Fuzz(func(t *testing.T, input string) {
		if strings.Contains(input, "perft") || strings.Contains(input, "movetime") || strings.Contains(input, "time") {
			t.Skip("may take long by design")
		}
		for _, line := range answers(t, input+"\nstop\n") {
			word, rest, _ := strings.Cut(line, " ")
			if code, _, _ := strings.Cut(rest, " "); word == "error" && !codes[Code(code)] {
				t.Errorf("unknown code in %q", line)
			}
		}
	})
}
