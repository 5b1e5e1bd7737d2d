package nboard

import (
	"bufio"
	"fmt"
	"io"
	"os"
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
	s, err := NewServer(session, protocol.Config{Name: "Test", NoTimes: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// converse returns what a fresh server says to the input.
func converse(t testing.TB, s *Server, input string) string {
	t.Helper()
	var out strings.Builder
	if err := s.Serve(strings.NewReader(input), &out); err != nil {
		t.Fatalf("Serve(%.80q): %v", input, err)
	}
	return out.String()
}

// exampleGame is the one of NBoard's document, with its date.
const exampleGame = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]" +
	"BO[8 ---------------------------O*------*O--------------------------- *]" +
	"B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"

// passBoard has White to move, who cannot: the white disks b1 and g8 lie
// between black ones and empty squares, which only Black can take.
const passBoard = "(;GM[Othello]TY[8]BO[8 *O------ -------- -------- -------- -------- -------- -------- ------O* O];)"

func TestCommands(t *testing.T) {
	for _, test := range []struct{ name, input, want, history string }{
		{"hello", "nboard 2\n", "set myname Test\n", ""},
		{"wrong version", "nboard 3\n", "status Error: this engine speaks version 2 of the protocol, not \"3\"\n", ""},
		{"ping", "ping 7\r\n\n  ping 8", "pong 7\npong 8\n", ""},
		{"unknown lines are passed over", "frobnicate\nset colour red\nset\n\x00\xff\nping 1\n", "pong 1\n", ""},
		{"learn", "learn\n", "learned\n", ""},
		{"contempt", "set contempt -1.5\nset contempt x\n", "status Error: set contempt takes a number, not \"x\"\n", ""},
		{"depth", "set depth 0\nset depth\nset depth 12\n",
			"status Error: set depth takes a number of plies from 1 to 1000, not \"0\"\n" +
				"status Error: set depth takes a number of plies from 1 to 1000, not \"\"\n", ""},
		{"moves", "move F5\nmove D6/1.5/0.25\nmove c3//2\nD3\n", "", "f5 d6 c3 d3"},
		{"bad moves", "move\nmove A1\nmove F5/1/x\nmove F5/1/2/3\nmove F55\nmove F5\n",
			"status Error: …", "f5"},
		{"game", "set game " + exampleGame + "\nmove D6\n", "", "f5 f6 d3 c5 e6 f7 e7 f4 d6"},
		{"a bad game leaves the old one", "move F5\nset game " + strings.Replace(exampleGame, "F6", "A1", 1) + "\nmove D6\n",
			"status Error: move W[A1]: …", "f5 d6"},
		{"wrong colours", "set game " + strings.Replace(exampleGame, "W[F6]", "B[F6]", 1) + "\n",
			"status Error: move 2 is one of B, but W is to move\n", ""},
		{"game of GGS", "set game 2 (;GM[Othello]DT[2009.07.01_02:52:45.MDT]PB[Andr\xe9]RE[aborted]TI[05:00//02:00]TY[s8r18]XX[1]" +
			"BO[8 --**O--- --**---- --*OO--- ****OO-- ---O*--- --O-*--- -------- -------- *]B[f1/-6.00/26.00]W[C5x/8.00/soon];)\n", "", "f1 c5"},
		{"octagon", "set game (;GM[Othello]TY[s88]B[F5];)\n", "status Error: type \"s88\" is not Othello on 8x8 squares with the usual aim and without komi\n", ""},
		{"no game", "set game\nset game (;GM[Go]TY[8];)\nset game (;GM[Othello]TY[10]BO[8 *];)\nset game (;GM[Othello", "status Error: …", ""},
		{"pass", "set game " + passBoard + "\ngo\nmove PA\nmove C1\n", "=== PA\n", "pass c1"},
		{"pass that is left out", "set game " + passBoard + "\nmove C1\n", "", "pass c1"},
		{"go after the end", "set game " + strings.NewReplacer("*O------", "**------", "------O*", "------**").Replace(passBoard) + "\ngo\nmove PA\nhint 2\n", "=== PA\nstatus The game is over\n", ""},
		{"quit", "quit\nping 1\n", "", ""},
		{"long line", "move " + strings.Repeat("x", 100_000) + "\nping 1\n", "status Error: …pong 1\n", ""},
		{"too long line", strings.Repeat("x", protocol.MaxLine+1) + "\nping 1\n",
			"status Error: the line is longer than 1048576 bytes\npong 1\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newServer(t)
			got := converse(t, s, test.input)
			head, tail, open := strings.Cut(test.want, "…")
			if got != test.want && !(open && strings.HasPrefix(got, head) && strings.HasSuffix(got, tail)) {
				t.Errorf("got %.300q, want %q", got, test.want)
			}
			if history := strings.Join(s.Session.History(), " "); history != test.history {
				t.Errorf("the game is %q, want %q", history, test.history)
			}
		})
	}
}

// TestClocks checks that the times of the moves are taken off the clocks, which
// gain the increment.
func TestClocks(t *testing.T) {
	s := newServer(t)
	game := strings.NewReplacer("TI[15:00]", "TI[2:00/0:05]", "B[F5]", "B[F5//30]", "W[F6]", "W[F6/0.1/1.5]").Replace(exampleGame)
	if got := converse(t, s, "set game "+game+"\nmove D6//40\n"); got != "" {
		t.Fatal(got)
	}
	// Black: 120 - 30 + 5, then three moves without a time and one of 40 s,
	// each followed by 5; White: 120 - 1.5 + 5, and three more moves.
	if got, want := fmt.Sprint(s.clocks[0].left, " ", s.clocks[1].left), "1m15s 2m18.5s"; got != want {
		t.Errorf("the clocks show %s, want %s", got, want)
	}
}

// talk is a conversation with a running server.
type talk struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Scanner
	end chan error
}

func startTalk(t *testing.T) *talk {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &talk{t, inW, bufio.NewScanner(outR), make(chan error, 1)}
	s := newServer(t)
	go func() {
		err := s.Serve(inR, outW)
		inR.Close()
		outW.Close()
		c.end <- err
	}()
	return c
}

// send sends lines without waiting for anything.
func (c *talk) send(lines ...string) {
	for _, l := range lines {
		if _, err := io.WriteString(c.in, l+"\n"); err != nil {
			c.t.Error(err)
		}
	}
}

// until reads lines up to one that begins with a prefix and returns all.
func (c *talk) until(prefix string) (lines []string) {
	c.t.Helper()
	for c.out.Scan() {
		lines = append(lines, c.out.Text())
		if strings.HasPrefix(c.out.Text(), prefix) {
			return lines
		}
	}
	c.t.Fatalf("the output ended without %q: %q", prefix, lines)
	return nil
}

func (c *talk) close() {
	c.t.Helper()
	c.in.Close()
	for c.out.Scan() {
	}
	if err := <-c.end; err != nil {
		c.t.Error(err)
	}
}

// TestGo checks the form of the answers. In the position there is one square to
// play, b8: it takes the last white disk, and Black wins by 64, since the empty
// squares count for the winner.
func TestGo(t *testing.T) {
	c := startTalk(t)
	defer c.close()
	go c.send("nboard 2", "set depth 4", "set game (;GM[Othello]TY[8]BO[8 "+
		strings.Repeat("-", 40)+"---*---- --O----- -------- *];)", "ping 1", "go")
	c.until("pong 1")
	lines := c.until("=== ")
	if got := lines[len(lines)-1]; got != "=== B8/64.00" {
		t.Errorf("got %q", lines)
	}
	go c.send("hint 3")
	lines = c.until("search ")
	if fields := strings.Fields(lines[len(lines)-1]); len(fields) != 5 || fields[1] != "B8" || fields[2] != "64.00" || fields[3] != "0" {
		t.Errorf("got %q", lines)
	}
	go c.send("ping 2")
	c.until("pong 2")
	go c.send("analyze")
	if lines = c.until("analysis"); lines[len(lines)-1] != "analysis 0 64.00" {
		t.Errorf("got %q", lines)
	}
}

// TestPingStops would take hours if a ping did not stop a search, also behind a
// command that does not.
func TestPingStops(t *testing.T) {
	for _, command := range []string{"go", "hint 4", "analyze"} {
		c := startTalk(t)
		go c.send("set depth 60", "ping 1", command, "set contempt 0", "ping 2")
		c.until("pong 1")
		lines := c.until("pong 2")
		moves := 0
		for _, l := range lines {
			if strings.HasPrefix(l, "=== ") {
				moves++
			}
		}
		if want := map[string]int{"go": 1}[command]; moves != want {
			t.Errorf("%s: %d moves in %q", command, moves, lines)
		}
		c.close()
	}
}

// TestEndStops ends the input in a search that would take hours.
func TestEndStops(t *testing.T) {
	c := startTalk(t)
	go func() {
		c.send("set depth 60", "go")
		c.in.Close()
	}()
	c.until("=== ")
	c.close()
}

// TestDocument checks that docs/dialects.md has every command.
func TestDocument(t *testing.T) {
	b, err := os.ReadFile("../../docs/dialects.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(b), "\n## nboard\n")
	for name := range handlers() {
		if !strings.Contains(text, "`"+name+"`") && !strings.Contains(text, "`"+name+" ") && !strings.Contains(text, "`"+name+"[") {
			t.Errorf("docs/dialects.md says nothing of %s", name)
		}
	}
}

// FuzzLine checks that no line is answered with anything but lines of the
// protocol, and that the server goes on.
func FuzzLine(f *testing.F) {
	for _, line := range []string{"nboard 2", "set game " + exampleGame, "set game " + passBoard, "move F5/1/2", "F5", "PA", "set depth 3",
		"set contempt NaN", "ping", "learn", "set", "\xff", "set game (;BO[8 ];)", "set game (;GM[Othello]TI[9:9:9:9]B[--];)"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		switch name, _ := splitLine(line); {
		case name == "go" || name == "hint" || name == "analyze", strings.ContainsRune(line, '\n'):
			t.Skip()
		}
		out := converse(t, newServer(t), line+"\nping 99\n")
		if name, _ := splitLine(line); name == "quit" && out == "" {
			return
		}
		if !strings.HasSuffix(out, "pong 99\n") {
			t.Fatalf("%q: %q", line, out)
		}
		for _, l := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
			switch word, _, _ := strings.Cut(l, " "); word {
			case "set", "pong", "status", "learned":
			default:
				t.Fatalf("%q was answered with %q", line, out)
			}
		}
	})
}
