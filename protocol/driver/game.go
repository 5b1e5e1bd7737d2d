package driver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/engine"
)

// Game is a game on an engine. It knows the position that the engine holds,
// and so sends no more than what leads from there to the next: a turn, or
// nothing at all. Whatever it does it does in one round trip, the questions
// about the outcome included.
//
// Of an engine without the option Game, which the additions to UGI ask for, it
// asks no more than kz04px's description has: `uginewgame`, `position … moves
// …` and `query`.
//
// It serves one goroutine. Whoever speaks to the engine otherwise, by more than
// questions, options and searches, calls Forget.
type Game struct {
	engine *Engine
	held   held
	// home is the FEN of the start position, as the engine wrote it when it was
	// last at the start of a game; empty at first.
	home string
}

// NewGame is the game on an engine, of which nothing is known yet. The engine
// still belongs to the caller.
func NewGame(e *Engine) *Game { return &Game{engine: e} }

// SetUpError is the refusal of a position.
type SetUpError struct{ Refusal *Refusal }

func (e *SetUpError) Error() string { return e.Refusal.Error() }
func (e *SetUpError) Unwrap() error { return e.Refusal }

// Engine is the engine behind the game.
func (g *Game) Engine() *Engine { return g.engine }

// Position is the last position that the engine is known to have held. The
// caller must not change its lists.
func (g *Game) Position() Position { return g.held.Position }

// Forget has the next request set the position up from its beginning, by
// newgame, after which the engine forgets what it found out about the game
// before.
func (g *Game) Forget() { g.held.known = nothing }

// Resume says that the engine holds a game with these rules already, at a position
// that is not known, so that it does not forget what it has found out about it.
func (g *Game) Resume(game, rules string) {
	g.held = held{Position{Game: game, Rules: rules, Start: StartPos}, theGame}
}

// SetUp goes to a position and asks about it. The error is a *SetUpError when
// the engine refuses the position; what it holds then, Position says.
func (g *Game) SetUp(ctx context.Context, p Position, ask ...Question) (State, error) {
	return g.Do(ctx, p, nil, ask...)
}

// Play plays turns, all or none, and asks. The error is a *Refusal when the
// engine refuses; then nothing has changed.
func (g *Game) Play(ctx context.Context, tokens string, ask ...Question) (State, error) {
	return g.Do(ctx, g.Position(), []Change{Turns(strings.Fields(tokens)...)}, ask...)
}

// Act is Play for one action, such as "place 0 2".
func (g *Game) Act(ctx context.Context, action string, ask ...Question) (State, error) {
	return g.Do(ctx, g.Position(), []Change{Action(action)}, ask...)
}

// Undo takes actions back. See Play.
func (g *Game) Undo(ctx context.Context, actions int, ask ...Question) (State, error) {
	return g.Do(ctx, g.Position(), []Change{Undo(actions)}, ask...)
}

// Do goes to a position, performs changes there and asks what came of it. The
// error is a *SetUpError when the engine refuses the position, and a *Refusal
// when it refuses a change.
func (g *Game) Do(ctx context.Context, from Position, changes []Change, ask ...Question) (State, error) {
	actions := slices.Clone(from.Pending)
	for _, c := range changes {
		if c.action != "" {
			actions = append(actions, c.action)
		}
	}
	if err := g.engine.checkActions(ctx, actions); err != nil {
		return State{}, err
	}
	plain := g.engine.plain
	steps := g.held.path(from, plain)
	setup, at := len(steps), g.held
	if setup > 0 {
		at = steps[setup-1].then
	}
	for _, c := range changes {
		s := at.change(c, plain)
		steps, at = append(steps, s), s.then
	}
	if at.known != allOfIt {
		ask = append(slices.Clip(ask), AskHistory, AskPending)
	}
	if !plain && at.start() == StartPos && Drawn(at.Rules) {
		ask = append(slices.Clip(ask), AskStart)
	}
	return g.run(ctx, steps, setup, ask)
}

// Begin starts a game by newgame: the words are its name and rules as
// key=value, all of which may be left out. The error is a *Refusal when the
// engine has no such game; then nothing has changed.
func (g *Game) Begin(ctx context.Context, words string, ask ...Question) (State, error) {
	then := held{Position{Start: StartPos}, allOfIt}
	line := strings.TrimSpace("newgame " + words)
	if g.engine.plain {
		line = "uginewgame"
	}
	return g.run(ctx, []step{{line, then}}, 0, append(slices.Clip(ask), AskGame, AskRules, AskStart, AskHistory, AskPending))
}

// Ask asks about the position that the engine holds.
func (g *Game) Ask(ctx context.Context, ask ...Question) (State, error) {
	return g.run(ctx, nil, 0, ask)
}

// run sends steps, the first of which set the position up, and questions.
func (g *Game) run(ctx context.Context, steps []step, setup int, ask []Question) (State, error) {
	ask = unique(ask)
	said, err := g.send(ctx, steps, setup, ask)
	if err != nil {
		return State{}, err
	}
	for _, q := range []Question{AskTurn, AskResult, AskHistory} {
		if _, ok := said[q]; !ok && slices.Contains(ask, q) {
			return State{}, fmt.Errorf("driver: %s does not answer query %s", g.engine.proc.Name(), q)
		}
	}
	state, err := parseState(said)
	if err != nil {
		g.Forget()
		return State{}, err
	}
	g.learn(&state, ask, said)
	return state, nil
}

// send performs steps and returns the answers to questions by question.
func (g *Game) send(ctx context.Context, steps []step, setup int, ask []Question) (map[Question]string, error) {
	var lines [][]string
	for _, s := range steps {
		lines = append(lines, []string{s.line})
	}
	var questions []string
	for _, q := range ask {
		questions = append(questions, "query "+string(q))
	}
	if len(questions) > 0 {
		lines = append(lines, questions)
	}
	if len(lines) == 0 {
		return nil, nil
	}
	answers, err := g.engine.exchange(ctx, lines...)
	if err != nil {
		g.Forget()
		return nil, err
	}
	if err := g.walk(steps, setup, answers); err != nil || len(ask) == 0 {
		return nil, err
	}
	if said := parseAnswers(ask, answers[len(steps)]); said != nil {
		return said, nil
	}
	return g.askEach(ctx, ask, questions)
}

// walk takes note of the steps that the engine has accepted. What comes of the
// steps behind a refused one is not known.
func (g *Game) walk(steps []step, setup int, answers [][]string) error {
	for i, s := range steps {
		refusal := firstRefusal(answers[i])
		if refusal == nil {
			g.held = s.then
			continue
		}
		if i < len(steps)-1 {
			g.Forget()
		}
		if i < setup {
			return &SetUpError{refusal}
		}
		return refusal
	}
	return nil
}

// askEach asks questions so that each answer is known to belong to its
// question, for engines that do not answer all.
func (g *Game) askEach(ctx context.Context, ask []Question, questions []string) (map[Question]string, error) {
	var lines [][]string
	for _, q := range questions {
		lines = append(lines, []string{q})
	}
	answers, err := g.engine.exchange(ctx, lines...)
	if err != nil {
		g.Forget()
		return nil, err
	}
	said := map[Question]string{}
	for i, q := range ask {
		maps.Copy(said, parseAnswers([]Question{q}, answers[i]))
	}
	return said, nil
}

// learn takes note of what the engine said about the position it holds, and
// completes the state with what is known without asking.
func (g *Game) learn(s *State, ask []Question, said map[Question]string) {
	h := &g.held
	if said[AskGame] != "" {
		h.Game = s.Game
	}
	if said[AskRules] != "" {
		h.Rules = s.Rules
	}
	if fen := s.Start; fen != "" {
		atHome := h.known != nothing && h.start() == StartPos
		if g.home == "" || atHome {
			g.home = fen
		}
		if fen == g.home && !Drawn(h.Rules) && (atHome || h.known == nothing) {
			s.Start = StartPos
		}
		h.Start = s.Start
	}
	h.Start = h.start()
	// An engine that was asked for a turn that has begun, and does not answer,
	// has none.
	pending := slices.Contains(ask, AskPending)
	if _, ok := said[AskHistory]; ok && (pending || h.known == allOfIt && len(h.Pending) == 0) {
		h.Turns, h.Pending = s.Turns, s.Pending
		if h.known == theGame || said[AskGame] != "" && said[AskStart] != "" {
			h.known = allOfIt
		}
	}
	if h.known == allOfIt {
		s.Position = h.Position
	}
	s.Start, s.Turns, s.Pending = h.Start, notNil(s.Turns), notNil(s.Pending)
}

func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Query asks `query WHAT` about a position and returns what follows
// `response`. See Engine.Query.
func (g *Game) Query(ctx context.Context, p Position, what string) (string, error) {
	if err := g.engine.checkActions(ctx, p.Pending); err != nil {
		return "", err
	}
	steps := g.held.path(p, g.engine.plain)
	var lines [][]string
	for _, s := range steps {
		lines = append(lines, []string{s.line})
	}
	answers, err := g.engine.exchange(ctx, append(lines, []string{"query " + what})...)
	if err != nil {
		g.Forget()
		return "", err
	}
	if err := g.walk(steps, len(steps), answers); err != nil {
		return "", err
	}
	return g.engine.response(what, answers[len(steps)])
}

// Board returns the board of a state as a person reads it. From an engine that
// did not answer AskDiagram it is what `show` prints now, without styles.
func (g *Game) Board(ctx context.Context, s State) (engine.Diagram, error) {
	var d engine.Diagram
	if json.Unmarshal(s.Diagram, &d) == nil && d != nil {
		return d, nil
	}
	lines, err := g.engine.Ask(ctx, "show")
	for _, l := range lines {
		d = append(d, []engine.Span{{Text: l}})
	}
	return d, err
}

// IsRefusal says whether an error is an engine's refusal, after which the
// engine goes on.
func IsRefusal(err error) bool {
	var r *Refusal
	return errors.As(err, &r)
}
