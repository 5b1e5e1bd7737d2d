package host

import (
	"context"
	"errors"
	"sync"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// Solution says how the solving of a game stands, from whose solution engines of
// full strength play.
type Solution struct {
	Stage Stage `json:"stage"`
	Done  int   `json:"done"` // thousandths
	// Others is whether it goes on for others though who asked has stopped it.
	Others bool `json:"others,omitempty"`
	// Why is why it failed; nil in every other stage.
	Why *Error `json:"why,omitempty"`
}

// Stage is how far a solution is.
type Stage string

// The stages.
const (
	Unsolved Stage = "none"    // nobody has wanted it, or the engine solves no such game
	Solving  Stage = "solving" // or it waits until another game is solved
	Stopped  Stage = "stopped" // by all who wanted it
	Failed   Stage = "failed"
	Solved   Stage = "solved" // and kept for all engines
)

// Why a solving may have failed, besides Unavailable.
const (
	NotKept  Kind = "not-kept"  // what was solved could not be written
	NoMemory Kind = "no-memory" // this machine has too little for it
)

// ErrUnwanted says that no games are solved here, and nobody need know.
var ErrUnwanted = errors.New("host: no games are solved here")

// solutions are what is known of the solutions of games.
type solutions struct {
	turn chan struct{} // holds a value while a game is being solved, one at a time

	mu sync.Mutex
	of map[string]*solution // by game and rules
}

// solution is that of a game under some rules.
type solution struct {
	start   driver.Position
	told    Solution
	begun   bool               // somebody has wanted it
	cancel  context.CancelFunc // of the solving under way, or nil
	stops   bool               // that was told to stop
	again   bool               // and is wanted after all
	wishes  map[string]bool    // by client: whether it wants this solved, or has stopped it
	readers map[chan Solution]struct{}
}

// maxWishes is of how many clients a solution remembers what they want; others neither
// hold it up nor are held to it.
const maxWishes = 10_000

// wish notes what a client wants. The lock is held.
func (s *solution) wish(client string, on bool) {
	if _, known := s.wishes[client]; known || len(s.wishes) < maxWishes {
		s.wishes[client] = on
	}
}

// wanted says whether any client wants it. The lock is held.
func (s *solution) wanted() bool {
	for _, on := range s.wishes {
		if on {
			return true
		}
	}
	return false
}

func newSolutions() solutions {
	return solutions{turn: make(chan struct{}, 1), of: map[string]*solution{}}
}

// find is the solution of a game. The lock is held.
func (all *solutions) find(game string, rules map[string]string) *solution {
	start := driver.Position{Game: game, Rules: ruleWords(rules)}
	s := all.of[gameWords(start)]
	if s == nil {
		s = &solution{start: start, told: Solution{Stage: Unsolved}, wishes: map[string]bool{}, readers: map[chan Solution]struct{}{}}
		all.of[gameWords(start)] = s
	}
	return s
}

// tell tells the readers how a solution stands.
func (all *solutions) tell(s *solution, now Solution) {
	all.mu.Lock()
	defer all.mu.Unlock()
	s.tell(now)
}

func (s *solution) tell(now Solution) {
	s.told = now
	for r := range s.readers {
		renew(r, now)
	}
}

// solved ends a solving, of which something has come.
func (h *Host) solved(s *solution, now Solution) {
	h.solutions.mu.Lock()
	defer h.solutions.mu.Unlock()
	s.cancel()
	s.cancel = nil
	if s.again && now.Stage == Stopped {
		h.startSolving(s)
		return
	}
	if now.Stage != Stopped {
		clear(s.wishes)
	}
	s.tell(now)
}

// startSolving has a game solved in the background. The lock is held.
func (h *Host) startSolving(s *solution) {
	ctx, cancel := context.WithCancel(h.ctx)
	s.begun, s.cancel, s.stops, s.again = true, cancel, false, false
	if !h.spawn(func() { h.solved(s, h.solve(ctx, s)) }) {
		s.cancel = nil
		cancel()
	}
}

// wantSolved has a game solved in the background for a client, unless that was wanted
// before, or the client has stopped it; with again also where it has, or it has failed.
func (h *Host) wantSolved(game string, rules map[string]string, client string, again bool) {
	all := &h.solutions
	all.mu.Lock()
	defer all.mu.Unlock()
	s := all.find(game, rules)
	_, before := s.wishes[client]
	begins := again || !before
	switch {
	case s.cancel != nil:
		s.again = s.again || begins && s.stops
	case s.told.Stage != Solved && (again || !s.begun || begins && s.told.Stage == Stopped):
		h.startSolving(s)
	}
	if begins && s.cancel != nil {
		s.wish(client, true)
	}
}

// wantsSolution has the game solved where an engine plays that is as strong as it can.
func (h *Host) wantsSolution(g *game, s *State) {
	if s.Over() || g.head.Still {
		return
	}
	for _, seat := range g.head.Seats {
		if seat.Kind == string(Engine) && seat.Engine == "" && level(seat.Level) == engine.MaxLevel {
			h.wantSolved(s.Game, s.Rules, g.client, false)
			return
		}
	}
}

// wantsPerfection has the game solved that an engine is to search, also when it was
// solved and the engine cannot find the solution: somebody has deleted it, or it was
// damaged.
func (h *Host) wantsPerfection(ctx context.Context, u *unit, client, game string, rules map[string]string) error {
	if !u.away && h.isSolved(game, rules) { // what another machine has solved says nothing of this one
		done, err := solvedSoFar(ctx, u.Game)
		if err != nil {
			return err
		}
		if done < driver.SolvedWhole {
			h.unsolve(game, rules)
		}
	}
	h.wantSolved(game, rules, client, false)
	return nil
}

// isSolved says whether a game is told to be solved.
func (h *Host) isSolved(game string, rules map[string]string) bool {
	h.solutions.mu.Lock()
	defer h.solutions.mu.Unlock()
	return h.solutions.find(game, rules).told.Stage == Solved
}

// unsolve makes a game unsolved again.
func (h *Host) unsolve(game string, rules map[string]string) {
	h.solutions.mu.Lock()
	defer h.solutions.mu.Unlock()
	h.solutions.find(game, rules).forget()
}

// solve solves a game, unless there is nothing to do, and returns what has come of
// it.
func (h *Host) solve(ctx context.Context, s *solution) Solution {
	done, err := h.howSolved(ctx, s.start)
	switch {
	case err == nil && done == driver.Unsolvable:
		return Solution{Stage: Unsolved}
	case err == nil && done < driver.SolvedWhole:
		h.solutions.tell(s, Solution{Stage: Solving, Done: int(done)})
		done, err = h.solveNow(ctx, s)
	}
	switch {
	case errors.Is(err, ErrUnwanted):
		return Solution{Stage: Unsolved}
	case err == nil && done == driver.SolvedWhole: // though it may have been stopped too late
		return Solution{Stage: Solved, Done: int(done)}
	case ctx.Err() != nil:
		return Solution{Stage: Stopped, Done: max(0, int(done))}
	}
	h.config.Log.Warn("a game could not be solved", "game", s.start.Game, "rules", s.start.Rules, "error", err)
	return Solution{Stage: Failed, Why: unsolved(err)}
}

// unsolved is what people are told of a solving that failed.
func unsolved(err error) *Error {
	var own *Error
	var refused *driver.Refusal
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &refused) && refused.Code == string(NotKept):
		return &Error{Kind: NotKept, Text: refused.Text}
	}
	return Refuse(Unavailable, "the engine failed to solve the game")
}

// howSolved asks how much of a game is solved.
func (h *Host) howSolved(ctx context.Context, start driver.Position) (done driver.Solved, err error) {
	err = h.consult(ctx, gameWords(start), func(g *driver.Game) error {
		done = driver.Unsolvable
		if _, can := g.Engine().Option(solveOption); !can {
			return nil
		}
		_, err := g.SetUp(ctx, start)
		if err != nil {
			return err
		}
		done, err = solvedSoFar(ctx, g)
		return err
	})
	return done, err
}

// solvedSoFar asks an engine how much of its game is solved.
func solvedSoFar(ctx context.Context, g *driver.Game) (driver.Solved, error) {
	word, err := g.Engine().Query(ctx, "solved")
	if err != nil {
		return driver.Unsolvable, err
	}
	return driver.ParseSolved(word)
}

// solveOption is the option of engines that solve games, which those that search here
// have off: a game is solved once, and not by each of them.
const solveOption = "Solve"

// solveNow has an engine of its own solve a game, when no other game is being solved.
func (h *Host) solveNow(ctx context.Context, s *solution) (driver.Solved, error) {
	if h.config.MaySolve != nil {
		if err := h.config.MaySolve(); err != nil {
			return 0, err
		}
	}
	select {
	case h.solutions.turn <- struct{}{}:
		defer func() { <-h.solutions.turn }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	e, err := withoutSearches(ctx, h.config.Open)
	if err != nil {
		return 0, err
	}
	defer e.Close()
	background(e.Process())
	if _, err := driver.NewGame(e).SetUp(ctx, s.start); err != nil {
		return 0, err
	}
	return e.Solve(ctx, func(i driver.Info) {
		if i.Solving > 0 {
			h.solutions.tell(s, Solution{Stage: Solving, Done: i.Solving})
		}
	})
}

// Solution returns a channel that has how the solution of a game stands at once and
// when that changes, as Subscribe does.
func (h *Host) Solution(ctx context.Context, id string) (<-chan Solution, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	state := g.state.Load()
	g.release()
	return h.followSolution(ctx, state.Standing)
}

// SolutionOf is Solution for a game that nobody plays: of a position only the game and
// the rules count.
func (h *Host) SolutionOf(ctx context.Context, p Position) (<-chan Solution, error) {
	standing, err := h.Look(ctx, p, Change{})
	if err != nil {
		return nil, err
	}
	return h.followSolution(ctx, standing)
}

func (h *Host) followSolution(ctx context.Context, of Standing) (<-chan Solution, error) {
	all := &h.solutions
	r := make(chan Solution, 1)
	all.mu.Lock()
	s := all.find(of.Game, of.Rules)
	r <- s.told
	s.readers[r] = struct{}{}
	all.mu.Unlock()
	return r, h.atEnd(ctx, func() {
		all.mu.Lock()
		defer all.mu.Unlock()
		delete(s.readers, r)
		close(r)
	})
}

// Solve has a game solved in the background, or stops that, unless other clients want it
// too. Token is that of a seat, where seats are guarded.
func (h *Host) Solve(ctx context.Context, id string, on bool, token string) (Solution, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return Solution{}, err
	}
	state, err := g.state.Load(), g.member(token)
	g.release()
	if err != nil {
		return Solution{}, err
	}
	return h.solveOrStop(state.Standing, clientOf(ctx), on), nil
}

// SolveOf is Solve for a game that nobody plays: of a position only the game and the
// rules count.
func (h *Host) SolveOf(ctx context.Context, p Position, on bool) (Solution, error) {
	standing, err := h.Look(ctx, p, Change{})
	if err != nil {
		return Solution{}, err
	}
	return h.solveOrStop(standing, clientOf(ctx), on), nil
}

func (h *Host) solveOrStop(of Standing, client string, on bool) Solution {
	if on {
		h.wantSolved(of.Game, of.Rules, client, true)
	}
	h.solutions.mu.Lock()
	defer h.solutions.mu.Unlock()
	s := h.solutions.find(of.Game, of.Rules)
	now := s.told
	if !on && s.cancel != nil {
		s.wish(client, false)
		if now.Others = s.wanted(); !now.Others {
			s.cancel()
			s.stops, s.again = true, false
		}
	}
	return now
}

// ForgetSolutions makes all games unsolved again, after their solutions were deleted.
// Those that are being solved go on.
func (h *Host) ForgetSolutions() {
	h.solutions.mu.Lock()
	defer h.solutions.mu.Unlock()
	for _, s := range h.solutions.of {
		s.forget()
	}
}

// forget makes a game unsolved again, unless it is being solved. The lock is held.
func (s *solution) forget() {
	if s.cancel == nil {
		s.begun = false
		clear(s.wishes)
		s.tell(Solution{Stage: Unsolved})
	}
}
