package api_test

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"

	"quadrille/cmd/client/judge"
	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// fakeGames has one game, "game", in which nothing is refused but what it is
// told to refuse. Its searches do what a test says.
type fakeGames struct {
	refuse error // of every method
	search func(ctx context.Context, w host.Watch) (host.Reply, error)
	goOn   chan struct{} // what a review waits for after its first turn

	mu       sync.Mutex
	state    host.State
	readers  map[chan host.State]bool
	last     any // what the last change asked for
	watching int
	solution host.Solution
}

// standing is how everything stands.
var standing = host.Standing{
	Game: "fake", Title: "Fake", Rules: map[string]string{"size": "3"}, Start: "startpos", Names: []string{"Red", "Blue"}, Colours: driver.OneEach([]string{"Red", "Blue"}),
	Turn: "p1", Phase: "play", Result: "none", Reason: "none", Scores: []int{0, 0}, Legal: []string{"a"},
	Turns: []string{}, Pending: []string{}, FEN: "x", Position: json.RawMessage(`{}`),
	Diagram: json.RawMessage(`[[{"t":"x","s":"p1"}]]`), Lists: []string{},
}

func newFake() *fakeGames {
	return &fakeGames{
		readers: map[chan host.State]bool{}, goOn: closed(), solution: host.Solution{Stage: host.Unsolved},
		state: host.State{
			ID: "game", Standing: standing,
			Seats:   []host.Seat{{Kind: host.Person}, {Kind: host.Engine, Level: 3}},
			Created: time.Unix(0, 0).UTC(), Updated: time.Unix(0, 0).UTC(),
		},
	}
}

// closed is a channel that nobody waits for.
func closed() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

func (f *fakeGames) find(id string) error {
	if f.refuse != nil {
		return f.refuse
	}
	if id != "game" {
		return host.Refuse(host.NotFound, "no game %q", id)
	}
	return nil
}

// change makes a new version and tells the readers.
func (f *fakeGames) change(id string, what any) (host.State, error) {
	if err := f.find(id); err != nil {
		return host.State{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = what
	f.state.Version++
	for r := range f.readers {
		select { // only the newest is kept
		case <-r:
		default:
		}
		r <- f.state
	}
	return f.state, nil
}

func (f *fakeGames) Catalogue(context.Context) ([]host.GameInfo, error) {
	two := 2
	return []host.GameInfo{{Name: "fake", Title: "Fake", Players: 2, Names: []string{"Red", "Blue"},
		Options: []host.Option{{Name: "size", Type: "spin", Default: "3", Min: &two}}}}, f.refuse
}

func (f *fakeGames) Create(_ context.Context, s host.Spec) (host.State, []string, error) {
	state, err := f.change("game", s)
	if err != nil || !s.Tokens {
		return state, nil, err
	}
	return state, []string{"secret", ""}, nil
}

func (f *fakeGames) State(_ context.Context, id string) (host.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.state, f.find(id)
}

func (f *fakeGames) StateAt(_ context.Context, id string, turns int) (host.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.state
	s.At = &turns
	return s, f.find(id)
}

func (f *fakeGames) Listed(_ context.Context, heading, from string, limit int) (host.Listings, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = []any{heading, from, limit}
	return host.Listings{Games: []host.Listing{{ID: "game", Standing: "open", Game: "fake", Rules: standing.Rules, Result: "none",
		Seats: []host.Seat{{Kind: host.Person, Name: "Ann", Guarded: true}, {Kind: host.Open}}, Watching: 2}}, Next: "x"}, f.refuse
}

func (f *fakeGames) Join(_ context.Context, id, seat, name, token string) (host.Joined, error) {
	s, err := f.change(id, []string{"join", seat, name, token})
	return host.Joined{State: s, Seat: "p2", Token: "secret"}, err
}

func (f *fakeGames) Leave(_ context.Context, id, seat, token string) (host.State, error) {
	return f.change(id, []string{"leave", seat, token})
}

// Attend says how many watch, if anybody does.
func (f *fakeGames) Attend(ctx context.Context, id string, r host.Reader) (<-chan int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = r
	c := make(chan int, 1)
	if f.watching > 0 {
		c <- f.watching
	}
	context.AfterFunc(ctx, func() { close(c) })
	return c, f.find(id)
}

// Solution says that the game is being solved, once somebody has asked for it.
func (f *fakeGames) Solution(ctx context.Context, id string) (<-chan host.Solution, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c := make(chan host.Solution, 1)
	c <- f.solution
	context.AfterFunc(ctx, func() { close(c) })
	return c, f.find(id)
}

// SolutionOf and SolveOf take a position for the game.
func (f *fakeGames) SolutionOf(ctx context.Context, p host.Position) (<-chan host.Solution, error) {
	f.mu.Lock()
	f.last = p
	f.mu.Unlock()
	return f.Solution(ctx, "game")
}

func (f *fakeGames) SolveOf(ctx context.Context, p host.Position, on bool) (host.Solution, error) {
	now, err := f.Solve(ctx, "game", on, "")
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = []any{p, on}
	return now, err
}

func (f *fakeGames) Solve(_ context.Context, id string, on bool, token string) (host.Solution, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = []any{on, token}
	f.solution = host.Solution{Stage: host.Solving, Done: 250}
	return f.solution, f.find(id)
}

func (f *fakeGames) Act(_ context.Context, id string, c host.Change) (host.State, error) {
	return f.change(id, c)
}

func (f *fakeGames) Undo(_ context.Context, id string, u host.Undo) (host.State, error) {
	if err := u.Check(); err != nil {
		return host.State{}, err
	}
	return f.change(id, u)
}

func (f *fakeGames) Restart(_ context.Context, id, token string) (host.State, error) {
	return f.change(id, "restart "+token)
}

func (f *fakeGames) Answer(_ context.Context, id string, agree bool, c host.Change) (host.State, error) {
	return f.change(id, []any{agree, c})
}

func (f *fakeGames) OfferDraw(_ context.Context, id string, c host.Change) (host.State, error) {
	return f.change(id, c)
}

// Rematch is made once.
func (f *fakeGames) Rematch(_ context.Context, id, token string) (host.State, bool, error) {
	made := f.state.Later == ""
	f.state.Later = "later"
	s, err := f.change(id, "rematch "+token)
	return s, made, err
}

func (f *fakeGames) Resign(_ context.Context, id, seat, token string) (host.State, error) {
	return f.change(id, "resign "+seat+" "+token)
}

func (f *fakeGames) SetSeats(_ context.Context, id string, seats []host.Seat, token string) (host.State, error) {
	return f.change(id, seats)
}

// reply is what searches end with when a test says nothing else.
var reply = host.Reply{Move: "a", Ponder: "b", Info: driver.Info{
	Depth: 3, HasScore: true, CP: -12, Nodes: 99, NPS: 5, Time: 7 * time.Millisecond, PV: []string{"a", "b"}, Raw: "info"}}

func (f *fakeGames) Move(_ context.Context, id string, l host.Limits, c host.Change) (host.State, host.Reply, error) {
	s, err := f.change(id, []any{l, c})
	return s, reply, err
}

// judgedTurns are two turns, of which the second is a blunder.
var judgedTurns = []judge.Turn{
	{Number: 1, Seat: 1, Token: "a", Best: "a", Line: []string{"a", "b"}, Before: even, After: even, Points: new(float64)},
	{Number: 2, Seat: 2, Token: "b", Best: "c", Line: []string{"c"}, Before: even,
		After: judge.Value{Mate: -3, Proof: driver.ProvedLoss, Shares: []float64{1, 0}}, Loss: 0.5, Mark: judge.Blunder},
}

var even = judge.Value{CP: 5, Depth: 3, Chance: 0.5, Shares: []float64{0.5, 0.5}}

// Review tells of the turns one by one, and pauses between them.
func (f *fakeGames) Review(_ context.Context, id string, _ host.Limits, w host.ReviewWatch) (*judge.Report, error) {
	if err := f.find(id); err != nil {
		return nil, err
	}
	r := &judge.Report{Game: "fake", Start: "startpos", Seats: []string{"Red", "Blue"}, By: "chance", Marks: [3]float64{5, 10, 20},
		Scale: 100, Turns: judgedTurns[:1], Total: 2, Result: "none", Reason: "none"}
	w.Judged(r)
	w.Wait(host.Playing)
	<-f.goOn
	w.Wait(host.Running)
	whole := *r
	whole.Turns = judgedTurns
	w.Judged(&whole)
	return &whole, nil
}

func (f *fakeGames) Search(ctx context.Context, id string, at *int, l host.Limits, w host.Watch) (host.Reply, error) {
	if err := f.find(id); err != nil {
		return host.Reply{}, err
	}
	return f.run(ctx, l, w)
}

func (f *fakeGames) run(ctx context.Context, asked any, w host.Watch) (host.Reply, error) {
	f.mu.Lock()
	f.last = asked
	search := f.search
	f.mu.Unlock()
	if search == nil {
		return reply, nil
	}
	return search(ctx, w)
}

func (f *fakeGames) Look(_ context.Context, p host.Position, c host.Change) (host.Standing, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = []any{p, c}
	if p.Game != "fake" && f.refuse == nil {
		return standing, host.Refuse(host.NoGame, "no game %q", p.Game)
	}
	return standing, f.refuse
}

func (f *fakeGames) SearchPosition(ctx context.Context, p host.Position, l host.Limits, w host.Watch) (host.Reply, error) {
	return f.run(ctx, []any{p, l}, w)
}

func (f *fakeGames) Hint(_ context.Context, id string, l host.Limits) (host.Reply, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = l
	return reply, f.find(id)
}

func (f *fakeGames) Try(_ context.Context, id, action string) (host.Preview, error) {
	p := host.Preview{Diagram: f.state.Diagram}
	if action != "place 1" {
		p.Refusal = host.Refuse(host.Illegal, "only place 1")
	}
	return p, f.find(id)
}

func (f *fakeGames) List(_ context.Context, id, name string) ([]string, error) {
	if name != "pieces" && f.refuse == nil {
		return nil, host.Refuse(host.BadRequest, "no list")
	}
	return nil, f.find(id)
}

func (f *fakeGames) Records(_ context.Context, id string) ([]host.Saved, error) {
	return []host.Saved{
		{Form: "record", Name: "fake", End: ".record", Lost: []string{}, Data: []byte("record of " + strconv.Quote(id) + "\n")},
		{Form: "bytes", Name: "fake", End: ".bin", Lost: []string{"Date", "comments"}, Data: []byte{0xff}},
		{Form: "small", Name: "fake", End: ".s", Lost: []string{}, Refusal: "it is too long"},
	}, f.find(id)
}

func (f *fakeGames) Record(ctx context.Context, id, form string) (host.Saved, error) {
	all, err := f.Records(ctx, id)
	for _, s := range all {
		if s.Form == cmp.Or(form, all[0].Form) && s.Refusal == "" {
			return s, err
		}
	}
	return host.Saved{}, cmp.Or(err, error(host.Refuse(host.BadRequest, "no such form")))
}

func (f *fakeGames) Contents(_ context.Context, text string, data []byte) (host.Contents, error) {
	if f.refuse != nil {
		return host.Contents{}, f.refuse
	}
	return host.Contents{Count: 2, Notes: []string{text + string(data)}, Games: []host.Listed{
		{Number: 1, Game: "fake", Players: []string{"", "Ben"}, Event: "Cup", Date: "2026-11-29", Result: "p1win", Turns: 3},
		{Number: 2, Refusal: "line 2: no"},
	}}, nil
}

func (f *fakeGames) Subscribe(ctx context.Context, id string) (<-chan host.State, error) {
	if err := f.find(id); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	c := make(chan host.State, 1)
	c <- f.state
	f.readers[c] = true
	context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.readers, c)
		close(c)
	})
	return c, nil
}

// fakeCompetitions has none, and refuses what the games do.
type fakeCompetitions struct{ games *fakeGames }

func (f fakeCompetitions) refuse() error { return f.games.find("none") }

func (f fakeCompetitions) Begin(context.Context, contest.Spec) (id, organiser string, err error) {
	return "", "", f.refuse()
}
func (f fakeCompetitions) Contest(string) (*contest.Contest, error) { return nil, f.refuse() }
func (f fakeCompetitions) Organise(_, _, _ string) error            { return f.refuse() }
func (f fakeCompetitions) Join(_, _ string) (int, string, error)    { return 0, "", f.refuse() }
func (f fakeCompetitions) Spar(context.Context, string, string, host.Seat) (int, error) {
	return 0, f.refuse()
}
func (f fakeCompetitions) Player(_, _ string) (*contest.Contest, int, error) {
	return nil, 0, f.refuse()
}
