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
	"time"
)

// Trace sees every line that goes to a process (sent is true) or comes from
// it. It is called from several goroutines, though never at the same time for
// one direction, and must not call the process.
type Trace func(sent bool, line string)

// Process is a running program that is spoken to in lines. Its methods may be
// called from several goroutines; who answers whom is the callers' affair.
//
// Goroutines write to its input and read its standard error, so that no pipe
// that is full holds anybody up.
type Process struct {
	name    string
	program program
	trace   Trace

	input  inlet         // what it reads
	outbox chan string   // what could not be written there at once
	queued atomic.Int32  // how many of those there are
	sender chan struct{} // holds one value while nobody sends
	hangUp chan struct{} // closed: write what is in outbox, then close the pipe
	output *output       // what it writes
	errs   tail          // the end of its standard error
	silent chan struct{} // closed when that has been read to its end

	closed   chan struct{} // closed when the owner has closed the process
	exited   chan struct{} // closed when the program has ended
	exitText string        // how, such as "exit status 1"
	killed   chan struct{} // closed once the process group was killed

	closing, hanging, killing sync.Once

	pipes []io.Closer    // our ends
	all   sync.WaitGroup // the goroutines
}

// program is what a process runs.
type program interface {
	// wait returns when it has ended, and says how.
	wait() string
	// kill ends it with all that it started.
	kill()
	pid() int
}

// inlet is our end of the pipe that a process reads from.
type inlet interface {
	io.WriteCloser
	SetWriteDeadline(time.Time) error
}

// newProcess is a process that nothing runs in yet.
func newProcess(name string, trace Trace) *Process {
	p := &Process{
		name:   name,
		trace:  trace,
		outbox: make(chan string, 64),
		sender: make(chan struct{}, 1),
		hangUp: make(chan struct{}),
		silent: make(chan struct{}),
		closed: make(chan struct{}),
		exited: make(chan struct{}),
		killed: make(chan struct{}),
	}
	p.sender <- struct{}{}
	return p
}

// Start starts the program. The trace may be nil.
func Start(c Command, trace Trace) (*Process, error) {
	cmd := exec.Command(c.Path, c.Args...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.Env...)
	ownGroup(cmd)
	p := newProcess(c.DisplayName(), trace)
	if err := p.launch(cmd); err != nil {
		// The system blames the program for that.
		if info, missing := os.Stat(cmd.Dir); cmd.Dir != "" && missing != nil {
			err = fmt.Errorf("its working directory: %w", missing)
		} else if cmd.Dir != "" && !info.IsDir() {
			err = fmt.Errorf("its working directory %s is none", cmd.Dir)
		}
		return nil, fmt.Errorf("driver: cannot start %s: %w", p.name, err)
	}
	return p, nil
}

// launch makes the pipes and starts the program. The pipes are made here, not
// by exec.Cmd, so that waiting for the program and reading what it left in them
// do not disturb each other.
func (p *Process) launch(cmd *exec.Cmd) (err error) {
	var ends [6]*os.File // by pairs, the reading end first
	for i := 0; i < len(ends) && err == nil; i += 2 {
		ends[i], ends[i+1], err = os.Pipe()
	}
	in, to, from, out, errs, bad := ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]
	if err == nil {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, bad
		err = cmd.Start()
	}
	closeAll(in, out, bad) // a nil file's Close does nothing
	if err != nil {
		closeAll(to, from, errs)
		return err
	}
	p.pipes = []io.Closer{to, from, errs}
	p.all.Go(func() { p.drain(errs) })
	p.serve(child{cmd}, to, newOutlet(from))
	return nil
}

// serve starts the goroutines that look after a program that runs.
func (p *Process) serve(running program, to inlet, from outlet) {
	p.program, p.input, p.output = running, to, newOutput(from, p.closed, p.exited)
	p.all.Go(func() { p.write(to) })
	p.all.Go(p.wait)
}

func closeAll[C io.Closer](files ...C) {
	for _, f := range files {
		f.Close()
	}
}

// write sends the outbox to the process until it ends or the owner hangs up.
func (p *Process) write(to inlet) {
	defer to.Close()
	hangUp := p.hangUp
	for hangUp != nil || len(p.outbox) > 0 {
		select {
		case text := <-p.outbox:
			to.SetWriteDeadline(time.Time{})
			if _, err := io.WriteString(to, text); err != nil {
				return // the process ended; wait finds out how
			}
			p.queued.Add(-1)
		case <-p.exited:
			return
		case <-hangUp:
			hangUp = nil
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
	p.exitText = p.program.wait()
	p.program.kill()
	// What it complained of last is what explains its end.
	select {
	case <-p.silent:
	case <-time.After(time.Second):
	}
	close(p.exited)
	if !p.isClosed() {
		p.output.from.SetReadDeadline(time.Now().Add(afterExit)) // for whoever reads by now
	}
}

// Name is what reports call the process.
func (p *Process) Name() string { return p.name }

// Pid is the operating system's number of the process, or 0 for one inside
// this.
func (p *Process) Pid() int { return p.program.pid() }

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
	return p.SendRaw(ctx, strings.Join(lines, "\n")+"\n")
}

// SendRaw sends bytes as they are: they may be part of a line, several lines,
// or no text at all. It is for those who want to know what a program makes of
// such input.
func (p *Process) SendRaw(ctx context.Context, text string) error {
	if err := p.ended(); err != nil {
		return err
	}
	select {
	case <-p.sender:
		defer func() { p.sender <- struct{}{} }()
	case <-ctx.Done():
		return ctx.Err()
	}
	p.traceSent(text)
	if text = p.writeNow(text); text == "" {
		return nil
	}
	var err error
	p.queued.Add(1)
	select {
	case p.outbox <- text:
		return nil
	case <-p.closed:
		err = ErrClosed
	case <-p.exited:
		err = p.exitError()
	case <-ctx.Done():
		err = ctx.Err()
	}
	p.queued.Add(-1)
	return err
}

// writeNow writes what the pipe takes and returns the rest, which is none as a
// rule. That spares the waking of a thread. Where writes to pipes have no
// deadlines it writes nothing.
func (p *Process) writeNow(text string) (rest string) {
	const patience = 50 * time.Millisecond
	if p.queued.Load() > 0 || p.input.SetWriteDeadline(time.Now().Add(patience)) != nil {
		return text
	}
	n, _ := io.WriteString(p.input, text) // if the process ended, wait finds out how
	return text[n:]
}

// ended says why nothing can be sent any more.
func (p *Process) ended() error {
	select {
	case <-p.closed:
		return ErrClosed
	default:
	}
	select {
	case <-p.exited:
		return p.exitError()
	default:
	}
	return nil
}

func (p *Process) traceSent(text string) {
	if p.trace == nil {
		return
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		p.trace(true, line)
	}
}

// CloseInput closes the process's input behind what was sent. What the process
// writes can still be received. Nothing can be sent any more.
func (p *Process) CloseInput() {
	p.hanging.Do(func() { close(p.hangUp) })
}

// Kill ends the process and its process group at once. Close must still be
// called.
func (p *Process) Kill() {
	p.killing.Do(func() {
		close(p.killed)
		select {
		case <-p.exited:
		default:
			p.program.kill()
		}
	})
}

// Abort is Close for a process that is not worth waiting for.
func (p *Process) Abort() {
	p.Kill()
	p.Close("", 0)
}

// Close sends the farewell (one line, or none when it is empty), closes the
// process's input, gives it the grace to end and then kills its process group.
// When Close returns, the process and all that served it have ended. Later
// calls do nothing. The error says that the process had to be killed or ended
// badly.
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
	close(p.closed)
	p.output.from.SetReadDeadline(past()) // whoever reads gives way
	p.all.Go(p.drainOutput)
	if farewell != "" {
		p.sendLast(farewell + "\n")
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
	p.join()
	switch {
	case forced:
		return fmt.Errorf("driver: %s did not end within %v and was killed", p.name, grace)
	case p.exitText != exitedWell:
		return p.exitError()
	}
	return nil
}

// sendLast sends a last line if that needs no waiting; to a process that does
// not read none is sent, and it will be killed.
func (p *Process) sendLast(text string) {
	select {
	case <-p.sender:
	default:
		return
	}
	select {
	case p.outbox <- text:
		p.queued.Add(1)
		p.traceSent(text)
	default:
	}
	p.sender <- struct{}{}
}

// join waits for the goroutines that serve the process. They end by themselves
// unless a program that left the process group holds the pipes.
func (p *Process) join() {
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

func (p *Process) exitError() error {
	return &ExitError{Name: p.name, Status: p.exitText, Stderr: p.Stderr()}
}
