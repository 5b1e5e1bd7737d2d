//go:build linux || darwin

package terminal

import (
	"bytes"
	"os"
	"os/signal"
	"sync"

	"golang.org/x/sys/unix"
)

// ctrlZ is what the key Ctrl-Z sends where it is no signal.
var ctrlZ = []byte{26}

// suspender stops the program on Ctrl-Z, as a shell's job, with the terminal
// lent to the shell, and when it is continued takes the terminal back and has
// package liner draw its line anew. Liner itself reads Ctrl-Z and passes over
// it.
type suspender struct {
	shell   *unix.Termios // the terminal as the shell had it
	keys    *os.File      // what is typed, without Ctrl-Z
	typed   *os.File      // the other end of it
	pressed chan struct{}
	signals chan os.Signal // SIGTSTP of others, and SIGCONT
	done    chan struct{}
	once    sync.Once // of close
	redraw  func()    // what is not liner's
}

// newSuspender watches the terminal on the standard input, whose keys are to be
// read from keys from now on. It is nil where that is not a terminal.
func newSuspender(redraw func()) *suspender {
	mode, err := unix.IoctlGetTermios(int(os.Stdin.Fd()), getMode)
	if err != nil {
		return nil
	}
	keys, typed, err := os.Pipe()
	if err != nil {
		return nil
	}
	s := &suspender{shell: mode, keys: keys, typed: typed, redraw: redraw,
		pressed: make(chan struct{}), signals: make(chan os.Signal, 4), done: make(chan struct{})}
	signal.Notify(s.signals, unix.SIGTSTP, unix.SIGCONT)
	go s.read(os.Stdin)
	go s.watch()
	return s
}

// close ends the watching; the goroutine that reads ends with its read.
func (s *suspender) close() {
	s.once.Do(func() {
		signal.Stop(s.signals)
		close(s.done)
	})
}

// read passes on what is typed, but for Ctrl-Z.
func (s *suspender) read(terminal *os.File) {
	defer s.typed.Close()
	buffer := make([]byte, 4096)
	for {
		n, err := terminal.Read(buffer)
		for rest, found := buffer[:n], true; found; {
			var before []byte
			before, rest, found = bytes.Cut(rest, ctrlZ)
			if _, err := s.typed.Write(before); err != nil {
				return
			}
			if !found {
				break
			}
			select {
			case s.pressed <- struct{}{}:
			case <-s.done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (s *suspender) watch() {
	for {
		select {
		case <-s.pressed:
			s.suspend(0) // the whole job, as the terminal itself does
		case sig := <-s.signals:
			if sig == unix.SIGTSTP {
				s.suspend(unix.Getpid())
			}
		case <-s.done:
			return
		}
	}
}

// suspend stops the process, or the process group 0, until it is continued. It
// does nothing where nobody could do that.
func (s *suspender) suspend(pid int) {
	in := int(os.Stdin.Fd())
	mode, err := unix.IoctlGetTermios(in, getMode)
	if err != nil || !isJob() || unix.IoctlSetTermios(in, setMode, s.shell) != nil {
		return
	}
	if unix.Kill(pid, unix.SIGSTOP) == nil {
		s.continued()
	}
	_ = unix.IoctlSetTermios(in, setMode, mode)
	s.redraw()
	_ = unix.Kill(unix.Getpid(), unix.SIGWINCH) // liner draws its line anew
}

// continued waits for the signal that a stopped process gets when it goes on.
func (s *suspender) continued() {
	for {
		select {
		case sig := <-s.signals:
			if sig == unix.SIGCONT {
				return
			}
		case <-s.done:
			return
		}
	}
}

// isJob says whether a shell started the program as a job, which it can
// continue: then the leader of the session is in another process group. (The
// SIGTSTP of the system knows that by itself, but the Go runtime, once it has
// handled that signal, does not let it stop the process any more.)
func isJob() bool {
	session, err := unix.Getsid(0)
	if err != nil || session == unix.Getpid() {
		return false
	}
	group, err := unix.Getpgid(session)
	return err == nil && group != unix.Getpgrp()
}
