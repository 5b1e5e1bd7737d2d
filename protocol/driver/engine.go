package driver

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Config says how an engine is started and how long it is waited for. A zero
// duration stands for the default.
type Config struct {
	Command Command
	Trace   Trace // may be nil
	// HandshakeTimeout is how long the engine may take from its start to
	// `ugiok`; 20 seconds by default.
	HandshakeTimeout time.Duration
	// ReplyTimeout is how long it may take to answer anything but a search; 30
	// seconds by default.
	ReplyTimeout time.Duration
	// StopTimeout is how long a search may go on after `stop`; 10 seconds by
	// default.
	StopTimeout time.Duration
	// Disposable has the end of a request's context end the request at once,
	// after which the engine is of no further use. Other engines are asked on,
	// or told to stop, so that they can be spoken to afterwards.
	Disposable bool
	// QuitGrace is how long it may take to end after `quit`; 2 seconds by
	// default.
	QuitGrace time.Duration
}

// withDefaults fills in the durations that are not given.
func (c Config) withDefaults() Config {
	fill := func(d *time.Duration, value time.Duration) {
		if *d <= 0 {
			*d = value
		}
	}
	fill(&c.HandshakeTimeout, 20*time.Second)
	fill(&c.ReplyTimeout, 30*time.Second)
	fill(&c.StopTimeout, 10*time.Second)
	fill(&c.QuitGrace, 2*time.Second)
	return c
}

// Engine is a process that speaks UGI with Quadrille's additions. Its methods
// may be called from several goroutines: one request is under way at a time,
// and the others wait for it.
//
// Every request but a search is followed by `isready`, and what comes before
// `readyok` is its answer. So a request that an engine silently ignores costs
// no waiting, and an engine that answers too much is not misunderstood later.
type Engine struct {
	proc    *Process
	config  Config
	name    string
	options []Option
	plain   bool          // it knows only UGI, without the additions
	slot    chan struct{} // holds one value while no request is under way

	mu     sync.Mutex
	failed error    // what every later request gets
	verbs  []string // see Verbs; nil when it was not asked yet
}

// Open starts an engine and shakes hands with it. When the context ends
// before that is done, the engine is ended again.
func Open(ctx context.Context, config Config) (*Engine, error) {
	proc, err := Start(config.Command, config.Trace)
	if err != nil {
		return nil, err
	}
	return Attach(ctx, proc, config)
}

// Attach is Open with a process that was started already. It belongs to the
// engine from now on, and is ended when the handshake fails.
func Attach(ctx context.Context, proc *Process, config Config) (*Engine, error) {
	config = config.withDefaults()
	e := &Engine{proc: proc, config: config, slot: make(chan struct{}, 1)}
	if err := e.handshake(ctx); err != nil {
		proc.Abort()
		return nil, err
	}
	e.slot <- struct{}{}
	return e, nil
}

// handshake sends `ugi` and reads up to `ugiok`.
func (e *Engine) handshake(ctx context.Context) error {
	request := Request{"ugi", time.Now(), e.config.HandshakeTimeout}
	err := e.proc.Send(ctx, "ugi")
	if err == nil {
		err = e.proc.Await(ctx, request, func(line string, _ time.Time) (bool, error) {
			e.introduce(line)
			return strings.TrimSpace(line) == "ugiok", nil
		})
	}
	_, additions := e.Option("Game")
	e.plain = !additions
	return err
}

// introduce reads a line of the handshake. What cannot be read is passed over.
func (e *Engine) introduce(line string) {
	if id, ok := cutWord(line, "id"); ok {
		if name, ok := cutWord(id, "name"); ok {
			e.name = name
		}
		return
	}
	if o, err := ParseOption(line); err == nil {
		e.options = append(e.options, o)
	}
}

// Name is what the engine calls itself, or the name of its process.
func (e *Engine) Name() string {
	if e.name == "" {
		return e.proc.Name()
	}
	return e.name
}

// Options lists the engine's options in the order it announced them. The
// caller must not change the slice.
func (e *Engine) Options() []Option { return e.options }

// Option returns the option of that name, whatever the case of its letters.
func (e *Engine) Option(name string) (Option, bool) {
	for _, o := range e.options {
		if strings.EqualFold(o.Name, name) {
			return o, true
		}
	}
	return Option{}, false
}

// Process is the process behind the engine.
func (e *Engine) Process() *Process { return e.proc }

// Err is the failure after which the engine answers nothing any more, or nil.
func (e *Engine) Err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.failed
}

// Close sends `quit`, waits a little and ends the process and its process
// group. A search that runs in another goroutine fails. Later calls do
// nothing.
func (e *Engine) Close() error {
	return e.proc.Close("quit", e.config.QuitGrace)
}

// fail makes the failure the answer to all later requests and ends the
// process.
func (e *Engine) fail(err error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.failed == nil {
		e.failed = err
	}
	e.proc.Kill()
	return e.failed
}

// acquire waits until no other request is under way.
func (e *Engine) acquire(ctx context.Context) error {
	select {
	case <-e.slot: // even when the context has ended, so that it only stops
	default:
		select {
		case <-e.slot:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := e.Err(); err != nil {
		e.release()
		return err
	}
	return nil
}

func (e *Engine) release() { e.slot <- struct{}{} }

// Ask sends a line, or several at once, and returns the lines that the engine
// answers before it says that it is ready. The context bounds only the wait for
// an earlier request; the engine itself has Config.ReplyTimeout. An answer that
// is an error line is returned as a line.
func (e *Engine) Ask(ctx context.Context, lines ...string) ([]string, error) {
	answers, err := e.exchange(ctx, lines)
	if err != nil {
		return nil, err
	}
	return answers[0], nil
}

// exchange is Ask for several groups of lines, which are sent at once, each
// followed by `isready`. It returns what was answered to each.
func (e *Engine) exchange(ctx context.Context, groups ...[]string) ([][]string, error) {
	if err := e.acquire(ctx); err != nil {
		return nil, err
	}
	defer e.release()
	var lines []string
	for _, group := range groups {
		lines = append(append(lines, group...), "isready")
	}
	if i := slices.IndexFunc(lines, func(l string) bool { return strings.ContainsAny(l, "\r\n") }); i >= 0 {
		return nil, fmt.Errorf("driver: a request has a line break in it: %q", Clip(lines[i]))
	}
	if !e.config.Disposable {
		ctx = context.WithoutCancel(ctx)
	}
	begun := time.Now()
	if err := e.proc.SendLines(ctx, lines...); err != nil {
		return nil, e.fail(err)
	}
	answers := make([][]string, len(groups))
	for i, group := range groups {
		request := Request{strings.Join(group, "; "), begun, e.config.ReplyTimeout}
		if err := e.proc.Await(ctx, request, untilReady(&answers[i])); err != nil {
			return nil, e.fail(err)
		}
	}
	return answers, nil
}

// untilReady collects an answer.
func untilReady(answer *[]string) func(string, time.Time) (bool, error) {
	return func(line string, _ time.Time) (bool, error) {
		if strings.TrimSpace(line) == "readyok" {
			return true, nil
		}
		*answer = append(*answer, line)
		return false, nil
	}
}

// Setting is the value that an option shall have.
type Setting struct {
	Name, Value string
}

// SetOption sets an engine option. A button has no value. The error is a
// *Refusal when the engine refused.
func (e *Engine) SetOption(ctx context.Context, name, value string) error {
	return e.set(ctx, []Setting{{name, value}})
}

// Configure sets options that the engine must have announced.
func (e *Engine) Configure(ctx context.Context, settings []Setting) error {
	for _, s := range settings {
		if _, ok := e.Option(s.Name); !ok {
			return &Refusal{Code: "bad-option", Text: fmt.Sprintf("there is no option %s; there are: %s", s.Name, e.optionNames())}
		}
	}
	return e.set(ctx, settings)
}

func (e *Engine) set(ctx context.Context, settings []Setting) error {
	var lines []string
	for _, s := range settings {
		line := "setoption name " + s.Name
		if s.Value != "" {
			line += " value " + s.Value
		}
		lines = append(lines, line)
	}
	answer, err := e.Ask(ctx, lines...)
	if refusal := firstRefusal(answer); refusal != nil {
		return refusal
	}
	return err
}

// ForRules tells an engine that it will not be asked to search: it takes as little
// memory for that as it can, and makes nothing ready for a search.
func (e *Engine) ForRules(ctx context.Context) error {
	var least []Setting
	for _, name := range []string{"Hash", "Level"} {
		if o, ok := e.Option(name); ok && o.HasRange {
			least = append(least, Setting{o.Name, strconv.Itoa(o.Min)})
		}
	}
	if o, ok := e.Option("Prepare"); ok && o.Type == "check" {
		least = append(least, Setting{o.Name, "false"})
	}
	if len(least) == 0 {
		return nil
	}
	return e.set(ctx, least)
}

func (e *Engine) optionNames() string {
	names := make([]string, len(e.options))
	for i, o := range e.options {
		names[i] = o.Name
	}
	return strings.Join(names, ", ")
}

// Query asks `query WHAT` and returns what follows `response`. The error is a
// *Refusal when the engine refused or knows no such query.
func (e *Engine) Query(ctx context.Context, what string) (string, error) {
	answer, err := e.Ask(ctx, "query "+what)
	if err != nil {
		return "", err
	}
	return e.response(what, answer)
}

// response reads the answer to a question.
func (e *Engine) response(what string, answer []string) (string, error) {
	for _, l := range answer {
		if refusal, ok := ParseRefusal(l); ok {
			return "", refusal
		}
		if response, ok := cutWord(l, "response"); ok {
			return response, nil
		}
	}
	return "", &Refusal{Code: "unknown-command", Text: e.proc.Name() + " does not answer query " + what}
}
