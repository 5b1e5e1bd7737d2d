package session

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// State is what the engine says about the present position.
type State struct {
	Game    string
	Rules   string   // key=value words; empty when the engine does not say
	Players int      // seats
	Names   []string // of the seats, for people
	Turn    string   // seat that acts, p1 to p4
	Phase   string
	// Result is p1win to p4win, draw or none. It is the engine's, or that of a
	// resignation.
	Result string
	Reason string // hyphenated word, or none
	Turns  []string
	// Pending are the actions of a turn that has begun, as protocol commands.
	Pending []string
	// Start is "startpos" or a FEN.
	Start string
}

// Over says whether the game has ended.
func (s State) Over() bool { return s.Result != none }

// Name is what people call a seat: Red for p1, say, or p1 where the engine has
// no other name.
func (s State) Name(seat string) string {
	for i, known := range s.Seats() {
		if known == seat && i < len(s.Names) {
			return s.Names[i]
		}
	}
	return seat
}

// Seats lists the seats in the order p1, p2, …
func (s State) Seats() []string {
	var seats []string
	for i := range s.Players {
		seats = append(seats, "p"+strconv.Itoa(i+1))
	}
	return seats
}

const (
	none     = "none"
	startpos = "startpos"
)

// refresh asks the engine for the whole state.
func (s *Session) refresh(ctx context.Context) error {
	q := &asker{ctx: ctx, engine: s.engine}
	next := State{
		Game:    q.must("game"),
		Rules:   q.may("rules"),
		Players: 2,
		Names:   strings.Fields(q.may("seats")),
		Turn:    q.must("turn"),
		Phase:   q.may("phase"),
		Result:  q.must("result"),
		Reason:  q.may("reason"),
		Turns:   strings.Fields(q.must("history")),
	}
	if n, err := strconv.Atoi(q.may("players")); err == nil && n >= 2 && n <= engine.MaxPlayers {
		next.Players = n
	}
	if p := q.may("pending"); p != "" && p != none {
		next.Pending = strings.Split(p, "; ")
		if len(next.Turns) > 0 {
			// The last word of the history is the unfinished turn.
			next.Turns = next.Turns[:len(next.Turns)-1]
		}
	}
	next.Start = s.startOf(q.may("startfen"))
	if q.err != nil {
		return q.err
	}
	s.keepComments(next.Turns)
	s.state = next
	return nil
}

// startOf is how the start of the game is written: startpos when it is the
// start position and leaves nothing to chance, else the FEN.
func (s *Session) startOf(fen string) string {
	switch {
	case fen == "":
		return s.start
	case fen == s.newFEN && !strings.Contains(s.newRules, "=random"):
		return startpos
	}
	return fen
}

// asker asks queries and remembers the first failure.
type asker struct {
	ctx    context.Context
	engine *driver.Engine
	err    error
}

// must asks what every engine answers.
func (q *asker) must(what string) string {
	if q.err != nil {
		return ""
	}
	var answer string
	answer, q.err = q.engine.Query(q.ctx, what)
	return answer
}

// may asks what an engine may refuse; the answer is then empty.
func (q *asker) may(what string) string {
	if q.err != nil {
		return ""
	}
	answer, err := q.engine.Query(q.ctx, what)
	if refused(err) {
		return ""
	}
	q.err = err
	return answer
}

// refused says whether the engine answered with an error, after which it and
// the game are as before.
func refused(err error) bool {
	var r *driver.Refusal
	return errors.As(err, &r)
}

// Legal lists the tokens that may be played; mid-turn, what completes the
// turn.
func (s *Session) Legal(ctx context.Context) ([]string, error) {
	if s.state.Over() {
		return nil, nil
	}
	answer, err := s.Query(ctx, "legal")
	return strings.Fields(answer), err
}

// Diagram returns the board as a person reads it. From an engine that does
// not answer `query diagram` it is what `show` prints, without styles.
func (s *Session) Diagram(ctx context.Context) (engine.Diagram, error) {
	answer, err := s.Query(ctx, "diagram")
	var d engine.Diagram
	if err == nil && json.Unmarshal([]byte(answer), &d) == nil {
		return d, nil
	}
	if err != nil && !refused(err) {
		return nil, err
	}
	lines, err := s.Ask(ctx, "show")
	for _, l := range lines {
		d = append(d, []engine.Span{{Text: l}})
	}
	return d, err
}
