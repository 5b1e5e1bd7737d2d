// Package repl is the client in a terminal: a conversation with the person or
// the script that plays. It reads commands, has the session perform them, lets
// the engine play its seats, and says in words what happened.
//
// Its rules of output: what a person asked for and what was played goes to the
// output; what went wrong goes to the output for a person and, with its line
// number, to the standard error for a script. A script gets no prompts, no
// boards it did not ask for, and nothing that depends on time.
package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"quadrille/cmd/client/saves"
	"quadrille/cmd/client/terminal"
	"quadrille/cmd/internal/output"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

// Player says who plays a seat: the person at the client, or the engine at a
// level.
type Player struct {
	Human bool
	Level engine.Level // of the engine
}

// Config is what a REPL works with.
type Config struct {
	Session *Session
	Out     io.Writer
	Errs    io.Writer // of scripts
	Painter terminal.Painter
	Status  *terminal.Status
	// Interactive says that a person reads and types: prompts and boards are
	// shown and turns without a choice are played.
	Interactive bool
	// Width is how many columns the person's terminal has; nil for an output
	// whose lines are not broken.
	Width     func() int
	Autosaves *saves.Autosaves // of unfinished games, or nil
	Now       func() time.Time

	Seats  Seating
	Level  engine.Level // of engine seats that have none of their own
	Limits string       // arguments of `go` for the engine's turns and hints
}

// REPL is one conversation. Run may be called once.
type REPL struct {
	Config
	ctx      context.Context
	out      *output.Writer // Config.Out
	commands []command
	line     int  // of the script
	failed   int  // commands that did not succeed
	quit     bool // the conversation is over
	paused   bool // the engine's seats wait for the person
	shown    bool // the board on the screen is the present one
	told     bool // the end of the game was announced
	gameFile string
	autoFile string // where the unfinished game is kept, or ""

	busy      atomic.Bool // not reading a line
	stop      atomic.Bool // Ctrl-C was typed since the last line
	searching atomic.Pointer[context.CancelFunc]
}

// New returns a REPL.
func New(config Config) *REPL {
	r := &REPL{Config: config, ctx: context.Background(), out: output.New(config.Out)}
	r.Out = r.out
	r.commands = commandTable()
	return r
}

// Interrupt stops the search that runs or, between two searches, the next one,
// and says whether there was anything to stop. It may be called from any
// goroutine.
func (r *REPL) Interrupt() bool {
	if !r.busy.Load() {
		return false
	}
	r.stop.Store(true)
	if cancel := r.searching.Load(); cancel != nil {
		(*cancel)()
	}
	return true
}

// read reads a line. While the person types there is nothing to interrupt.
func (r *REPL) read(in terminal.Source) (string, error) {
	r.busy.Store(false)
	defer r.busy.Store(true)
	line, err := in.ReadLine(r.prompt())
	r.line++
	r.stop.Store(false)
	return line, err
}

// ErrFailed is returned by Run for a script of which commands failed.
var ErrFailed = errors.New("not every command succeeded")

// Run reads and performs commands until `quit` or the end of the input. The
// error is ErrFailed, that of the input, or a *Lost.
func (r *REPL) Run(in terminal.Source) error {
	r.busy.Store(true)
	if err := r.settle(r.proceed()); err != nil {
		return err
	}
	warned := false
	for !r.quit {
		r.board()
		line, err := r.read(in)
		switch {
		case errors.Is(err, terminal.ErrInterrupted) && !warned:
			warned = true
			r.say("(Ctrl-C again or quit leaves; an unfinished game is kept for resume)")
			continue
		case errors.Is(err, terminal.ErrInterrupted):
			r.quit = true
			continue
		case errors.Is(err, io.EOF):
			r.endOfInput()
			continue
		case errors.Is(err, terminal.ErrLineTooLong):
			r.complain(err)
			continue
		case err != nil:
			return err
		}
		warned = false
		if err := r.perform(line); err != nil {
			return err
		}
	}
	if r.autoFile != "" {
		r.say("The unfinished game is kept; resume, or client --resume, continues it.")
	}
	if r.failed > 0 && !r.Interactive {
		return ErrFailed
	}
	return nil
}

func (r *REPL) endOfInput() {
	r.quit = true
	if r.Interactive {
		r.say("") // the prompt's line is still open
	}
}

// Welcome says what is going to be played.
func (r *REPL) Welcome() {
	if !r.Interactive {
		return
	}
	st := r.Session.State()
	r.sayf("%s. Game: %s %s", r.Session.EngineName(), st.Game, st.Rules)
	var who []string
	for _, seat := range st.Seats() {
		who = append(who, fmt.Sprintf("%s %s", label(st, seat), r.player(seat)))
	}
	r.sayf("Seats: %s. Type a turn, or help, or quit.", strings.Join(who, ", "))
	r.offerResume()
}

// perform does one line and what follows from it. The error is one after which
// the conversation cannot go on.
func (r *REPL) perform(line string) error {
	err := r.do(line)
	if err == nil {
		err = r.proceed()
	}
	return r.settle(err)
}

// settle tells of an error and keeps what is known of the game. It returns one
// after which the conversation cannot go on: of an engine that is lost, or of an
// output that cannot be written.
func (r *REPL) settle(err error) error {
	if failed := r.out.Err(); failed != nil {
		r.keep()
		return failed
	}
	if err == nil {
		return nil
	}
	var restarted *Restarted
	if errors.As(err, &restarted) {
		r.paused = true // the next engine might fail at the same turn
	}
	r.keep()
	var lost *Lost
	if errors.As(err, &lost) {
		return lost
	}
	r.complain(err)
	return nil
}

// proceed announces the end of the game, or plays the turns of the engine's
// seats and the turns without a choice, up to the person's next decision.
func (r *REPL) proceed() error {
	for r.out.Err() == nil {
		r.keep()
		st := r.Session.State()
		if st.Over() {
			return r.announceEnd(st)
		}
		r.told = false
		if !r.player(st.Turn).Human {
			if r.paused {
				return nil
			}
			if err := r.enginePlays(""); err != nil || r.paused {
				return err
			}
			r.watch()
			continue
		}
		if passed, err := r.forcedPass(st); err != nil || !passed {
			return err
		}
	}
	return r.out.Err()
}

// watch shows the board after an engine's turn when no person plays.
func (r *REPL) watch() {
	for _, seat := range r.Session.State().Seats() {
		if r.player(seat).Human {
			return
		}
	}
	r.board()
}

// forcedPass plays a pass that is the only turn there is, for a person. A
// script says everything itself.
func (r *REPL) forcedPass(st driver.State) (bool, error) {
	if !r.Interactive || len(st.Pending) > 0 {
		return false, nil
	}
	if len(st.Legal) != 1 || st.Legal[0] != driver.Pass {
		return false, nil
	}
	if err := r.Session.Play(r.ctx, driver.Pass); err != nil {
		return false, err
	}
	r.shown = false
	r.sayf("%s can only pass, so the pass was played.", r.actor(st))
	return true, nil
}

func (r *REPL) announceEnd(st driver.State) error {
	if r.told {
		return nil
	}
	r.told = true
	r.board()
	r.sayf("Game over: %s after %s.", r.Painter.Emphasis(terminal.ResultWords(st.Result, st.Reason, st.Name)), engine.Count(len(st.Turns), "turn"))
	if words := scoreWords(st); words != "" && st.Reason != resignReason {
		r.say("Scores: " + words + ".")
	}
	return nil
}

// scoreWords are the scores of the seats, or "" where the engine has none.
func scoreWords(st driver.State) string {
	if len(st.Scores) != st.Players {
		return ""
	}
	var each []string
	for i, seat := range st.Seats() {
		each = append(each, fmt.Sprintf("%s %d", st.Name(seat), st.Scores[i]))
	}
	return strings.Join(each, ", ")
}

const resignReason = "resign"

// board shows the board to a person who has not seen it yet.
func (r *REPL) board() {
	if !r.Interactive || r.shown || r.quit {
		return
	}
	r.shown = true
	if err := r.show(); err != nil {
		r.complain(err)
	}
}

// prompt says who is to act and what part of the game it is.
func (r *REPL) prompt() string {
	st := r.Session.State()
	switch {
	case st.Over():
		return st.Game + " (over)> "
	case r.player(st.Turn).Human:
		return fmt.Sprintf("%s %s %s> ", st.Game, st.Acting(), st.Phase)
	}
	return fmt.Sprintf("%s %s (engine, waiting) %s> ", st.Game, st.Acting(), st.Phase)
}

// complain says what went wrong.
func (r *REPL) complain(err error) {
	r.failed++
	if r.Interactive {
		r.say(err.Error())
		return
	}
	fmt.Fprintf(r.Errs, "line %d: %v\n", r.line, err)
}

// say prints text for people, broken between words.
func (r *REPL) say(text string) { fmt.Fprintln(r.Out, terminal.Wrap(text, r.width())) }

// width is how wide a line may be, 0 for any width.
func (r *REPL) width() int {
	if r.Width == nil {
		return 0
	}
	return r.Width()
}

func (r *REPL) sayf(format string, args ...any) { r.say(fmt.Sprintf(format, args...)) }

// keep writes the unfinished game to its file, or removes that of a finished
// one. A folder that cannot be written is reported once and not used any more.
func (r *REPL) keep() {
	if r.Autosaves == nil {
		return
	}
	st := r.Session.State()
	var err error
	switch {
	case st.Over() || len(st.Turns)+len(st.Pending) == 0:
		if r.autoFile != "" {
			err = r.Autosaves.Remove(r.autoFile)
		}
		r.autoFile = ""
	default:
		if r.autoFile == "" {
			r.autoFile = r.Autosaves.Begin(r.Now())
		}
		err = r.Autosaves.Put(r.autoFile, r.record())
	}
	if err != nil {
		fmt.Fprintf(r.Errs, "unfinished games are not kept: %v\n", err)
		r.Autosaves, r.autoFile = nil, ""
	}
}
