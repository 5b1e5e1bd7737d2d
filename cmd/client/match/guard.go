package match

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"sync"
	"syscall"

	"quadrille/protocol/driver"
)

// A guard is a small process beside a match that ends the engines' process groups
// when the match is gone, however it went: also after a kill that no program can
// catch, and also for what the engines have started.
//
// The guard reads the numbers of process groups from its standard input. The
// end of the input means that the match has ended; what was not taken back is
// killed then.

// guard is the running guard as the match sees it. Nil is no guard.
type guard struct {
	cmd *exec.Cmd
	mu  sync.Mutex
	to  io.WriteCloser
}

// startGuard starts this program with the one word guard, with which it must
// run ServeGuard on its standard input. On a system without process groups
// there is none, and the result is nil.
func startGuard() (*guard, error) {
	if !guardSupported {
		return nil, nil
	}
	c, err := driver.Self("guard")
	if err != nil {
		return nil, fmt.Errorf("guard: %w", err)
	}
	cmd := exec.Command(c.Path, c.Args...)
	cmd.Env = append(os.Environ(), c.Env...)
	ownSession(cmd)
	to, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("guard: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("guard: %w", err)
	}
	return &guard{cmd: cmd, to: to}, nil
}

// Watch puts a process group in the guard's care.
func (g *guard) Watch(pid int) { g.tell('+', pid) }

// Release takes it back, which must be done as soon as the group has ended.
func (g *guard) Release(pid int) { g.tell('-', pid) }

func (g *guard) tell(sign rune, pid int) {
	if pid == 0 {
		return // a process inside this one
	}
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	fmt.Fprintf(g.to, "%c%d\n", sign, pid) // without a guard the match goes on
}

// Close ends the guard, which ends every group that it still has.
func (g *guard) Close() {
	if g == nil {
		return
	}
	g.to.Close()
	g.cmd.Wait()
}

// ServeGuard is the guard itself. It returns when the match is gone.
func ServeGuard(in io.Reader) {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Reset(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	for pid := range leftGroups(in) {
		killGroup(pid)
	}
}

// leftGroups reads to the end and returns the groups that were not taken back.
func leftGroups(in io.Reader) map[int]bool {
	groups := map[int]bool{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := lines.Text()
		if line == "" {
			continue
		}
		n, err := strconv.ParseUint(line[1:], 10, 31)
		switch pid := int(n); {
		case err != nil || pid <= 1:
		case line[0] == '+':
			groups[pid] = true
		case line[0] == '-':
			delete(groups, pid)
		}
	}
	return groups
}
