package analyse

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"quadrille/cmd/client/judge"
	"quadrille/protocol/driver"
)

// DefaultLimits bound a search that nobody bounded otherwise.
const DefaultLimits = "movetime 500"

// Config is how a game is looked at.
type Config struct {
	Limits string // as behind `go`, such as "movetime 500"
	judge.Config
}

// Report is an analysis.
type Report struct {
	*judge.Report
	Names  []string `json:"names"`  // who plays the seats, "" when not known
	Engine string   `json:"engine"` // its name
	Limits string   `json:"limits"` // as behind `go`
	// Positions are those before each turn and behind the last.
	Positions []Position `json:"positions"`
}

// Position is how the board looked.
type Position struct {
	FEN     string          `json:"fen"`
	Diagram json.RawMessage `json:"diagram"` // as `query diagram` answers
}

// Run judges every turn. When the context ends, the turns that were done are
// in the report, and the error is nil.
func Run(ctx context.Context, e *driver.Engine, s Source, c Config) (*Report, error) {
	p := &process{game: driver.NewGame(e), limits: c.Limits}
	end, err := p.end(s)
	if err != nil {
		return nil, err
	}
	found, err := judge.Run(ctx, p, end, c.Config)
	if err != nil {
		return nil, err
	}
	r := &Report{Report: found, Engine: e.Name(), Limits: c.Limits, Positions: p.seen}
	for _, seat := range end.Seats() {
		r.Names = append(r.Names, s.Names[seat])
	}
	return r, nil
}

// process is one engine process as a judge. It keeps how the board looked.
type process struct {
	game   *driver.Game
	limits string
	seen   []Position
}

// The engine is given its own time for everything but a search, whatever
// becomes of the context, so that it can be spoken to afterwards.
var always = context.Background()

// end goes through the whole game once, which makes sure that it can be played.
func (p *process) end(s Source) (driver.State, error) {
	game := driver.Position{Game: s.Game, Rules: s.Rules, Start: s.Start, Turns: s.Turns}
	if game.Game == "" {
		first, err := p.game.Ask(always, driver.AskGame)
		if err != nil {
			return driver.State{}, err
		}
		game.Game = first.Game
	}
	return p.game.SetUp(always, game, append(driver.Summary(), driver.AskOpening, driver.AskBook)...)
}

// At implements judge.Engine.
func (p *process) At(at driver.Position) (driver.State, error) {
	state, err := p.game.SetUp(always, at, driver.AskTurn, driver.AskResult, driver.AskLegal, driver.AskFEN, driver.AskDiagram)
	if err != nil {
		return state, err
	}
	board, err := p.game.Board(always, state)
	if err != nil {
		return state, err
	}
	// Written anew, so that nothing but a diagram gets into a page.
	clean, err := json.Marshal(board)
	p.seen = append(p.seen, Position{FEN: state.FEN, Diagram: clean})
	return state, err
}

// HasLines implements judge.Engine.
func (p *process) HasLines() bool {
	_, ok := p.game.Engine().Option("MultiPV")
	return ok
}

// Search implements judge.Engine. The position is the one that the engine is at.
func (p *process) Search(ctx context.Context, _ driver.Position, s judge.Search, report func(driver.Info)) (string, error) {
	engine, words := p.game.Engine(), p.limits
	if s.Lines > 1 {
		if err := engine.SetOption(always, "MultiPV", fmt.Sprint(s.Lines)); err != nil {
			return "", err
		}
		defer engine.SetOption(always, "MultiPV", "1")
	}
	if len(s.Only) > 0 {
		words += " searchmoves " + strings.Join(s.Only, " ")
	}
	best, err := engine.Go(ctx, words, report)
	return best.Move, err
}
