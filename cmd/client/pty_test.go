//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// person is a client on a terminal, played by a test as a person would.
type person struct {
	t    *testing.T
	cmd  *exec.Cmd
	file *os.File

	mu     sync.Mutex
	output string
	seen   int // how much of the output earlier expectations have used up
	ended  chan struct{}
}

// start starts the client on a terminal of 100 columns. The settings are added
// to its environment.
func start(t *testing.T, state string, settings []string, args ...string) *person {
	t.Helper()
	return startProgram(t, state, settings, "client", args...) // put there by TestMain
}

// startProgram is start for any program.
func startProgram(t *testing.T, state string, settings []string, program string, args ...string) *person {
	t.Helper()
	return startSized(t, pty.Winsize{Rows: 40, Cols: 100}, state, settings, program, args...)
}

// startSized is startProgram on a terminal of another size.
func startSized(t *testing.T, size pty.Winsize, state string, settings []string, program string, args ...string) *person {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	term := &person{t: t, cmd: exec.Command(path, args...), ended: make(chan struct{})}
	term.cmd.Env = append(os.Environ(), "TERM=xterm", "XDG_STATE_HOME="+state, "NO_COLOR=")
	term.cmd.Env = append(term.cmd.Env, settings...)
	term.cmd.Dir = t.TempDir()
	term.file, err = pty.StartWithSize(term.cmd, &size)
	if err != nil {
		t.Fatal(err)
	}
	go term.read()
	t.Cleanup(func() {
		term.cmd.Process.Kill()
		term.cmd.Wait()
		term.file.Close()
		<-term.ended
	})
	return term
}

func (term *person) read() {
	defer close(term.ended)
	buffer := make([]byte, 4096)
	for {
		n, err := term.file.Read(buffer)
		term.mu.Lock()
		term.output += string(buffer[:n])
		term.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// patience is how long a test waits for what must come; no test depends on it.
const patience = 30 * time.Second

// expect waits until the pattern has come after what was expected before.
func (term *person) expect(pattern string) string {
	term.t.Helper()
	re := regexp.MustCompile(pattern)
	deadline := time.Now().Add(patience)
	for {
		term.mu.Lock()
		rest := term.output[term.seen:]
		if at := re.FindStringIndex(rest); at != nil {
			term.seen += at[1]
			term.mu.Unlock()
			return rest[:at[1]]
		}
		term.mu.Unlock()
		if time.Now().After(deadline) {
			term.t.Fatalf("%q did not come; the terminal shows:\n%s", pattern, rest)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (term *person) send(keys string) {
	term.t.Helper()
	if _, err := term.file.WriteString(keys); err != nil {
		term.t.Fatal(err)
	}
}

// wait waits for the end of the program and returns its exit status.
func (term *person) wait() int {
	term.t.Helper()
	done := make(chan struct{})
	go func() {
		term.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(patience):
		term.t.Fatal("the client does not end")
	}
	return term.cmd.ProcessState.ExitCode()
}

const ctrlC = "\x03"

func TestTerminalBoardAndCompletion(t *testing.T) {
	term := start(t, t.TempDir(), nil, "--side", "all")
	term.expect(`Type a turn`)
	term.expect(`\[1\]`)
	term.expect(`square4 Red placement> `)

	term.send("lega\t\r") // completed to legal
	term.expect(`0\.0s1 0\.0s3 `)
	term.expect(`> `)

	term.send("8.3\t\t") // two tabs list the candidates
	term.expect(`8\.3s1\s+8\.3s3\s+8\.3s5\s+8\.3s7`)
	term.send("1\r")                     // the beginning they share is there already
	term.expect("\x1b\\[1;91;4m\\(R\\)") // bold bright red, underlined as the last turn
	term.expect(`square4 Blue placement> `)

	term.send("place 0 0\r")
	term.expect(`Blue has begun a turn \(place 0 0\); to complete it, play: s0 s2 s4`)
	term.expect("\x1b\\[1;94;4m\\(B\\)") // blue
	term.expect(`square4 Blue placementSlide> `)
	term.send("slide 3\r")
	term.expect(`square 3 is not next to the hole`)
	term.expect(`legal now: s0 s2 s4`)

	term.send("save /dev/nul\t\r") // files are completed too
	term.expect(`/dev/null already exists`)
	term.send("new teeko si\t5\r") // and rules
	term.expect(`New game: teeko size=5`)
	term.expect(`teeko O placement> `)
	term.send("quit\r")
	if code := term.wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

func TestTerminalWithoutColour(t *testing.T) {
	skipUnderRace(t)
	for _, how := range []struct{ setting, flag string }{{"NO_COLOR=1", "--side=all"}, {"NO_COLOR=", "--no-color"}, {"TERM=dumb", "--side=all"}} {
		term := start(t, t.TempDir(), []string{how.setting}, how.flag, "--p1", "human")
		term.expect(`square4 Red placement> `)
		term.send("place 0 0\r")
		shown := term.expect(`placementSlide> `)
		if regexp.MustCompile("\x1b\\[[0-9;]*m").MatchString(shown) {
			t.Errorf("%v: there are colours in %q", how, shown)
		}
		if !strings.Contains(shown, "(R)") {
			t.Errorf("%v: the marble is not marked in %q", how, shown)
		}
	}
}

// Ctrl-C stops a search that has no end of its own and loses nothing; at the
// prompt it leaves only when it comes twice.
func TestTerminalInterrupt(t *testing.T) {
	state := t.TempDir()
	term := start(t, state, nil, "--side", "all")
	term.expect(`placement> `)
	term.send("0.0s1\r")
	term.expect(`Blue placement> `)
	term.send("hint infinite\r")
	term.expect(`depth \d+, .*nodes`) // the status line
	term.send(ctrlC)
	term.expect(`Best for Blue: \S*\d`)
	term.expect(`\(stopped\)`)
	term.expect(`Blue placement> `)
	term.send("history\r")
	term.expect(`1\. 0\.0s1`)

	term.send("analyse infinite\r")
	term.expect(`0 of 1 turn \(Ctrl-C stops\)`)
	term.send(ctrlC)
	term.expect(`interrupted after 0 of 1 turn\s`)
	term.expect(`Blue placement> `)

	// The engine's own turn: nothing is played.
	term.send("go infinite\r")
	term.expect(`depth \d+, .*nodes`)
	term.send(ctrlC)
	term.expect(`Stopped\. Blue has not played; its best turn so far is`)
	term.expect(`Blue placement> `)

	term.send(ctrlC)
	term.expect(`Ctrl-C again or quit leaves`)
	term.send("history\r")
	term.expect(`1\. 0\.0s1`)
	term.expect(`Blue placement> `)
	term.send(ctrlC)
	term.expect(`Ctrl-C again`)
	term.expect(`Blue placement> `)
	term.send(ctrlC)
	if code := term.wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}

	again := start(t, state, nil, "--side", "all")
	again.expect(`Left unfinished: .* square4, 1 turn\. Type resume`)
	again.expect(`placement> `)
	again.send("resume\r")
	again.expect(`Loaded \S+:\s+square4, 1 turn\.`)
	again.expect(`Blue placement> `)
	again.send("\x1b[A\x1b[A\r") // up, up: what was typed before resume, in the first run
	again.expect(`placement> history`)
	again.expect(`1\. 0\.0s1`)
}

// Signals end the client with its game kept and the terminal as it was.
func TestTerminalSignals(t *testing.T) {
	hearHangups()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		state := t.TempDir()
		term := start(t, state, nil, "--side", "all")
		term.expect(`placement> `)
		term.send("0.0s1\r")
		term.expect(`Blue placement> `)
		term.cmd.Process.Signal(sig)
		code := term.wait()
		if want := 128 + int(sig); sig != syscall.SIGKILL && code != want {
			t.Errorf("%v: exit status %d, want %d", sig, code, want)
		}
		kept, _ := filepath.Glob(filepath.Join(state, "quadrille", "unfinished", "*.record"))
		if len(kept) != 1 {
			t.Errorf("%v: unfinished games kept: %v", sig, kept)
		}
	}
}

// awaitTrace waits until the file that --trace writes has a text in it.
func awaitTrace(t *testing.T, path, text string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
		lines, _ := os.ReadFile(path)
		if strings.Contains(string(lines), text) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the trace has no %q", text)
		}
	}
}

// Ctrl-C ends a script, and its search with it.
func TestInterruptedScript(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "trace")
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--side", "all", "--trace", trace)
	cmd.Stdin = strings.NewReader("hint infinite\nhistory\n")
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	awaitTrace(t, trace, "> go infinite\n< info")
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 {
		t.Errorf("exit status %d, want 130", code)
	}
	if strings.Contains(out.String(), "Nothing has been played") {
		t.Errorf("the script went on: %s", out.String())
	}
}

// Engine against engine to the end, and the finished game is not kept.
func TestTerminalEngineGame(t *testing.T) {
	state := t.TempDir()
	term := start(t, state, nil, "--side", "none", "--depth", "1", "--seed", "3")
	term.expect(`1\. Red `)
	term.expect(`2\. Blue `)
	term.expect(`Game over: `)
	term.expect(`square4 \(over\)> `)
	term.send("\x04") // end of input
	if code := term.wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	kept, _ := filepath.Glob(filepath.Join(state, "quadrille", "unfinished", "*"))
	if len(kept) != 0 {
		t.Errorf("a finished game was kept: %v", kept)
	}
}

// A game of engines that has no end is stopped by Ctrl-C, whether it comes
// during a search or between two of them.
func TestTerminalEndlessGame(t *testing.T) {
	term := start(t, t.TempDir(), nil, "--side", "none", "--level", "1", "--seed", "3", "--rule", "repetition=0", "--rule", "pieces=4", "--no-color")
	for range 20 {
		term.expect(`\d+\. \w+ s\d`)
		term.send(ctrlC)
		term.expect(`Stopped\. \w+ has not played`)
		term.expect(`\(engine, waiting\) movement> `)
		term.send("seat p1 engine:1\r") // goes on
	}
	term.expect(`\d+\. \w+ s\d`)
	term.send(ctrlC)
	term.expect(`Stopped\. `)
	term.expect(`movement> `)
	term.send("quit\r")
	term.expect(`The unfinished game is kept`)
	if code := term.wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// A pass that is the only turn is played for a person.
func TestTerminalForcedPass(t *testing.T) {
	skipUnderRace(t)
	term := start(t, t.TempDir(), nil, "--game", "othello", "--side", "all")
	term.expect(`othello Black \S+> `)
	term.send("f5f6d3g5h5h4f7h6\r")
	term.expect(`Black can only pass, so the pass was played\.`)
	term.expect(`othello White \S+> `)
	term.send("undo\r") // back to the last decision, which was h6
	term.expect(`Taken back\. 7 turns played; White is to act\.`)
}

// Two clients that go on with one unfinished game do not write over each other's.
func TestTerminalResumeTwice(t *testing.T) {
	skipUnderRace(t)
	state := t.TempDir()
	first := start(t, state, nil, "--game", "othello", "--side", "all")
	first.expect(`Black \S+> `)
	first.send("f5\r")
	first.expect(`White \S+> `)
	second := start(t, state, nil, "--resume")
	second.expect(`Loaded[\s\S]*othello, 1 turn\.`)
	second.expect(`White \S+> `)
	second.send("d6\r")
	second.expect(`Black \S+> `)
	first.send("f6\r")
	first.expect(`Black \S+> `)
	for _, term := range []*person{second, first} {
		term.send("quit\r")
		term.expect(`The unfinished game is kept`)
		term.wait()
	}
	kept, err := filepath.Glob(filepath.Join(state, "quadrille", "unfinished", "*.record"))
	if err != nil || len(kept) != 2 {
		t.Fatalf("unfinished games kept: %v, %v", kept, err)
	}
	var games string
	for _, path := range kept {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		games += string(text)
	}
	for _, turns := range []string{"1. f5 2. d6 *", "1. f5 2. f6 *"} {
		if !strings.Contains(games, turns) {
			t.Errorf("%s is not kept:\n%s", turns, games)
		}
	}
}

// Where an unfinished game cannot be kept nobody is told that it is.
func TestTerminalNotKept(t *testing.T) {
	skipUnderRace(t)
	state := t.TempDir()
	if err := os.WriteFile(filepath.Join(state, "quadrille"), []byte("not a folder"), 0o600); err != nil {
		t.Fatal(err)
	}
	term := start(t, state, nil, "--game", "othello", "--side", "all")
	term.expect(`Black \S+> `)
	term.send("f5\r")
	term.expect(`unfinished games are not kept: `)
	term.expect(`White \S+> `)
	term.send("quit\r")
	term.wait()
	<-term.ended
	if rest := term.output[term.seen:]; strings.Contains(rest, "kept") {
		t.Errorf("at the end it says %q", rest)
	}
}

// Where there is no room behind the prompt it has a line of its own, and lines are
// edited as ever; Ctrl-C leaves only when it comes twice. So it does on a terminal
// that does not tell its size, or has no room at all.
func TestTerminalNarrow(t *testing.T) {
	skipUnderRace(t)
	for _, columns := range []uint16{30, 12, 11, 0} {
		edited := columns >= 12
		term := startSized(t, pty.Winsize{Rows: 40, Cols: columns}, t.TempDir(), nil, "client", "--game", "othello", "--side", "all")
		term.expect(`> $`)
		term.send("f")
		term.expect(`f`)
		term.send(ctrlC)
		term.expect(`again`)
		term.expect(`> $`)
		if edited {
			term.send("sho\tx\x1b[D\x1b[3~\r") // completed, and edited back
		} else {
			term.send("show\r")
		}
		term.expect(`Disks:`)
		term.expect(`> $`)
		if edited {
			term.send("f5\r")
			term.expect(`> $`)
			term.send("\x1b[A\x1b[A\r") // show
			term.expect(`Disks:`)
			term.expect(`> $`)
		}
		term.send(ctrlC)
		term.expect(`again`)
		term.expect(`> $`)
		term.send(ctrlC)
		if code := term.wait(); code != 0 {
			t.Errorf("%d columns: exit status %d", columns, code)
		}
	}
}
