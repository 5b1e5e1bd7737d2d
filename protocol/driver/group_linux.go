package driver

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes the program the leader of a process group of its own, so
// that Ctrl-C at the terminal reaches only its owner, and so that it can be
// ended with everything it starts. Linux kills it when its owner dies, however
// that comes about. Strictly it is the thread that started the program whose
// death counts; Go ends a thread only with a goroutine that was locked to it
// and never unlocked.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup kills what is left of the process's group.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
