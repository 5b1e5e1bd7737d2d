package driver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// UGI is a [Player] that speaks UGI: a [Game] on an [Engine]. Of an engine
// without Quadrille's additions it asks no more than kz04px's description has.
type UGI struct {
	Program
	game  *Game
	setup Setup
}

// OpenUGI shakes hands with an engine that was started, and sets its options.
// The engine may take the wait for the handshake, for each new game and for
// each question. On an error the process is ended.
func OpenUGI(ctx context.Context, proc *Process, wait time.Duration, settings ...Setting) (*UGI, error) {
	e, err := Attach(ctx, proc, Config{HandshakeTimeout: wait, ReplyTimeout: wait, Disposable: true})
	if err != nil {
		return nil, err
	}
	if err := e.Configure(ctx, settings); err != nil {
		proc.Abort()
		return nil, err
	}
	return &UGI{Program: Program{Proc: proc, Wait: wait, Title: e.name}, game: NewGame(e)}, nil
}

// NewGame prepares a game. An engine without the option Game plays the one
// game that it knows, and its rules are its own.
func (u *UGI) NewGame(ctx context.Context, setup Setup) error {
	if o, ok := u.game.engine.Option("Game"); ok && !slices.Contains(o.Choices, setup.Game) {
		return &Refusal{Code: "no-game", Text: fmt.Sprintf("it does not play %s", setup.Game)}
	}
	if _, ok := u.game.engine.Option("Seed"); ok && setup.Seed != 0 {
		if err := u.game.engine.SetOption(ctx, "Seed", strconv.Itoa(setup.Seed)); err != nil {
			return err
		}
	}
	u.setup = setup
	u.game.Forget()
	_, err := u.game.SetUp(ctx, u.position(nil))
	return err
}

// Games are the games that the engine says it plays; nil when it does not say,
// since it knows only one.
func (u *UGI) Games() []string {
	o, _ := u.game.engine.Option("Game")
	return o.Choices
}

func (u *UGI) position(turns []string) Position {
	return Position{Game: u.setup.Game, Rules: u.setup.Rules, Start: u.setup.Start, Turns: turns}
}

// news are the lines that tell the engine the turns it does not know. A plain
// engine is told all of them before each search, as is the custom there.
func (u *UGI) news(turns []string) (lines []string) {
	g, to := u.game, u.position(turns)
	if g.engine.plain {
		lines = []string{to.line()}
	}
	for _, s := range g.held.path(to, g.engine.plain) {
		if !g.engine.plain {
			lines = append(lines, s.line)
		}
		g.held = s.then
	}
	return lines
}

// Go asks for a turn. See [Player]. What came before the engine says that it
// is ready belongs to nothing, such as a second answer to the search before.
func (u *UGI) Go(ctx context.Context, turns []string, limits Limits) (Answer, error) {
	e := u.game.engine
	if err := e.acquire(ctx); err != nil {
		return Answer{}, err
	}
	defer e.release()
	search := "go" + limits.ugi()
	request := Request{search, time.Now(), limits.GiveUpAfter}
	if err := e.proc.SendLines(ctx, append(u.news(turns), "isready", search)...); err != nil {
		return Answer{}, err
	}
	var answer Answer
	see := u.answer(&answer, request.Begun)
	if limits.StopAfter > 0 {
		err := e.proc.Await(ctx, Request{search, request.Begun, limits.StopAfter}, see)
		var late *TimeoutError
		if !errors.As(err, &late) {
			return answer, err
		}
		if err := e.proc.Send(ctx, "stop"); err != nil {
			return Answer{}, err
		}
	}
	return answer, e.proc.Await(ctx, request, see)
}

// answer reads the answer to a search that was begun then.
func (u *UGI) answer(to *Answer, begun time.Time) func(string, time.Time) (bool, error) {
	ready, scored := false, ""
	return func(line string, at time.Time) (bool, error) {
		if r, ok := ParseRefusal(line); ok {
			return true, r
		}
		if !ready {
			ready = strings.TrimSpace(line) == "readyok"
			return false, nil
		}
		if strings.HasPrefix(line, "info ") && strings.Contains(line, " score") {
			scored = line
		}
		best, ok, err := ParseBest(line)
		if ok {
			to.Token, to.Took = best.Move, at.Sub(begun)
		}
		if ok && scored != "" {
			to.Info, _ = ParseInfo(scored)
		}
		return ok, err
	}
}

// View asks for the engine's own result of the game.
func (u *UGI) View(ctx context.Context, turns []string) (string, error) {
	view, err := u.game.Query(ctx, u.position(turns), "result")
	if isUnknown(err) {
		return "", nil
	}
	return view, err
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
