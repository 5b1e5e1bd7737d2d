//go:build linux || darwin

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const ctrlZ = "\x1a"

// Ctrl-Z at the prompt and in a search gives the terminal back to the shell, as
// it was, and fg goes on with the line as it stood.
func TestTerminalSuspend(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no shell that controls jobs")
	}
	shell := startProgram(t, t.TempDir(), []string{"PS1=sh> "}, "bash", "--norc", "--noprofile", "--noediting", "-i")
	shell.expect(`sh> `)
	shell.send("client --side all --no-color\n")
	shell.expect(`Red placement> `)
	shell.send("0.0")
	shell.expect(`0\.0`)
	shell.send(ctrlZ)
	shell.expect(`Stopped`)
	shell.expect(`sh> `)
	shell.send("stty -a\n")
	shell.expect(`\sisig icanon .*\secho\s`)
	shell.expect(`sh> `)
	shell.send("fg\n")
	shell.expect(`Red placement> 0\.0`)
	shell.send("s1\r")
	shell.expect(`Blue placement> `)

	shell.send("hint infinite\r")
	shell.expect(`depth \d+, .*nodes`)
	shell.send(ctrlZ)
	shell.expect(`Stopped`)
	shell.expect(`sh> `)
	shell.send("fg\n")
	shell.expect(`depth \d+, .*nodes`)
	shell.send(ctrlC)
	shell.expect(`Best for Blue: .*\(stopped\)`)
	shell.expect(`Blue placement> `)
	shell.send("historx\x7fy\r") // the line is edited as before
	shell.expect(`1\. 0\.0s1`)
	shell.send("quit\r")
	shell.expect(`sh> `)
	shell.send("exit\n")
	if code := shell.wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// Where nobody could continue the client, as on a terminal without a shell,
// Ctrl-Z does nothing.
func TestTerminalSuspendAlone(t *testing.T) {
	term := start(t, t.TempDir(), nil, "--side", "all")
	term.expect(`Red placement> `)
	term.send("0.0" + ctrlZ + "s1\r")
	term.expect(`Blue placement> `)
	term.send("quit\r")
	if code := term.wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// A terminal that cannot edit lines keeps what docs/client.md says of Ctrl-C:
// alone it costs the line that was begun, twice it leaves.
func TestDumbTerminal(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "trace")
	term := start(t, t.TempDir(), []string{"TERM=dumb"}, "--side", "all", "--trace", trace)
	term.expect(`Red placement> `)
	term.send("0.0s" + ctrlC)
	term.expect(`Ctrl-C again or quit leaves`)
	term.expect(`Red placement> `)
	term.send("0.0s1\n")
	term.expect(`Blue placement> `)
	term.send("hint infinite\n")
	awaitTrace(t, trace, "> go infinite\n< info") // no status line shows that it searches
	term.send(ctrlC)
	term.expect(`Best for Blue: .*\(stopped\)`)
	term.expect(`Blue placement> `)
	term.send("history\n")
	term.expect(`1\. 0\.0s1`)
	term.expect(`Blue placement> `)
	term.send(ctrlC)
	term.expect(`Ctrl-C again`)
	term.expect(`Blue placement> `)
	term.send(ctrlC)
	if code := term.wait(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

// A match that is stopped for a while costs no engine a game.
func TestMatchStopped(t *testing.T) {
	skipUnderRace(t)
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "match", "-e", "name=a", "-e", "name=b", "-g", "othello", "--movetime", "100", "--max-plies", "12", "--rounds", "1000",
		"--concurrency", "1", "--margin", "2500ms", "--journal", filepath.Join(t.TempDir(), "m.db"))
	lines := bufio.NewScanner(started(t, cmd))
	for games := 0; games < 3 && lines.Scan(); {
		if !strings.HasPrefix(lines.Text(), "game ") {
			continue
		}
		if games++; games == 1 {
			time.Sleep(300 * time.Millisecond) // into the next game, most of which is thinking
			cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(5 * time.Second) // twice what a turn may take, on a busy machine too
			cmd.Process.Signal(syscall.SIGCONT)
		}
		if !strings.Contains(lines.Text(), "max-length") {
			t.Error(lines.Text())
		}
	}
	cmd.Process.Signal(os.Interrupt)
	for lines.Scan() { // what else it writes
	}
	if cmd.Wait(); cmd.ProcessState.ExitCode() != 130 {
		t.Errorf("it ended with %v", cmd.ProcessState)
	}
}
