package protocol

import (
	"errors"
	"math/rand/v2"
	"strings"

	"quadrille/ai"
	"quadrille/engine"
)

// Session is a game in progress with the options of the engine and one bot a
// game. It serves one goroutine at a time; the positions that it hands out are
// immutable and may be used anywhere.
type Session struct {
	games     []engine.Game
	factories []ai.Factory
	bots      map[string]ai.Bot
	options   *options
	seed      uint64 // of the present game, never 0
	chosen    bool   // somebody chose the present game; before, it is only the first of the list

	// steps holds the start of the game and the position after each action.
	steps []engine.Position
}

// NewSession returns a session at the start of the first game. It needs at
// least one game, and a factory for each game that is to be searched.
func NewSession(games []engine.Game, factories []ai.Factory) (*Session, error) {
	s := &Session{games: games, factories: factories, bots: map[string]ai.Bot{}}
	s.options = newOptions(games)
	err := s.Restart()
	s.chosen = false
	return s, err
}

// Game returns the game with the given name, in capitals or not.
func (s *Session) Game(name string) (engine.Game, error) {
	for _, g := range s.games {
		if strings.EqualFold(g.Name(), name) {
			return g, nil
		}
	}
	return nil, refuse(NoGame, "no game %s; there are: %s", quote(name), strings.Join(gameNames(s.games), " "))
}

// Games returns the games in their order.
func (s *Session) Games() []engine.Game { return s.games }

// Position returns the present position.
func (s *Session) Position() engine.Position { return s.steps[len(s.steps)-1] }

// Start returns the position at which the present game began.
func (s *Session) Start() engine.Position { return s.steps[0] }

// Bot returns the bot of a game, made when it is first asked for.
func (s *Session) Bot(game string) (ai.Bot, error) {
	if bot := s.bots[game]; bot != nil {
		return bot, nil
	}
	bot, err := s.FreshBot(game)
	if err == nil {
		s.bots[game] = bot
	}
	return bot, err
}

// FreshBot returns a bot that shares nothing with the session's own.
func (s *Session) FreshBot(game string) (ai.Bot, error) {
	for _, f := range s.factories {
		if f.Game == game {
			return f.New(), nil
		}
	}
	return nil, refuse(NoGame, "there is no player for %s yet", game)
}

// Restart goes to the start position of the game in option Game under the
// current rules, and makes its bot forget what it knows.
func (s *Session) Restart() error {
	start, err := s.startPosition()
	if err != nil {
		return err
	}
	s.begin(start)
	return nil
}

// NewGame chooses a game ("" for the present one) and its rules, unnamed
// options taking their defaults, and goes to its start. On an error nothing
// changes.
func (s *Session) NewGame(name string, rules engine.Rules) error {
	if name == "" {
		name = s.options.game
	}
	game, err := s.Game(name)
	if err != nil {
		return err
	}
	resolved, err := engine.ResolveRules(game.Options(), rules)
	if err != nil {
		return err
	}
	start, err := game.New(resolved, s.drawSeed())
	if err != nil {
		return err
	}
	s.options.game = game.Name()
	s.options.rules[game.Name()] = resolved
	s.begin(start)
	return nil
}

func (s *Session) begin(start engine.Position) {
	s.steps = []engine.Position{start}
	s.seed, s.chosen = s.drawSeed(), true
	if bot := s.bots[start.Game().Name()]; bot != nil {
		bot.Reset()
	}
}

// drawSeed returns the option Seed or, when that is 0, a number of its own.
func (s *Session) drawSeed() uint64 {
	if s.options.seed != 0 {
		return uint64(s.options.seed)
	}
	return rand.Uint64() | 1
}

// startPosition returns the start of the game in option Game.
func (s *Session) startPosition() (engine.Position, error) {
	game, err := s.Game(s.options.game)
	if err != nil {
		return nil, err
	}
	return game.New(s.options.rules[game.Name()], s.drawSeed())
}

// SetPosition goes to the start position, or to the FEN when it is not empty,
// and plays the tokens from there. On an error nothing changes.
func (s *Session) SetPosition(fen string, tokens []string) error {
	start, err := s.startPosition()
	if err != nil {
		return err
	}
	if fen != "" {
		game := start.Game()
		if start, err = game.ParseFEN(fen, s.options.rules[game.Name()]); err != nil {
			return err
		}
	}
	steps, err := playTokens(start, tokens)
	if err != nil {
		return err
	}
	s.steps, s.chosen = append([]engine.Position{start}, steps...), true
	return nil
}

// Play plays tokens from the present position, all or none.
func (s *Session) Play(tokens []string) error {
	steps, err := playTokens(s.Position(), tokens)
	if err != nil {
		return err
	}
	s.steps = append(s.steps, steps...)
	return nil
}

// PlayTurns plays tokens from the present position, all or none. Unlike Play it
// takes no transcripts, and its error is the game's own.
func (s *Session) PlayTurns(tokens ...string) error {
	steps, err := playEach(s.Position(), tokens, engine.PlayActions)
	s.steps = append(s.steps, steps...)
	return err
}

// playEach plays tokens one after another and returns the position after each
// of their actions.
func playEach(p engine.Position, tokens []string, play func(engine.Position, string) ([]engine.Position, error)) ([]engine.Position, error) {
	var steps []engine.Position
	for _, token := range tokens {
		next, err := play(p, token)
		if err != nil {
			return nil, err
		}
		steps = append(steps, next...)
		p = steps[len(steps)-1]
	}
	return steps, nil
}

// playTokens is playEach for what a user wrote; the error says which token it
// is about.
func playTokens(p engine.Position, tokens []string) ([]engine.Position, error) {
	n := 0
	return playEach(p, tokens, func(p engine.Position, token string) ([]engine.Position, error) {
		n++
		next, err := playWord(p, token)
		if err != nil {
			e := asError(err)
			err = refuse(e.Code, "move %d, %s: %s", n, quote(token), e.Text)
		}
		return next, err
	})
}

// playWord plays a token, in capitals or not, or, where the game has such a
// notation, a transcript of several turns written as one word.
func playWord(p engine.Position, word string) ([]engine.Position, error) {
	steps, err := inSmallLetters(word, func(token string) ([]engine.Position, error) { return engine.PlayActions(p, token) })
	if err == nil || errors.Is(err, engine.ErrOver) {
		return steps, err
	}
	if transcriber, ok := p.(engine.Transcriber); ok {
		if tokens, ok := transcriber.Tokens(word); ok {
			return playTranscript(p, tokens)
		}
	}
	return nil, err
}

// playTranscript is playEach for the turns that a word means; the error says
// which turn it is about.
func playTranscript(p engine.Position, tokens []string) ([]engine.Position, error) {
	n := 0
	return playEach(p, tokens, func(p engine.Position, token string) ([]engine.Position, error) {
		n++
		next, err := engine.PlayActions(p, token)
		if err != nil && len(tokens) > 1 {
			e := asError(err)
			err = refuse(e.Code, "turn %d of it: %s", n, e.Text)
		}
		return next, err
	})
}

// inSmallLetters plays what a user wrote. Games write their turns in small
// letters, so what is refused as it stands is tried in these, and the error is
// about these.
func inSmallLetters[P any](written string, play func(string) (P, error)) (P, error) {
	next, err := play(written)
	if small := strings.ToLower(written); err != nil && small != written {
		return play(small)
	}
	return next, err
}

// Act performs one action, its arguments in capitals or not.
func (s *Session) Act(a engine.Action) error {
	next, err := inSmallLetters(strings.Join(a.Args, " "), func(args string) (engine.Position, error) {
		return s.Position().Act(engine.Action{Verb: a.Verb, Args: strings.Fields(args)})
	})
	if err != nil {
		return err
	}
	s.steps = append(s.steps, next)
	return nil
}

// Undo takes n actions back.
func (s *Session) Undo(n int) error {
	if most := len(s.steps) - 1; n < 1 || n > most {
		if most == 0 {
			return refuse(BadArgument, "there is nothing to undo")
		}
		return refuse(BadArgument, "undo takes a number from 1 to %d, the actions played so far", most)
	}
	s.steps = s.steps[:len(s.steps)-n]
	return nil
}

// History returns the tokens of the turns played so far, the last of them
// unfinished when a turn is pending.
func (s *Session) History() []string {
	var tokens []string
	for i, p := range s.steps[1:] {
		if len(p.Pending()) == 0 || i == len(s.steps)-2 {
			tokens = append(tokens, p.Token())
		}
	}
	return tokens
}

// Settings returns what a search is to know of the options.
func (s *Session) Settings() ai.Settings {
	settings := s.options.settings
	settings.Seed = s.seed
	if s.options.seed != 0 {
		settings.Seed = uint64(s.options.seed)
	}
	return settings
}

// Search is a search of a session, made ready by Prepare. It may be run on any
// goroutine while the session is left alone, and ends soon after its control is stopped.
type Search func(ctl *ai.Control, report func(ai.Info)) ai.Best

// Prepare returns a search of the present position by the bot of its game. The
// game must not be over, and the SearchMoves must be legal.
func (s *Session) Prepare(l ai.Limits) (Search, error) {
	pos, settings := s.Position(), s.Settings()
	bot, err := s.Bot(pos.Game().Name())
	if err != nil {
		return nil, err
	}
	l.SearchMoves = withoutRepeats(l.SearchMoves)
	return func(ctl *ai.Control, report func(ai.Info)) ai.Best {
		return bot.Search(ctl, pos, l, settings, report)
	}, nil
}

// Ready has the bot of the game make ready what its first search needs, so that
// the search's time is the search's own. A game that nobody chose costs nothing, nor
// does one that will not be searched, as the option Prepare says.
func (s *Session) Ready() {
	if !s.chosen || !s.options.prepare {
		return
	}
	pos := s.Position()
	if bot, err := s.Bot(pos.Game().Name()); err == nil {
		bot.Ready(pos, s.Settings())
	}
}

// Solving is a solving of a game by a session, made ready by PrepareSolving. It may be
// run as a Search may. The error says why the solution could not be kept.
type Solving func(ctl *ai.Control, report func(ai.Info)) error

// PrepareSolving returns a solving of the present game, or nil where its bot solves
// nothing.
func (s *Session) PrepareSolving() Solving {
	bot, pos, settings := s.solver(), s.Position(), s.Settings()
	if bot == nil {
		return nil
	}
	return func(ctl *ai.Control, report func(ai.Info)) error { return bot.Solve(ctl, pos, settings, report) }
}

// Solved says how much of the solving of the present game is done, as ai.Solver does.
// It may be called during a search.
func (s *Session) Solved() (done int, solvable bool) {
	if bot := s.solver(); bot != nil {
		return bot.Solved(s.Position())
	}
	return 0, false
}

// InBook says how many of the game's turns, from the first on, led to positions of
// the book of its bot. It is not ok where the bot has no book of games that begin as
// this one. It may be called during a search.
func (s *Session) InBook() (turns int, ok bool) {
	bot, err := s.Bot(s.Position().Game().Name())
	if err != nil {
		return 0, false
	}
	reader, ok := bot.(ai.Reader)
	if !ok || !reader.InBook(s.Start()) {
		return 0, false
	}
	for _, pos := range s.steps[1:] {
		if len(pos.Pending()) > 0 {
			continue
		}
		if !reader.InBook(pos) {
			break
		}
		turns++
	}
	return turns, true
}

// solver is the bot of the present game, or nil if that solves nothing.
func (s *Session) solver() ai.Solver {
	pos := s.Position()
	bot, err := s.Bot(pos.Game().Name())
	if err != nil {
		return nil
	}
	solver, ok := bot.(ai.Solver)
	if !ok {
		return nil
	}
	if _, solvable := solver.Solved(pos); !solvable {
		return nil
	}
	return solver
}

// SetOption gives an option of the `ugi` list a value. On an error the old
// value stays.
func (s *Session) SetOption(name, value string) error { return s.options.Set(name, value) }

// Steps is the number of actions that were played since the start.
func (s *Session) Steps() int { return len(s.steps) - 1 }
