package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/fivegames"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata/protocol from what the engine says now")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"engine": main})
}

// program is an engine's command line; see enginecmd.Main.
type program func(args []string, in io.Reader, out, errs io.Writer) int

// TestTranscripts runs the scripts of testdata/protocol. A script pipes a file
// into the engine, or holds a dialogue in which each command waits for the
// answer to the one before.
func TestTranscripts(t *testing.T) { runTranscripts(t, "../../testdata/protocol", enginecmd.Main) }

// TestFifthGame does so with a game that the product does not have.
func TestFifthGame(t *testing.T) {
	runTranscripts(t, "../../example/testdata/protocol", fivegames.Main)
}

// TestDocument holds the dialogues of docs/protocol.md.
func TestDocument(t *testing.T) { runDocument(t, enginecmd.Main) }

func runDocument(t *testing.T, main program) {
	text, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "\n```dialogue\n")
	for _, part := range parts[1:] {
		talk, _, _ := strings.Cut(part, "\n```")
		got, err := converse(talk, main)
		if diff := cmp.Diff(talk, got); diff != "" || err != nil {
			t.Errorf("the engine says otherwise (-document +engine): %v\n%s", err, diff)
		}
	}
	if len(parts) < 3 {
		t.Error("there is no dialogue")
	}
}

func runTranscripts(t *testing.T, dir string, main program) {
	testscript.Run(t, testscript.Params{
		Dir:           dir,
		UpdateScripts: *update,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"dialogue": func(ts *testscript.TestScript, neg bool, args []string) { dialogue(ts, neg, args, main) },
		},
	})
}

// dialogue TALK GOT sends the lines of TALK that start with "> " to an engine
// and writes the whole conversation to GOT, to be compared with TALK.
func dialogue(ts *testscript.TestScript, neg bool, args []string, main program) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: dialogue TALK GOT")
	}
	got, err := converse(ts.ReadFile(args[0]), main)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(got), 0o666))
}

// converse sends the lines of a dialogue that start with "> " and returns it
// with the answers that came.
func converse(talk string, main program) (string, error) {
	e, err := startEngine(main)
	if err != nil {
		return "", err
	}
	var got strings.Builder
	for _, line := range strings.Split(talk, "\n") {
		if command, ok := strings.CutPrefix(line, "> "); ok {
			got.WriteString(line + "\n")
			if err := e.ask(command, &got); err != nil {
				return "", err
			}
		} else if strings.HasPrefix(line, "#") || line == "" {
			got.WriteString(line + "\n")
		}
	}
	return strings.TrimSuffix(got.String(), "\n"), e.close()
}

// talker is an engine in golden mode at the other end of two pipes.
type talker struct {
	in  *io.PipeWriter
	out *bufio.Scanner
	end chan int
}

func startEngine(main program) (*talker, error) {
	inR, inW := io.Pipe()
	outR, outW, err := os.Pipe() // with a buffer, as a real engine has
	if err != nil {
		return nil, err
	}
	e := &talker{in: inW, out: bufio.NewScanner(outR), end: make(chan int, 1)}
	e.out.Buffer(nil, 1<<21)
	go func() {
		status := main([]string{"--golden"}, inR, outW, io.Discard)
		outW.Close()
		e.end <- status
	}()
	return e, nil
}

// ask sends a command and copies its answer. A search is answered when its
// last line is there; anything else when an isready that follows it is.
func (e *talker) ask(command string, w io.Writer) error {
	if _, err := io.WriteString(e.in, command+"\n"); err != nil {
		return err
	}
	word, _, _ := strings.Cut(command, " ")
	if word == "go" || word == "bench" {
		if err := e.copyUntil(w, "bestmove ", "nodes ", "error "); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(e.in, "isready\n"); err != nil {
		return err
	}
	if word == "isready" {
		if err := e.copyUntil(w, "readyok"); err != nil {
			return err
		}
	}
	return e.copyUntil(noReadyok{w}, "readyok")
}

// noReadyok leaves the answer to the dialogue's own isready out.
type noReadyok struct{ io.Writer }

func (w noReadyok) Write(b []byte) (int, error) {
	if string(b) == "readyok\n" {
		return len(b), nil
	}
	return w.Writer.Write(b)
}

// copyUntil copies lines up to and including one with one of the prefixes.
func (e *talker) copyUntil(w io.Writer, prefixes ...string) error {
	for e.out.Scan() {
		if _, err := fmt.Fprintln(w, e.out.Text()); err != nil {
			return err
		}
		for _, p := range prefixes {
			if strings.HasPrefix(e.out.Text(), p) {
				return nil
			}
		}
	}
	return fmt.Errorf("the engine ended: %w", io.ErrUnexpectedEOF)
}

func (e *talker) close() error {
	if err := e.in.Close(); err != nil {
		return err
	}
	for e.out.Scan() {
	}
	if status := <-e.end; status != 0 {
		return fmt.Errorf("the engine's status is %d", status)
	}
	return nil
}
