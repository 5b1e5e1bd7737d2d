package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/protocol/record"
)

// extra is what a loaded record holds beyond the game.
type extra struct {
	tags  []record.Tag
	intro string
}

// ownTags are the tags that Record writes itself.
var ownTags = []string{record.GameTag, record.RulesTag, record.StartTag, record.ResultTag, record.ReasonTag}

// Date is the date in the record that was loaded, or "".
func (s *Session) Date() string {
	for _, t := range s.extra.tags {
		if t.Name == record.DateTag {
			return t.Value
		}
	}
	return ""
}

// Resign ends the game with a loss of the seat, which must be one of two.
func (s *Session) Resign(seat string) {
	winner := "p1"
	if seat == "p1" {
		winner = "p2"
	}
	s.verdict = verdict{winner + "win", "resign"}
}

// keepComments drops the comments of turns that are not played any more.
func (s *Session) keepComments(turns []string) {
	same := 0
	for same < len(turns) && same < len(s.state.Turns) && turns[same] == s.state.Turns[same] {
		same++
	}
	if len(s.comments) > same {
		s.comments = s.comments[:same]
	}
}

// Record returns the game as a record. The tags given, such as the date and
// who plays, come behind those that say what game it is.
func (s *Session) Record(tags ...record.Tag) *record.Record {
	st := s.State()
	r := &record.Record{Intro: s.extra.intro, Pending: st.Pending}
	r.SetTag(record.GameTag, st.Game)
	if st.Rules != "" {
		r.SetTag(record.RulesTag, st.Rules)
	}
	for _, t := range append(slices.Clone(s.extra.tags), tags...) {
		r.SetTag(t.Name, t.Value)
	}
	r.SetTag(record.StartTag, st.Start)
	r.SetTag(record.ResultTag, record.Unfinished)
	if st.Over() {
		r.SetTag(record.ResultTag, st.Result)
	}
	if st.Over() && st.Reason != "" {
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
	old := *s
	err := s.load(ctx, r)
	if err == nil {
		return nil
	}
	if s.engine.Err() == nil {
		if e := old.restore(ctx); e == nil {
			*s = old
			return err
		}
	}
	*s = old
	return s.guard(ctx, err)
}

func (s *Session) load(ctx context.Context, r *record.Record) error {
	start := r.Tag(record.StartTag)
	if start == "" {
		start = startpos
	}
	rules := strings.Join(strings.Fields(r.Tag(record.RulesTag)), " ")
	if err := s.newGame(ctx, strings.TrimSpace(r.Tag(record.GameTag)+" "+rules)); err != nil {
		return err
	}
	if err := s.begun(ctx); err != nil {
		return err
	}
	if err := s.setUp(ctx, r.Tag(record.GameTag), rules, start, r.Tokens(), r.Pending); err != nil {
		return err
	}
	s.start = start
	if err := s.refresh(ctx); err != nil {
		return err
	}
	if err := s.judge(r); err != nil {
		return err
	}
	s.keep(r)
	return nil
}

// judge compares the result of a record with what the engine says. A game may
// end by more than its rules, such as a resignation, but not otherwise than
// its rules say.
func (s *Session) judge(r *record.Record) error {
	result := r.Tag(record.ResultTag)
	switch {
	case !slices.Equal(s.state.Pending, r.Pending):
		return fmt.Errorf("the unfinished turn (%s) of the record is not one", strings.Join(r.Pending, "; "))
	case s.state.Over() && s.state.Result != result:
		return fmt.Errorf("the record says %s, but its turns end the game with %s", result, s.state.Result)
	case !s.state.Over() && result != record.Unfinished:
		reason := r.Tag(record.ReasonTag)
		if reason == "" {
			reason = "as the record says"
		}
		s.verdict = verdict{result, reason}
	}
	return nil
}

// keep remembers the record's other tags and its comments. Turns that the
// engine writes in another way than the record lose theirs.
func (s *Session) keep(r *record.Record) {
	for _, t := range r.Tags {
		if !slices.Contains(ownTags, t.Name) {
			s.extra.tags = append(s.extra.tags, t)
		}
	}
	s.extra.intro = r.Intro
	if slices.Equal(r.Tokens(), s.state.Turns) {
		for _, t := range r.Turns {
			s.comments = append(s.comments, t.Comment)
		}
	}
}
