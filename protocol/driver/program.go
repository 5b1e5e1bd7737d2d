package driver

import (
	"fmt"
	"io"
	"net"
	"os/exec"
)

// exitedWell is how a program ends that does as it was asked.
const exitedWell = "exit status 0"

// child is a program that the operating system runs.
type child struct{ cmd *exec.Cmd }

func (c child) pid() int { return c.cmd.Process.Pid }
func (c child) kill()    { killGroup(c.cmd.Process) }

func (c child) wait() string {
	if err := c.cmd.Wait(); err != nil {
		return err.Error()
	}
	return exitedWell
}

// inside is a program that runs in a goroutine of this one.
type inside struct {
	in, out net.Conn // its ends of the pipes
	ended   chan string
}

func (i inside) pid() int { return 0 }

// kill has it read and write no more, at which it ends.
func (i inside) kill() {
	i.in.Close()
	i.out.Close()
}

func (i inside) wait() string { return <-i.ended }

// run runs the program to its end. A panic of it is an end like any other.
func (i inside) run(serve func(in io.Reader, out io.Writer) error) {
	how := exitedWell
	defer func() {
		if r := recover(); r != nil {
			how = fmt.Sprint("panic: ", r)
		}
		i.ended <- how
	}()
	if err := serve(i.in, i.out); err != nil {
		how = err.Error()
	}
}

// Inside is a process of the driver that is none of the operating system's: a
// function of this program, which answers the lines of in on out until one of
// them ends. To speak to it costs the switching of goroutines and not of
// processes. It must end when in or out fails.
func Inside(name string, serve func(in io.Reader, out io.Writer) error, trace Trace) *Process {
	p := newProcess(name, trace)
	in, to := net.Pipe()
	from, out := net.Pipe()
	close(p.silent)
	i := inside{in, out, make(chan string, 1)}
	go i.run(serve)
	p.pipes = []io.Closer{to, from}
	p.serve(i, to, from)
	return p
}
