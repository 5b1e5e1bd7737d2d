//go:build unix

package match

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyContinued has a channel told when this process goes on after it was stopped,
// as by Ctrl-Z.
func notifyContinued(to chan<- os.Signal) { signal.Notify(to, syscall.SIGCONT) }
