//go:build unix

package guard

import (
	"os/exec"
	"syscall"
)

const supported = true

// apart puts the guard in a session of its own, out of reach of the terminal.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func killGroup(pid int) { syscall.Kill(-pid, syscall.SIGKILL) }
