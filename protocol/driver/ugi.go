package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Setting is the value that an option shall have.
type Setting struct {
	Name, Value string
}

// UGI is a [Player] that speaks UGI. It uses Quadrille's additions where the
// engine has them, which it tells by its option Game; of any other it asks no
// more than kz04px's description has: `uginewgame`, `position … moves …`, `go`
// and `query`.
type UGI struct {
	proc    *Process
	wait    time.Duration // for anything but a search
	name    string
	options []Option
	games   []string // the choices of option Game; nil for plain UGI

	setup Setup
	told  int    // how many turns the engine knows
	line  []byte // what tells them all, for plain UGI
	ready bool   // for the search that runs
}

// OpenUGI shakes hands with an engine that was started, and sets its options.
// The engine may take the wait for the handshake, for each new game and for
// each question. On an error the process is ended.
func OpenUGI(ctx context.Context, proc *Process, wait time.Duration, settings ...Setting) (*UGI, error) {
	u := &UGI{proc: proc, wait: wait}
	err := u.handshake(ctx)
	if err == nil {
		err = u.set(ctx, settings)
	}
	if err != nil {
		u.kill()
		return nil, err
	}
	return u, nil
}

func (u *UGI) kill() {
	u.proc.Kill()
	u.proc.Close("", 0)
}

func (u *UGI) handshake(ctx context.Context) error {
	return u.converse(ctx, "ugiok", func(line string) {
		if id, ok := cutWord(line, "id"); ok {
			if name, ok := cutWord(id, "name"); ok {
				u.name = name
			}
		}
		o, err := ParseOption(line)
		if err != nil {
			return
		}
		u.options = append(u.options, o)
		if strings.EqualFold(o.Name, "Game") {
			u.games = append([]string{}, o.Choices...)
		}
	}, "ugi")
}

// set sends the settings and makes sure that the engine took them.
func (u *UGI) set(ctx context.Context, settings []Setting) error {
	var lines []string
	for _, s := range settings {
		if !slices.ContainsFunc(u.options, func(o Option) bool { return strings.EqualFold(o.Name, s.Name) }) {
			return &Refusal{Code: "bad-option", Text: fmt.Sprintf("there is no option %s; there are: %s", s.Name, u.optionNames())}
		}
		line := "setoption name " + s.Name
		if s.Value != "" {
			line += " value " + s.Value
		}
		lines = append(lines, line)
	}
	return u.request(ctx, lines...)
}

func (u *UGI) optionNames() string {
	names := make([]string, len(u.options))
	for i, o := range u.options {
		names[i] = o.Name
	}
	return strings.Join(names, ", ")
}

// converse sends lines and hands every line up to the last to see. The engine
// has the usual wait.
func (u *UGI) converse(ctx context.Context, last string, see func(line string), lines ...string) error {
	deadline := time.Now().Add(u.wait)
	if err := u.proc.SendLines(ctx, lines...); err != nil {
		return err
	}
	for {
		line, _, err := u.proc.ReceiveBefore(ctx, deadline)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return u.late(lines[0], u.wait)
		case err != nil:
			return err
		case strings.TrimSpace(line) == last:
			return nil
		}
		see(line)
	}
}

func (u *UGI) late(request string, after time.Duration) error {
	return &TimeoutError{Name: u.proc.Name(), Request: request, After: after, Stderr: u.proc.Stderr()}
}

// request sends lines that are answered with nothing, with `ok` or with an
// error.
func (u *UGI) request(ctx context.Context, lines ...string) error {
	var refused error
	err := u.converse(ctx, "readyok", func(line string) {
		if r, ok := ParseRefusal(line); ok && refused == nil {
			refused = r
		}
	}, append(lines, "isready")...)
	if err == nil {
		err = refused
	}
	return err
}

// Name is what the engine calls itself, or the name of its process.
func (u *UGI) Name() string {
	if u.name == "" {
		return u.proc.Name()
	}
	return u.name
}

// Process is the process behind the player.
func (u *UGI) Process() *Process { return u.proc }

// Close asks the engine to end, gives it a moment and ends it.
func (u *UGI) Close() error { return u.proc.Close("quit", 2*time.Second) }

// NewGame prepares a game. An engine without the option Game plays the one
// game that it knows, and its rules are its own.
func (u *UGI) NewGame(ctx context.Context, setup Setup) error {
	u.setup, u.told, u.line = setup, 0, nil
	if u.games == nil {
		return u.request(ctx, "uginewgame")
	}
	if !slices.Contains(u.games, setup.Game) {
		return &Refusal{Code: "no-game", Text: fmt.Sprintf("it does not play %s", setup.Game)}
	}
	lines := []string{strings.TrimSpace("newgame " + setup.Game + " " + setup.Rules)}
	if setup.Start != startPos {
		lines = append(lines, "position fen "+setup.Start)
	}
	return u.request(ctx, lines...)
}

// startPos is the word for a game's start position.
const startPos = "startpos"

// news are the lines that tell the engine the turns it does not know.
func (u *UGI) news(turns []string) []string {
	unknown := turns[min(u.told, len(turns)):]
	u.told = len(turns)
	if u.games != nil {
		if len(unknown) == 0 {
			return nil
		}
		return []string{"moves " + strings.Join(unknown, " ")}
	}
	if u.line == nil {
		u.line = append(u.line, "position "...)
		if u.setup.Start != startPos {
			u.line = append(u.line, "fen "...)
		}
		u.line = append(u.line, u.setup.Start...)
	}
	if len(unknown) > 0 && len(unknown) == len(turns) {
		u.line = append(u.line, " moves"...)
	}
	for _, t := range unknown {
		u.line = append(append(u.line, ' '), t...)
	}
	return []string{string(u.line)}
}

// Go asks for a turn. See [Player]. What came before the engine says that it
// is ready belongs to nothing, such as a second answer to the search before.
func (u *UGI) Go(ctx context.Context, turns []string, limits Limits) (Answer, error) {
	lines := append(u.news(turns), "isready", "go"+limits.ugi())
	u.ready = false
	begun := time.Now()
	if err := u.proc.SendLines(ctx, lines...); err != nil {
		return Answer{}, err
	}
	if limits.StopAfter > 0 {
		answer, err := u.await(ctx, begun, limits.StopAfter)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return answer, err
		}
		if err := u.proc.Send(ctx, "stop"); err != nil {
			return Answer{}, err
		}
	}
	answer, err := u.await(ctx, begun, limits.GiveUpAfter)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = u.late(lines[len(lines)-1], limits.GiveUpAfter)
	}
	return answer, err
}

// await reads up to the engine's answer, or until so long after the beginning,
// when the error is os.ErrDeadlineExceeded. Zero is without end.
func (u *UGI) await(ctx context.Context, begun time.Time, after time.Duration) (Answer, error) {
	var deadline time.Time
	if after > 0 {
		deadline = begun.Add(after)
	}
	scored := ""
	for {
		line, at, err := u.proc.ReceiveBefore(ctx, deadline)
		if err != nil {
			return Answer{}, err
		}
		if !u.ready {
			u.ready = strings.TrimSpace(line) == "readyok"
		} else if best, ok := ParseBest(line); ok {
			answer := Answer{Token: best.Move, Took: at.Sub(begun)}
			if scored != "" {
				answer.Info, _ = ParseInfo(scored)
			}
			return answer, nil
		}
		if r, ok := ParseRefusal(line); ok {
			return Answer{}, r
		}
		if strings.HasPrefix(line, "info ") && strings.Contains(line, " score") {
			scored = line
		}
	}
}

// View asks for the engine's own result of the game.
func (u *UGI) View(ctx context.Context, turns []string) (string, error) {
	var refused error
	view := ""
	lines := append(u.news(turns), "query result", "isready")
	err := u.converse(ctx, "readyok", func(line string) {
		if r, ok := ParseRefusal(line); ok && refused == nil {
			refused = r
		}
		if response, ok := cutWord(line, "response"); ok {
			view = response
		}
	}, lines...)
	switch {
	case err != nil:
		return "", err
	case view == "" && isUnknown(refused):
		return "", nil
	case refused != nil:
		return "", refused
	}
	return view, nil
}

// isUnknown says whether an engine does not know a question.
func isUnknown(err error) bool {
	var r *Refusal
	return errors.As(err, &r) && (r.Code == "unknown-command" || r.Code == "bad-argument")
}

// ugi writes the limits as the arguments of go, with a space before each.
func (l Limits) ugi() string {
	var b []byte
	add := func(key string, n int64) {
		b = append(append(append(b, ' '), key...), ' ')
		b = strconv.AppendInt(b, n, 10)
	}
	if l.Depth > 0 {
		add("depth", int64(l.Depth))
	}
	if l.Nodes > 0 {
		add("nodes", int64(l.Nodes))
	}
	if l.MoveTime > 0 {
		add("movetime", l.MoveTime.Milliseconds())
	}
	for i, c := range l.Clocks {
		add(fmt.Sprintf("p%dtime", i+1), max(1, c.Left.Milliseconds()))
	}
	for i, c := range l.Clocks {
		add(fmt.Sprintf("p%dinc", i+1), c.Inc.Milliseconds())
	}
	if l.MovesToGo > 0 {
		add("movestogo", int64(l.MovesToGo))
	}
	return string(b)
}

var _ Player = (*UGI)(nil)
