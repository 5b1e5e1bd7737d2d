package driver

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup keeps Ctrl-C at the console from reaching the program.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup kills the process. What it started lives on: Windows has no
// process groups that could be killed as one.
func killGroup(p *os.Process) {
	p.Kill()
}
