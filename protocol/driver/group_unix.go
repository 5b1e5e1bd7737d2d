//go:build unix && !linux

package driver

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup is that of Linux, but for the end of the owner: programs here see
// the end of their input, and end by themselves if they are well-behaved.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of the process's group.
func killGroup(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }
