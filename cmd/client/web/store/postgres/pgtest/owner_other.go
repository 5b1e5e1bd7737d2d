//go:build !unix

package pgtest

import "os/exec"

// command is a program that the owner runs.
func (o owner) command(name string, args ...string) *exec.Cmd { return exec.Command(name, args...) }
