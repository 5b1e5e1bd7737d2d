package host

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"testing"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/teeko"
	"quadrille/protocol"
	"quadrille/protocol/driver"
)

// solverBot plays the first turn and solves Teeko on 5×5 when it is let.
type solverBot struct{ *solverWorld }

// solverWorld is what the bots of all engines of a test share.
type solverWorld struct {
	finish chan error // a value ends a solving, nil with a solution that is kept
	begun  atomic.Int64
	late   atomic.Bool   // one that is stopped has just ended
	slowly chan struct{} // what is waited for when one is stopped, or nil

	mu   sync.Mutex
	kept bool
}

func (w *solverWorld) Solved(pos engine.Position) (done int, solvable bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.kept {
		done = 1000
	}
	return done, pos.Rules()["size"] == "5"
}

func (w *solverWorld) Solve(ctl *ai.Control, _ engine.Position, _ ai.Settings, report func(ai.Info)) error {
	w.begun.Add(1)
	report(ai.Info{Solving: 500})
	for {
		select {
		case err := <-w.finish:
			w.mu.Lock()
			defer w.mu.Unlock()
			w.kept = err == nil
			return err
		default:
			if ctl.Done() {
				if w.slowly != nil {
					<-w.slowly
				}
				w.mu.Lock()
				defer w.mu.Unlock()
				w.kept = w.late.Load()
				return nil
			}
		}
	}
}

func (solverBot) Search(_ *ai.Control, pos engine.Position, _ ai.Limits, _ ai.Settings, _ func(ai.Info)) ai.Best {
	return ai.Best{Move: pos.Legal()[0]}
}
func (solverBot) Ready(engine.Position, ai.Settings) {}
func (solverBot) Eval(engine.Position) []ai.Term     { return nil }
func (solverBot) Bench() []ai.BenchPosition          { return nil }
func (solverBot) Reset()                             {}

func (w *solverWorld) open(ctx context.Context) (*driver.Engine, error) {
	serve := func(in io.Reader, out io.Writer) error {
		session, err := protocol.NewSession([]engine.Game{teeko.Game{}}, []ai.Factory{{Game: "teeko", New: func() ai.Bot { return solverBot{w} }}})
		if err != nil {
			return err
		}
		return protocol.NewServer(session, protocol.Config{}).Serve(in, out)
	}
	return driver.Attach(ctx, driver.Inside("solver", serve, nil), driver.Config{})
}

func newSolvers(t *testing.T, change ...func(*Config)) (*solverWorld, *Host) {
	w := &solverWorld{finish: make(chan error)}
	return w, newHost(t, append(change, func(c *Config) { c.Open = w.open })...)
}

// against is a game of a person with a level.
func against(t *testing.T, h *Host, size string, level int) (id string) {
	return create(t, h, Spec{Game: "teeko", Rules: map[string]string{"size": size}, Seats: []Seat{{Kind: Person}, {Kind: Engine, Level: engine.Level(level)}}}).ID
}

// awaited follows the solution of a game up to a stage.
func awaited(t *testing.T, h *Host, id string, stage Stage) Solution {
	t.Helper()
	return followed(t, h, id, func(s Solution) bool { return s.Stage == stage && (stage != Solving || s.Done > 0) })
}

// ended follows the solution of a game that is being solved until it is not any more.
func ended(t *testing.T, h *Host, id string) Solution {
	t.Helper()
	return followed(t, h, id, func(s Solution) bool { return s.Stage != Solving })
}

// followed follows the solution of a game until it stands as wanted.
func followed(t *testing.T, h *Host, id string, wanted func(Solution) bool) (s Solution) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told, err := h.Solution(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	for s = range told {
		if wanted(s) {
			return s
		}
	}
	t.Fatalf("at the end it is %+v", s)
	return s
}

// TestSolvedOnce opens games that want the same solution, and games that want none.
func TestSolvedOnce(t *testing.T) {
	w, h := newSolvers(t)
	weak, small := against(t, h, "5", 9), against(t, h, "4", 10)
	if s := awaited(t, h, weak, Unsolved); s.Done != 0 || w.begun.Load() != 0 {
		t.Errorf("a game of level 9 is being solved: %+v", s)
	}
	one, two := against(t, h, "5", 10), against(t, h, "5", 10)
	for _, id := range []string{one, two, weak} {
		if s := awaited(t, h, id, Solving); s.Done != 500 || s.Why != nil {
			t.Errorf("%+v", s)
		}
	}
	play(t, h, one, move("a1")) // goes on meanwhile
	w.finish <- nil
	for _, id := range []string{one, two, weak} {
		if s := awaited(t, h, id, Solved); s.Done != 1000 {
			t.Errorf("%+v", s)
		}
	}
	awaited(t, h, against(t, h, "5", 10), Solved)
	awaited(t, h, small, Unsolved)
	if n := w.begun.Load(); n != 1 {
		t.Errorf("it was solved %d times", n)
	}
	h.ForgetSolutions()
	awaited(t, h, weak, Unsolved)
	awaited(t, h, against(t, h, "5", 10), Solved) // it is kept still
}

// TestSolvedForSearch has searches of full strength, and others, want a solution.
func TestSolvedForSearch(t *testing.T) {
	w, h := newSolvers(t)
	id := against(t, h, "5", 1)
	for _, l := range []Limits{{Level: 3}, {Depth: 2}, {Nodes: 5}} {
		if _, err := h.Hint(t.Context(), id, l); err != nil {
			t.Fatal(err)
		}
		awaited(t, h, id, Unsolved)
	}
	if _, err := h.Hint(t.Context(), id, Limits{}); err != nil {
		t.Fatal(err)
	}
	awaited(t, h, id, Solving)
	w.finish <- nil
	awaited(t, h, id, Solved)
}

// TestSolutionLost has somebody else delete the solution: the next search that wants
// it has the game solved again.
func TestSolutionLost(t *testing.T) {
	w, h := newSolvers(t)
	id := against(t, h, "5", 1)
	for n := range int64(2) {
		for _, first := range []bool{true, false} { // the second finds it solved
			if _, err := h.Hint(t.Context(), id, Limits{}); err != nil {
				t.Fatal(err)
			}
			if first {
				awaited(t, h, id, Solving)
				w.finish <- nil
			}
			awaited(t, h, id, Solved)
		}
		if now := w.begun.Load(); now != n+1 {
			t.Errorf("it was begun %d times, want %d", now, n+1)
		}
		w.mu.Lock()
		w.kept = false
		w.mu.Unlock()
	}
}

// TestSolvingStopped stops a solving, which begins again only when it is asked for.
func TestSolvingStopped(t *testing.T) {
	w, h := newSolvers(t)
	id := against(t, h, "5", 10)
	awaited(t, h, id, Solving)
	if _, err := h.Solve(t.Context(), id, false, ""); err != nil {
		t.Fatal(err)
	}
	awaited(t, h, id, Stopped)
	awaited(t, h, against(t, h, "5", 10), Stopped)
	for range 2 { // the second is as good as none
		if _, err := h.Solve(t.Context(), id, true, ""); err != nil {
			t.Fatal(err)
		}
	}
	w.finish <- nil
	awaited(t, h, id, Solved)
	if n := w.begun.Load(); n != 2 {
		t.Errorf("it was begun %d times", n)
	}
	guarded := create(t, h, Spec{Game: "teeko", Tokens: true}).ID
	if _, err := h.Solve(t.Context(), guarded, true, "wrong"); !Is(err, Forbidden) {
		t.Errorf("whoever comes may do it: %v", err)
	}
}

// TestSolvedForOthers has one client stop what another wants: it goes on until both have.
// Whoever comes later has it begun anew.
func TestSolvedForOthers(t *testing.T) {
	w, h := newSolvers(t)
	clients := map[string]context.Context{}
	for _, name := range []string{"a", "b", "c", "d"} {
		clients[name] = WithClient(t.Context(), name)
	}
	level10 := func(client string) string {
		s, _, err := h.Create(clients[client], Spec{Game: "teeko", Rules: map[string]string{"size": "5"}, Seats: []Seat{{}, {Kind: Engine, Level: 10}}})
		if err != nil {
			t.Fatal(err)
		}
		return s.ID
	}
	stop := func(client, id string, others bool) {
		t.Helper()
		got, err := h.SolveOf(clients[client], Position{Game: "teeko", Rules: map[string]string{"size": "5"}}, false)
		if id != "" {
			got, err = h.Solve(clients[client], id, false, "")
		}
		if err != nil || got.Stage != Solving || got.Others != others {
			t.Errorf("%s stops it: %+v, %v; want others: %v", client, got, err, others)
		}
	}
	ofA := level10("a")
	awaited(t, h, ofA, Solving)
	stop("c", "", true) // who has never wanted it
	ofB := level10("b")
	stop("a", ofA, true)
	if s, err := h.State(clients["a"], ofA); err != nil || s.ID != ofA { // to look at it is no new wish
		t.Fatal(err)
	}
	stop("c", ofA, true)
	stop("b", ofB, false)
	awaited(t, h, ofA, Stopped)
	level10("b")
	awaited(t, h, ofB, Stopped)
	level10("d")
	w.finish <- nil
	awaited(t, h, ofA, Solved)
	if n := w.begun.Load(); n != 2 {
		t.Errorf("it was begun %d times", n)
	}
}

// TestWantedWhileItStops stops a solving and wants it again before it has ended.
func TestWantedWhileItStops(t *testing.T) {
	w, h := newSolvers(t)
	w.slowly = make(chan struct{})
	id := against(t, h, "5", 10)
	awaited(t, h, id, Solving)
	for _, on := range []bool{false, true, false, true} {
		if _, err := h.Solve(t.Context(), id, on, ""); err != nil {
			t.Fatal(err)
		}
	}
	w.slowly <- struct{}{} // the first has heard that it is to stop
	w.finish <- nil        // to the second
	awaited(t, h, id, Solved)
	if n := w.begun.Load(); n != 2 {
		t.Errorf("solved %d times", n)
	}
}

// TestStoppedTooLate stops a solving that has ended: the solution is there.
func TestStoppedTooLate(t *testing.T) {
	w, h := newSolvers(t)
	w.late.Store(true)
	id := against(t, h, "5", 10)
	awaited(t, h, id, Solving)
	if _, err := h.Solve(t.Context(), id, false, ""); err != nil {
		t.Fatal(err)
	}
	if s := ended(t, h, id); s.Stage != Solved || s.Done != 1000 {
		t.Errorf("%+v", s)
	}
}

// TestSolvingFails has no room for a solution, or no memory to find it in.
func TestSolvingFails(t *testing.T) {
	w, h := newSolvers(t)
	id := against(t, h, "5", 10)
	w.finish <- errors.New("no room")
	if s := awaited(t, h, id, Failed); s.Why.Kind != NotKept || s.Why.Text != "no room" {
		t.Errorf("%+v", s.Why)
	}
	h.Solve(t.Context(), id, true, "")
	w.finish <- nil
	awaited(t, h, id, Solved)

	w, h = newSolvers(t, func(c *Config) { c.MaySolve = func() error { return Refuse(NoMemory, "too little") } })
	id = against(t, h, "5", 10)
	if s := awaited(t, h, id, Failed); s.Why.Kind != NoMemory || w.begun.Load() != 0 {
		t.Errorf("%+v", s.Why)
	}
	play(t, h, id, move("a1"))

	w, h = newSolvers(t, func(c *Config) { c.MaySolve = func() error { return ErrUnwanted } })
	id = against(t, h, "5", 10)
	if s := awaited(t, h, id, Unsolved); s.Why != nil || w.begun.Load() != 0 {
		t.Errorf("%+v", s)
	}
}
