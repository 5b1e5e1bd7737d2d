package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall/js"

	"quadrille/protocol/driver"
)

// worker is an engine in a worker of its own, as driver.Inside runs a program:
// what comes from in goes to the engine, and what that writes to out, until the
// engine has ended or nobody speaks to it any more.
func worker(bridge js.Value) func(in io.Reader, out io.Writer) error {
	return func(in io.Reader, out io.Writer) error {
		said := newTexts()
		onText := js.FuncOf(func(_ js.Value, args []js.Value) any {
			said.add(args[0].String())
			return nil
		})
		defer onText.Release()
		onEnd := js.FuncOf(func(_ js.Value, args []js.Value) any {
			said.end(args[0].String())
			return nil
		})
		defer onEnd.Release()
		engine := bridge.Call("engine", onText, onEnd) // calls them until kill
		defer engine.Call("kill")
		go func() {
			send(in, engine)
			said.end("")
		}()
		return said.writeTo(out)
	}
}

// send passes lines on to an engine until nothing more comes.
func send(in io.Reader, engine js.Value) {
	lines := bufio.NewReaderSize(in, driver.MaxLine)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			engine.Call("send", line)
		}
		if err != nil {
			return
		}
	}
}

// texts are what an engine has written that nobody has read yet, without a bound:
// who calls add must not be held up.
type texts struct {
	mu    sync.Mutex
	more  *sync.Cond
	list  []string
	ended bool
	why   string // the engine failed; empty when it did not
}

func newTexts() *texts {
	t := &texts{}
	t.more = sync.NewCond(&t.mu)
	return t
}

func (t *texts) add(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, text)
	t.more.Signal()
}

func (t *texts) end(why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		t.ended, t.why = true, why
	}
	t.more.Signal()
}

// take waits for texts, and returns none when there will be no more.
func (t *texts) take() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.list) == 0 && !t.ended {
		t.more.Wait()
	}
	list := t.list
	t.list = nil
	return list
}

// writeTo writes the texts until there are no more. The error is the engine's or
// that of out.
func (t *texts) writeTo(out io.Writer) error {
	for {
		list := t.take()
		if list == nil {
			break
		}
		for _, text := range list {
			if _, err := io.WriteString(out, text); err != nil {
				return fmt.Errorf("nobody reads what the engine writes: %w", err)
			}
		}
	}
	if t.why != "" {
		return errors.New(t.why)
	}
	return nil
}
