package repl

import (
	"cmp"
	"context"
	"slices"

	"quadrille/protocol/driver"
	"quadrille/protocol/record"
)

// ownTags are the tags that Record writes itself.
var ownTags = []string{record.GameTag, record.RulesTag, record.StartTag, record.ResultTag, record.ReasonTag}

// Date is the date in the record that was loaded, or "".
func (s *Session) Date() string {
	return (&record.Record{Tags: s.tags}).Tag(record.DateTag)
}

// Resign ends the game with a loss of the seat, which must be one of two.
func (s *Session) Resign(seat string) {
	winner := "p1"
	if seat == "p1" {
		winner = "p2"
	}
	s.verdict = driver.Verdict{Result: winner + "win", Reason: "resign"}
}

// Record returns the game as a record. The tags given, such as the date and
// who plays, come behind those that say what game it is.
func (s *Session) Record(tags ...record.Tag) *record.Record {
	st := s.State()
	r := &record.Record{Intro: s.intro, Pending: st.Pending}
	r.SetTag(record.GameTag, st.Game)
	if st.Rules != "" {
		r.SetTag(record.RulesTag, st.Rules)
	}
	for _, t := range append(slices.Clone(s.tags), tags...) {
		if t.Name != record.StatedTag || st.Over() {
			r.SetTag(t.Name, t.Value)
		}
	}
	r.SetTag(record.StartTag, st.Start)
	r.SetTag(record.ResultTag, record.Unfinished)
	if st.Over() {
		r.SetTag(record.ResultTag, st.Result)
	}
	if st.Over() && st.Reason != driver.None {
		r.SetTag(record.ReasonTag, st.Reason)
	}
	for i, token := range st.Turns {
		turn := record.Turn{Token: token}
		if i < len(s.comments) {
			turn.Comment = s.comments[i]
		}
		r.Turns = append(r.Turns, turn)
	}
	return r
}

// Load sets up the game of a record. When the engine refuses a part of it, the
// present game stays as it is.
func (s *Session) Load(ctx context.Context, r *record.Record) error {
	s.game.Forget()
	state, err := s.game.SetUp(ctx, driver.RecordPosition(r), facts()...)
	var verdict driver.Verdict
	if err == nil {
		verdict, err = state.Judge(r)
	}
	if err != nil {
		if s.Engine().Err() == nil {
			s.game.SetUp(ctx, s.state.Position) // a failure is guard's to deal with
		}
		return s.guard(ctx, err)
	}
	if verdict.Result != "" {
		verdict.Reason = cmp.Or(verdict.Reason, "as the record says")
	}
	s.state = state
	s.extra = extra{verdict: verdict, intro: r.Intro}
	s.keep(r)
	return nil
}

// keep remembers the record's other tags and its comments. Turns that the
// engine writes in another way than the record lose theirs. A result that the
// turns contradict stays beside theirs.
func (s *Session) keep(r *record.Record) {
	if s.state.Contradiction(r) != "" && r.Tag(record.StatedTag) == "" {
		s.tags = append(s.tags, record.Tag{Name: record.StatedTag, Value: r.Tag(record.ResultTag)})
	}
	for _, t := range r.Tags {
		if !slices.Contains(ownTags, t.Name) {
			s.tags = append(s.tags, t)
		}
	}
	if slices.Equal(r.Tokens(), s.state.Turns) {
		for _, t := range r.Turns {
			s.comments = append(s.comments, t.Comment)
		}
	}
}

// forgetStated forgets the result that a record stated, since the turns are no
// longer those that it was of.
func (s *Session) forgetStated() {
	s.tags = slices.DeleteFunc(s.tags, func(t record.Tag) bool { return t.Name == record.StatedTag })
}
