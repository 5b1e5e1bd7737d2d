//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Every long command ends in good order at the same signals, with the signal's status
// unless that is a good end, and does not end with its terminal where it was started
// to outlive that.
func TestSignals(t *testing.T) {
	skipUnderRace(t)
	hearHangups()
	// What the engine or the program has said when the command is at work.
	const engine = `sh -c "exec client engine | tee said"`
	for _, tc := range []struct {
		command, until, prints string
		good                   bool
	}{
		{"analyse startpos --movetime 600000 --engine '" + engine + "'", "info ", "chance  line", false},
		{"compliance " + engine, "ugiok", "", false},
		{"match -e name=a -e name=b -g teeko --depth 2 --rounds 1000 >said", "game 1 ", "", false},
		{`match -e 'name=a cmd="sh -c \"echo up >said; sleep 600\""' -e name=b -g teeko --depth 2`, "up", "client: interrupted before the match began", false},
		{"serve --listen 127.0.0.1:0 --data games >said", "http", "", true},
	} {
		for _, end := range []struct {
			by      string
			signals []syscall.Signal
			status  int
		}{
			{"exec client ", []syscall.Signal{syscall.SIGHUP}, 129},
			{"exec client ", []syscall.Signal{syscall.SIGTERM}, 143},
			{"trap '' HUP; exec client ", []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM}, 143},
		} {
			if tc.good {
				end.status = 0
			}
			dir := t.TempDir()
			cmd := exec.Command("sh", "-c", end.by+tc.command)
			var out bytes.Buffer
			cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			tooLong := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
			begun := time.Now()
			for said := ""; !strings.Contains(said, tc.until) && time.Since(begun) < time.Minute; time.Sleep(5 * time.Millisecond) {
				text, _ := os.ReadFile(filepath.Join(dir, "said"))
				said = string(text)
			}
			for i, s := range end.signals {
				time.Sleep(time.Duration(i) * 100 * time.Millisecond) // in which the first would be its end
				cmd.Process.Signal(s)
			}
			cmd.Wait()
			tooLong.Stop()
			if got := cmd.ProcessState.ExitCode(); got != end.status || !strings.Contains(out.String(), tc.prints) {
				t.Errorf("%s%s: exit status %d after %v, want %d:\n%s", end.by, tc.command, got, end.signals, end.status, &out)
			}
		}
	}
}

// hearHangups has what the tests start end at SIGHUP, also where the tests themselves were
// started to outlive their terminal: what a program ignores, those that it starts ignore too.
func hearHangups() {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
}
