//go:build unix

package driver

import (
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

// isZombie says whether a process has ended but was not reaped, as in a
// container without an init.
func isZombie(pid int) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err == nil && strings.HasPrefix(string(out), "Z")
}
