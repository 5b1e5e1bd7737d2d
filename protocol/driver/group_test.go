//go:build unix

package driver

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An engine's own child, which holds the engine's pipes open, ends with it.
func TestCloseEndsTheProcessGroup(t *testing.T) {
	proc, err := Start(fake(t, "has a child"), nil)
	if err != nil {
		t.Fatal(err)
	}
	line, err := proc.Receive(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	rest, _ := cutWord(line, "id")
	author, _ := cutWord(rest, "author")
	child, err := strconv.Atoi(author)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if err := proc.Close("quit", 20*time.Second); err != nil {
		t.Error(err)
	}
	// The child is init's to reap now, which may take a moment.
	for range 2000 {
		if syscall.Kill(child, 0) == syscall.ESRCH || isZombie(child) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("the engine's child %d lives on", child)
	syscall.Kill(child, syscall.SIGKILL)
}

func init() {
	leaveChild = func() {
		child := exec.Command("sleep", "20")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := child.Start(); err != nil {
			panic(err)
		}
	}
}

// When a program has ended, it is heard to its last word and is waited for no longer,
// although something that it started holds its output open.
func TestEndsThoughOutputIsHeld(t *testing.T) {
	for _, late := range []time.Duration{0, 2 * time.Second} {
		p, err := Start(fake(t, "leaves a child"), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Abort()
		if err := p.Send(t.Context(), "query a"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(late)
		begun := time.Now()
		for _, want := range []string{"response of", "half an answer"} {
			if line, err := p.Receive(t.Context()); line != want || err != nil {
				t.Errorf("%q, %v, want %q", line, err, want)
			}
		}
		line, err := p.Receive(t.Context())
		if exit, ok := errors.AsType[*ExitError](err); !ok || exit.Status != "exit status 3" || time.Since(begun) > 10*time.Second {
			t.Errorf("%q, %v after %v, want the exit status", line, err, time.Since(begun))
		}
	}
}

// isZombie says whether a process has ended but was not reaped, as in a
// container without an init.
func isZombie(pid int) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.HasPrefix(string(out), "Z")
}
