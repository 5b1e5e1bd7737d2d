package driver

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// Trace sees every line that goes to a process (sent is true) or comes from
// it. It is called from several goroutines, though never at the same time for
// one direction, and must not call the process.
type Trace func(sent bool, line string)

// Process is a running program that is spoken to in lines. Its methods may be
// called from several goroutines; who answers whom is the callers' affair.
type Process struct {
	name  string
	cmd   *exec.Cmd
	trace Trace
	errs  tail

	output intake
	reader chan struct{} // holds one value while nobody reads
	input  syscall.RawConn
	outbox chan string   // what it shall read and could not be written at once
	queued atomic.Int32  // how many of those there are
	sender chan struct{} // holds one value while nobody sends
	hangUp chan struct{} // closed: write what is in outbox, then close the pipe
	gone   chan struct{} // closed: the owner reads no more
	exited chan struct{} // closed when the program has ended
	silent chan struct{} // closed when its standard error has been read to its end

	closing  sync.Once
	hanging  sync.Once // the closing of hangUp
	exitText string
	killed   chan struct{} // closed once the process group was killed
	killOnce sync.Once
	pipes    []io.Closer // our ends
	all      sync.WaitGroup
}

// Start starts the program. The trace may be nil.
func Start(c Command, trace Trace) (*Process, error) {
	p := &Process{
		name:   c.DisplayName(),
		trace:  trace,
		reader: make(chan struct{}, 1),
		outbox: make(chan string, 64),
		sender: make(chan struct{}, 1),
		hangUp: make(chan struct{}),
		gone:   make(chan struct{}),
		exited: make(chan struct{}),
		silent: make(chan struct{}),
		killed: make(chan struct{}),
	}
	p.cmd = exec.Command(c.Path, c.Args...)
	p.cmd.Dir = c.Dir
	p.cmd.Env = append(os.Environ(), c.Env...)
	p.sender <- struct{}{}
	p.reader <- struct{}{}
	ownGroup(p.cmd)
	if err := p.launch(); err != nil {
		return nil, fmt.Errorf("driver: cannot start %s: %w", p.name, err)
	}
	return p, nil
}

// launch makes the pipes, starts the program and the goroutines that serve
// it. The pipes are made here, not by exec.Cmd, so that waiting for the
// program and reading what it left in them do not disturb each other.
func (p *Process) launch() error {
	in, to, err := os.Pipe()
	if err != nil {
		return err
	}
	from, out, err := newOutlet()
	if err != nil {
		closeAll(in, to)
		return err
	}
	errs, bad, err := os.Pipe()
	if err != nil {
		closeAll(in, to, from, out)
		return err
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in, out, bad
	err = p.cmd.Start()
	closeAll(in, out, bad)
	if err != nil {
		closeAll(to, from, errs)
		return err
	}
	p.pipes = []io.Closer{to, from, errs}
	p.input, _ = to.SyscallConn() // it fails only without a file
	p.output.from, p.output.gone = from, p.gone
	p.all.Go(func() { p.write(to) })
	p.all.Go(func() { p.drain(errs) })
	p.all.Go(p.wait)
	return nil
}

func closeAll(files ...io.Closer) {
	for _, f := range files {
		f.Close()
	}
}

// write sends the outbox to the process until it ends or the owner hangs up.
func (p *Process) write(to *os.File) {
	defer to.Close()
	send := func(text string) bool {
		defer p.queued.Add(-1)
		_, err := to.WriteString(text)
		return err == nil // otherwise the process ended; wait finds out how
	}
	for {
		select {
		case line := <-p.outbox:
			if !send(line) {
				return
			}
		case <-p.exited:
			return
		case <-p.hangUp:
			for {
				select {
				case line := <-p.outbox:
					if !send(line) {
						return
					}
				default:
					return
				}
			}
		}
	}
}

// drain keeps the end of the standard error.
func (p *Process) drain(from *os.File) {
	defer from.Close()
	defer close(p.silent)
	io.Copy(&p.errs, from)
}

// wait learns how the program ended. What it left behind in its process group
// is killed, since it would hold the pipes open.
func (p *Process) wait() {
	err := p.cmd.Wait()
	p.exitText = "exit status 0"
	if err != nil {
		p.exitText = err.Error()
	}
	killGroup(p.cmd.Process)
	// What it complained of last is what explains its end.
	patience := time.NewTimer(time.Second)
	defer patience.Stop()
	select {
	case <-p.silent:
	case <-patience.C:
	}
	close(p.exited)
}

// Name is what reports call the process.
func (p *Process) Name() string { return p.name }

// Pid is the operating system's number of the process.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Stderr returns the end of what the process wrote to its standard error.
func (p *Process) Stderr() string { return p.errs.String() }

// Exited is closed when the program has ended.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Send sends one line. It waits only while some sixty earlier requests have
// not been read by the process.
func (p *Process) Send(ctx context.Context, line string) error {
	return p.SendLines(ctx, line)
}

// SendLines is Send for several lines, which are written at once. That spares
// both ends some waking up.
func (p *Process) SendLines(ctx context.Context, lines ...string) error {
	for _, line := range lines {
		if strings.IndexByte(line, '\n') >= 0 || strings.IndexByte(line, '\r') >= 0 {
			return fmt.Errorf("driver: a line to %s has a line break in it: %q", p.name, Clip(line))
		}
	}
	return p.enqueue(ctx, strings.Join(lines, "\n")+"\n")
}

func (p *Process) enqueue(ctx context.Context, text string) error {
	select {
	case <-p.gone:
		return ErrClosed
	default:
	}
	select {
	case <-p.exited:
		return p.exitError()
	default:
	}
	select {
	case <-p.sender:
		defer func() { p.sender <- struct{}{} }()
	case <-ctx.Done():
		return ctx.Err()
	}
	p.traceSent(text)
	return p.put(ctx, text)
}

func (p *Process) traceSent(text string) {
	if p.trace == nil {
		return
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		p.trace(true, line)
	}
}

// put writes as much as the pipe takes, which is all as a rule, and leaves the
// rest to the goroutine that may wait. That spares a change of goroutine.
func (p *Process) put(ctx context.Context, text string) error {
	if p.queued.Load() == 0 {
		text = text[writeNow(p.input, text):]
	}
	if text == "" {
		return nil
	}
	p.queued.Add(1)
	var err error
	select {
	case p.outbox <- text:
		return nil
	case <-p.gone:
		err = ErrClosed
	case <-p.exited:
		err = p.exitError()
	case <-ctx.Done():
		err = ctx.Err()
	}
	p.queued.Add(-1)
	return err
}

// Kill ends the process and its process group at once. Close must still be
// called.
func (p *Process) Kill() {
	p.killOnce.Do(func() {
		close(p.killed)
		select {
		case <-p.exited:
		default:
			killGroup(p.cmd.Process)
		}
	})
}

// Close sends the farewell (one line, or none when it is empty), closes the
// process's input, gives it the grace to end and then kills its process group.
// When Close returns, the process and all that served it are gone. Later calls
// do nothing. The error says that the process had to be killed or ended badly.
func (p *Process) Close(farewell string, grace time.Duration) error {
	var err error
	p.closing.Do(func() { err = p.close(farewell, grace) })
	return err
}

func (p *Process) close(farewell string, grace time.Duration) error {
	select {
	case <-p.killed:
		grace = 0
	default:
	}
	close(p.gone)
	p.output.from.SetReadDeadline(past()) // whoever reads gives way
	<-p.reader
	p.all.Go(func() { p.output.drain(p.trace) })
	if farewell != "" {
		p.bid(farewell + "\n")
	}
	p.CloseInput()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	forced := false
	select {
	case <-p.exited:
	case <-timer.C:
		forced = true
		p.Kill()
	}
	p.letGo()
	switch {
	case forced:
		return fmt.Errorf("driver: %s did not end within %v and was killed", p.name, grace)
	case p.exitText != "exit status 0":
		return p.exitError()
	}
	return nil
}

// bid sends a last line if that needs no waiting; to a process that does not
// read none is sent, and it will be killed.
func (p *Process) bid(farewell string) {
	select {
	case <-p.sender:
	default:
		return
	}
	p.queued.Add(1)
	select {
	case p.outbox <- farewell:
		p.traceSent(farewell)
	default:
		p.queued.Add(-1)
	}
	p.sender <- struct{}{}
}

// letGo waits for the goroutines that serve the process. They end by
// themselves unless a program that left the process group holds the pipes.
func (p *Process) letGo() {
	ended := make(chan struct{})
	go func() {
		p.all.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(time.Second):
		closeAll(p.pipes...)
		<-ended
	}
}
