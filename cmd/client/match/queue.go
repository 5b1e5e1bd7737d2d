package match

import (
	"context"
	"errors"
	"fmt"

	"quadrille/cmd/client/match/arena"
	"quadrille/engine"
)

// A match puts its games into a queue and takes them back finished. A pool of
// players at the queue's other end plays them: in this process, as below, or on
// other machines, as package farm has it.

// Queue carries the games of one match.
type Queue interface {
	// Games takes games to be played, and blocks while enough are under way.
	Games() chan<- Pairing
	// Played has what comes back: each game that was put in once.
	Played() <-chan Played
	// Crew is who plays at present.
	Crew() Crew
	// Close breaks off what is under way. What was finished is still in Played.
	Close()
}

// Played is what came back: a game, or why there is none, or that there is a
// machine whose games do not count, or other news.
type Played struct {
	Game    arena.Game
	Err     error    // why there is no game; the match cannot go on
	Kept    func()   // is called when the game is in the journal; may be nil
	Refusal *Refusal // comes without a game
	Note    string   // something that people should know; comes without a game
}

// Refusal is of a machine that has lied.
type Refusal struct{ Worker, Why string }

// game says whether it is one, or why there is none.
func (p Played) game() bool { return p.Refusal == nil && p.Note == "" }

// finished counts the games among what came back.
func finished(played []Played) (n int) {
	for _, p := range played {
		if p.game() {
			n++
		}
	}
	return n
}

// Crew describes who plays the games of a match.
type Crew struct {
	Players int    // games at a time
	Cores   []int  // of this machine, to which the engines are bound; empty when they are not
	Where   string // the server over which other machines play; empty for this machine
	Away    []Hand // other machines, in the order of their names
	Notes   []string
}

// Hand is another machine that plays.
type Hand struct {
	Name    string `json:"name"`
	Players int    `json:"players"`          // games at a time
	Games   int    `json:"games"`            // that it has brought to this run of the match
	Speed   int    `json:"speed"`            // of its players, in nodes a second; 0 is not known
	Factor  string `json:"factor,omitempty"` // by which its times are multiplied; empty is not at all
	Refused string `json:"refused,omitempty"`
}

// Course is a match that runs, as those see it who carry its games.
type Course struct {
	Spec    *Spec
	Refused map[string]string // machines that have lied, and how
	Total   int               // games in all, whose numbers begin with 1
	Done    []int             // the numbers of the games in the journal
	// Check says what is wrong with a game that others have played, by the
	// referee's replay, and fills in what the schedule knows. The error is a
	// *arena.Lie, or else the referee's failure.
	Check func(ctx context.Context, p Pairing, g *arena.Game) error
	// Replay plays a game here; nil where its turns may be others when it is played
	// again. Neither is called while it runs.
	Replay func(ctx context.Context, p Pairing) (arena.Game, error)
	// Varies says why there is no Replay.
	Varies string
}

// local is the queue in one process, which is the source of its players too.
type local struct {
	games  chan Pairing
	played chan Played
	set    *Setting
	pool   *Pool
}

// openLocal starts the players of a match in this process.
func openLocal(set *Setting, o Options) (Queue, error) {
	n := players(o.Concurrency)
	// A player finds its next game waiting while the journal is written.
	q := &local{games: make(chan Pairing, n), played: make(chan Played, n), set: set}
	var err error
	q.pool, err = StartPool(q, o, n, !set.spec.threaded())
	return q, err
}

func (q *local) Games() chan<- Pairing { return q.games }
func (q *local) Played() <-chan Played { return q.played }
func (q *local) Close()                { q.pool.Close() }

func (q *local) Crew() Crew { return Crew{Players: q.pool.Size(), Cores: q.pool.Cores()} }

// Next waits for a game.
func (q *local) Next(ctx context.Context) (Task, error) {
	select {
	case <-ctx.Done():
		return Task{}, ctx.Err()
	case p := <-q.games:
		return Task{Setting: q.set, Pairing: p, Done: func(g arena.Game, err error) {
			select {
			case q.played <- Played{Game: g, Err: err}:
			case <-ctx.Done():
			}
		}}, nil
	}
}

// waiting appends the finished games that nobody has taken.
func waiting(q Queue, played ...Played) []Played {
	for {
		select {
		case p := <-q.Played():
			played = append(played, p)
		default:
			return played
		}
	}
}

// take writes finished games to the journal, all that have come by now in one
// transaction, and then counts and reports them.
func (m *match) take(ctx context.Context, played []Played) (decided bool, err error) {
	var games []arena.Game
	for _, p := range played {
		switch {
		case !p.game():
		case p.Err != nil:
			err = errors.Join(err, p.Err)
		case m.standing.has(p.Game.Group, p.Game.ID):
			return false, errors.Join(err, fmt.Errorf("game %d came back twice", p.Game.ID))
		default:
			games = append(games, p.Game)
		}
	}
	// Games that are finished are kept even when the match is being ended.
	if e := m.journal.Append(context.WithoutCancel(ctx), games...); e != nil {
		return false, errors.Join(err, e)
	}
	for _, p := range played {
		if p.Kept != nil && p.Refusal == nil {
			p.Kept()
		}
	}
	if m.queue != nil {
		m.progress.Crew = m.queue.Crew()
	}
	for _, g := range games {
		m.standing.Add(g)
		decided = m.progress.decided()
		m.options.Reporter.Game(g, m.progress)
	}
	for _, p := range played {
		if p.Note != "" {
			m.options.Reporter.Note(p.Note, m.progress)
		}
	}
	return decided, err
}

// void takes the games of machines that have lied out of the journal and the
// table. It returns those that are to be played again: those of the batch, since
// in a Swiss tournament the rounds after it rest on the others.
func (m *match) void(ctx context.Context, played []Played) (again []Pairing, err error) {
	for _, p := range played {
		if p.Refusal == nil {
			continue
		}
		first, last := 0, -1 // none, before the first batch
		if n := len(m.playing); n > 0 {
			first, last = m.playing[0].ID, m.playing[n-1].ID
		}
		gone, err := m.journal.Refuse(context.WithoutCancel(ctx), p.Refusal.Worker, p.Refusal.Why, first, last)
		if err != nil {
			return nil, err
		}
		for _, id := range gone {
			again = append(again, m.playing[id-first])
		}
		if p.Kept != nil {
			p.Kept()
		}
		games, err := m.journal.Games(context.WithoutCancel(ctx))
		if err != nil {
			return nil, err
		}
		m.count(games)
		m.options.Reporter.Note(fmt.Sprintf("worker %s gets no more games: %s; %s that it has played %s played again",
			p.Refusal.Worker, p.Refusal.Why, engine.Count(len(gone), "game"), map[bool]string{true: "is", false: "are"}[len(gone) == 1]), m.progress)
	}
	return again, nil
}
