//go:build unix

package pgtest

import (
	"os"
	"os/exec"
	"syscall"
)

// command is a program that the owner runs.
func (o owner) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	if o.uid != os.Getuid() {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(o.uid), Gid: uint32(o.gid)}}
	}
	return c
}
