//go:build !js

package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Signals are those at which a program ends in good order. The end of its terminal is
// none where it was started to outlive that, as nohup does.
func Signals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// signalError is why a signal has ended a context.
type signalError struct{ signal os.Signal }

func (e *signalError) Error() string { return "ended by signal: " + e.signal.String() }

// UntilSignal returns a context that one of the Signals ends. A second one ends the
// program at once.
func UntilSignal() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	came := make(chan os.Signal, 1)
	signal.Notify(came, Signals()...)
	go func() {
		select {
		case s := <-came:
			signal.Stop(came)
			cancel(&signalError{s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		cancel(nil)
	}
}

// ExitSignal is the exit status of a program of which a signal has ended the context
// of UntilSignal: 128 and the signal's number.
func ExitSignal(ctx context.Context) int {
	number := syscall.SIGINT
	if e, ok := errors.AsType[*signalError](context.Cause(ctx)); ok {
		number = e.signal.(syscall.Signal)
	}
	return 128 + int(number)
}
