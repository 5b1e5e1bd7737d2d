//go:build !unix && !windows

package driver

import (
	"os"
	"os/exec"
)

// ownGroup does nothing: this system has no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills the process alone.
func killGroup(p *os.Process) {
	p.Kill()
}
