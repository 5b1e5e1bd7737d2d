//go:build unix

package driver

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes the program the leader of a process group of its own, so
// that Ctrl-C at the terminal reaches only its owner, and so that it can be
// ended with everything it starts. Where the system can, the program is killed
// when its owner dies.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithOwner(cmd.SysProcAttr)
}

// killGroup kills what is left of the process's group.
func killGroup(p *os.Process) {
	syscall.Kill(-p.Pid, syscall.SIGKILL)
}
