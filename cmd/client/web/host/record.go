package host

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
	"quadrille/protocol/record"
	"quadrille/protocol/record/formats"
)

// mostTurns bounds the length of a game, so that no line to an engine is longer
// than it reads.
const mostTurns = 10_000

// replay asks an engine about the position at which a record ends, and judges
// the record by it.
func (h *Host) replay(ctx context.Context, id string, r *record.Record) (*beginning, error) {
	at := driver.RecordPosition(r)
	if at.Start == driver.StartPos {
		at.Start = ""
	}
	if err := checkGame(at.Game, ruleMap(at.Rules), at.Start); err != nil {
		return nil, err
	}
	for _, action := range at.Pending {
		if err := checkAction(action); err != nil {
			return nil, err
		}
	}
	b, err := h.start(ctx, id, at)
	if err != nil {
		return nil, err
	}
	verdict, err := b.facts.Judge(r)
	if err != nil {
		return nil, Refuse(BadRequest, "%v", err)
	}
	if verdict.Result != "" {
		b.head.Result, b.head.Reason = verdict.Result, cmp.Or(verdict.Reason, "as-recorded")
	}
	b.keep(r)
	return b, nil
}

// ownTags are the tags that Record writes itself.
var ownTags = []string{record.GameTag, record.RulesTag, record.StartTag, record.ResultTag, record.ReasonTag,
	"P1", "P2", "P3", "P4"}

// keep remembers the comments and the other tags of a record. Turns
// that the engine writes in another way lose their comments.
func (b *beginning) keep(r *record.Record) {
	for _, t := range r.Tags {
		if !slices.Contains(ownTags, t.Name) {
			b.head.Tags = append(b.head.Tags, store.Tag{Name: t.Name, Value: t.Value})
		}
	}
	if b.facts.Contradiction(r) != "" && r.Tag(record.StatedTag) == "" {
		b.head.Tags = append(b.head.Tags, store.Tag{Name: record.StatedTag, Value: r.Tag(record.ResultTag)})
	}
	b.head.Intro = r.Intro
	if slices.Equal(r.Tokens(), b.facts.Turns) {
		for i, t := range r.Turns {
			b.steps[i].Comment = t.Comment
		}
	}
}

// Saved is a game written in one of the forms of package formats.
type Saved struct {
	Form string `json:"form"` // its name, such as ggf
	Name string `json:"name"` // for a file, such as othello-2026-11-29; not the game's ID, which is secret
	End  string `json:"end"`  // of a file's name, such as .ggf
	// Lost is what the form leaves out: names of header lines, or comments.
	Lost []string `json:"lost"`
	// Refusal says why the form cannot hold the game, which then isn't written.
	Refusal string `json:"refusal,omitempty"`
	Data    []byte `json:"-"`
}

// Records writes the game in every form that holds games of its kind, our own
// (docs/record.md) first.
func (h *Host) Records(ctx context.Context, id string) ([]Saved, error) {
	r, name, err := h.recordOf(ctx, id)
	if err != nil {
		return nil, err
	}
	all := []Saved{}
	for _, form := range formats.Holding(r.Tag(record.GameTag)) {
		all = append(all, saved(form, r, name))
	}
	return all, nil
}

// Record writes the game in the form of a name, our own when it is empty. A
// form that cannot hold it is refused.
func (h *Host) Record(ctx context.Context, id, form string) (Saved, error) {
	r, name, err := h.recordOf(ctx, id)
	if err != nil {
		return Saved{}, err
	}
	forms := formats.Holding(r.Tag(record.GameTag))
	names := []string{}
	for _, f := range forms {
		names = append(names, f.Name)
	}
	i := slices.Index(names, cmp.Or(form, names[0]))
	if i < 0 {
		return Saved{}, Refuse(BadRequest, "%q is not a form for this game; it has: %s", driver.Clip(form), strings.Join(names, " "))
	}
	s := saved(forms[i], r, name)
	if s.Refusal != "" {
		return s, Refuse(BadRequest, "the game cannot be written as %s: %s", s.Form, s.Refusal)
	}
	return s, nil
}

// recordOf is the record of a game, and a name for a file of it.
func (h *Host) recordOf(ctx context.Context, id string) (*record.Record, string, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return nil, "", err
	}
	defer g.release()
	return g.record(), g.head.Game + "-" + g.head.Created.Format("2006-01-02"), nil
}

func saved(form record.Format, r *record.Record, name string) Saved {
	s := Saved{Form: form.Name, Name: name, End: form.Extensions[0], Lost: []string{}}
	data, lost, err := formats.Write(form, r)
	if err != nil {
		s.Refusal = err.Error()
		return s
	}
	s.Data, s.Lost = data, append(s.Lost, lost...)
	return s
}

func (g *game) record() *record.Record {
	s := g.state.Load()
	r := RecordOf(store.Game{Head: g.head, Steps: g.steps}, s.Reason)
	if g.facts.Rules != "" { // in the engine's order
		r.SetTag(record.RulesTag, g.facts.Rules)
	}
	return r
}

// RecordOf is a stored game as a record. Why it ended is left out where the reason
// is empty.
func RecordOf(g store.Game, reason string) *record.Record {
	r := &record.Record{Intro: g.Intro}
	r.SetTag(record.GameTag, g.Game)
	if len(g.Rules) > 0 {
		r.SetTag(record.RulesTag, ruleWords(g.Rules))
	}
	r.SetTag(record.DateTag, g.Created.Format("2006-01-02"))
	over := g.Outcome != "none"
	for _, t := range g.Tags {
		if t.Name != record.StatedTag || over {
			r.SetTag(t.Name, t.Value)
		}
	}
	if g.Clock != nil {
		r.SetTag(record.ClockTag, timeControl(g.Clock))
	}
	for i, seat := range g.Seats {
		r.SetTag(record.SeatTag(seatName(i)), playerTag(seat))
	}
	r.SetTag(record.StartTag, g.Start)
	r.SetTag(record.ResultTag, record.Unfinished)
	if over {
		r.SetTag(record.ResultTag, g.Outcome)
	}
	if over && reason != "" {
		r.SetTag(record.ReasonTag, reason)
	}
	for _, step := range g.Steps {
		switch {
		case !step.Part:
			r.Turns = append(r.Turns, record.Turn{Token: step.Text, Comment: step.Comment})
		case !over:
			r.Pending = append(r.Pending, step.Text)
		}
	}
	return r
}
