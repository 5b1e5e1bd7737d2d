package judge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/protocol/driver"
)

// Turn is one turn of a game and what it was worth.
type Turn struct {
	Number int    `json:"number"` // from 1
	Seat   int    `json:"seat"`   // that made it, from 1
	Token  string `json:"token"`
	Best   string `json:"best"` // the turn that the engine would have made
	// Line is what the engine expects after its own turn, which comes first.
	Line []string `json:"line"`
	// Before is what the position was worth with the best turn, After what the
	// turn made of it; both from the view of the side that made it.
	Before Value `json:"before"`
	After  Value `json:"after"`
	// Loss is how much of the chance to win was given away, from 0 to 1.
	Loss float64 `json:"loss"`
	// Points is how much was given away in units of the game; nil where mates
	// have no measure.
	Points *float64 `json:"points"`
	Mark   string   `json:"mark"`   // "", "?!", "?" or "??"
	Exact  bool     `json:"exact"`  // both values are proved
	Forced bool     `json:"forced"` // there was no other turn
}

// Candidate is a turn in a position that is looked at by itself.
type Candidate struct {
	Token string   `json:"token"`
	Value Value    `json:"value"`
	Line  []string `json:"line"`
}

// Report is what was found about a game.
type Report struct {
	Game  string   `json:"game"`
	Rules string   `json:"rules"`
	Start string   `json:"start"`
	Seats []string `json:"seats"` // names of the seats
	// By is what marks are given by, chance or score, and Marks from which
	// loss on: percent of a win or units of the game.
	By    string     `json:"by"`
	Marks [3]float64 `json:"marks"`
	Scale float64    `json:"scale"` // see Value
	// Given says that the engine itself gave chances; the scale is for those that
	// it did not.
	Given bool   `json:"given"`
	Turns []Turn `json:"turns"`
	// Total is the number of turns of the game, of which the Turns are the
	// first; they are fewer when the judging was interrupted.
	Total  int    `json:"total"`
	Result string `json:"result"`
	Reason string `json:"reason"`
	// Opening is the name of the way the game began, where it has one.
	Opening string `json:"opening,omitempty"`
	// Book is how many turns, from the first on, are in the engine's opening book; nil
	// where it has none of such games.
	Book *int `json:"book,omitempty"`
	// Candidates are the best turns of a position without turns, and Seat who
	// is to move, from 1.
	Candidates []Candidate `json:"candidates,omitempty"`
	Seat       int         `json:"seat,omitempty"`
}

// newReport is the report of a game of which nothing is judged yet.
func newReport(end driver.State, c Config) *Report {
	return &Report{Game: end.Game, Rules: end.Rules, Start: end.Start, Seats: end.Names, By: c.By, Marks: c.Marks, Scale: c.Scale,
		Total: len(end.Turns), Result: end.Result, Reason: end.Reason, Opening: end.Opening, Book: end.Book}
}

// The marks, as annotators have used them for a century.
const (
	Inaccuracy = "?!"
	Mistake    = "?"
	Blunder    = "??"
)

// marks are the marks in the order of Report.Marks.
var marks = [3]string{Inaccuracy, Mistake, Blunder}

// ParseMarks reads three growing numbers such as 5,10,20. An empty text is the
// default of the measure: percent of a win, or units.
func ParseMarks(by, text string) (at [3]float64, err error) {
	switch {
	case by != "chance" && by != "score":
		return at, fmt.Errorf("marks are given by chance or by score, not by %q", by)
	case text == "" && by == "chance":
		return [3]float64{5, 10, 20}, nil
	case text == "":
		return [3]float64{1, 2, 4}, nil
	}
	parts := strings.Split(text, ",")
	if len(parts) != len(at) {
		return at, fmt.Errorf("marks are three numbers such as 5,10,20, not %q", text)
	}
	for i, part := range parts {
		at[i], err = strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(at[i] > 0) || at[i] > 1e9 || i > 0 && at[i] < at[i-1] {
			return at, fmt.Errorf("marks are three growing numbers such as 5,10,20, not %q", text)
		}
	}
	return at, nil
}

// judge fills in what depends on the scale and the marks.
func (r *Report) judge() {
	var values []Value
	for _, t := range r.Turns {
		values = append(values, t.Before)
	}
	for _, c := range r.Candidates {
		values = append(values, c.Value)
	}
	r.Given = slices.ContainsFunc(values, func(v Value) bool { return v.given > 0 })
	if r.Scale <= 0 {
		r.Scale = findScale(values)
	}
	for i := range r.Turns {
		r.judgeTurn(&r.Turns[i])
	}
	for i := range r.Candidates {
		r.Candidates[i].Value.measure(r.Seat-1, len(r.Seats), r.Scale)
	}
}

func (r *Report) judgeTurn(t *Turn) {
	seat, seats := t.Seat-1, len(r.Seats)
	t.Before.measure(seat, seats, r.Scale)
	t.After.measure(seat, seats, r.Scale)
	if t.After.Chance > t.Before.Chance && !t.Before.proved() {
		// The engine saw more when it was made to look at the turn.
		t.Before = t.After
	}
	t.Exact = t.Before.proved() && t.After.proved()
	t.Loss = max(0, t.Before.Chance-t.After.Chance)
	t.Points, t.Mark = nil, ""
	before, ok1 := t.Before.points(seat)
	if after, ok2 := t.After.points(seat); ok1 && ok2 {
		lost := max(0, before-after)
		t.Points = &lost
	}
	size := 100 * t.Loss
	if r.By == "score" && t.Points != nil {
		size = *t.Points
	} else if r.By == "score" && t.Loss < 0.5 {
		size = 0 // a slower mate is no loss
	} else if r.By == "score" {
		size = r.Marks[2]
	}
	for i, at := range r.Marks {
		if size >= at-1e-9 && t.Token != t.Best {
			t.Mark = marks[i]
		}
	}
}

// Sum is the record of one seat.
type Sum struct {
	Turns     int     `json:"turns"` // that were judged
	Loss      float64 `json:"loss"`  // of chance, in all
	Marks     [3]int  `json:"marks"` // how often each mark was given
	BestTurns int     `json:"best"`  // how often the best turn was made
}

// Sums adds up the turns of each seat.
func (r *Report) Sums() []Sum {
	sums := make([]Sum, len(r.Seats))
	for _, t := range r.Turns {
		s := &sums[t.Seat-1]
		s.Turns++
		s.Loss += t.Loss
		if t.Token == t.Best {
			s.BestTurns++
		}
		if i := slices.Index(marks[:], t.Mark); i >= 0 {
			s.Marks[i]++
		}
	}
	return sums
}
