package driver

import "syscall"

// dieWithOwner makes Linux kill the program when its owner dies, however that
// comes about. Strictly it is the thread that started the program whose death
// counts; Go ends a thread only with a goroutine that was locked to it and
// never unlocked.
func dieWithOwner(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
