package host

import (
	"context"
	"slices"
	"strings"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/record"
)

// mostTurns bounds the length of a game, so that no line to an engine is longer
// than it reads.
const mostTurns = 10_000

// replay asks an engine about the position at which a record ends.
func (h *Host) replay(ctx context.Context, r *record.Record) (*beginning, error) {
	fen := r.Tag(record.StartTag)
	if fen == record.StartPos {
		fen = ""
	}
	rules := strings.Fields(r.Tag(record.RulesTag))
	if err := checkGame(r.Tag(record.GameTag), ruleMap(strings.Join(rules, " ")), fen); err != nil {
		return nil, err
	}
	b, err := h.start(ctx, r.Tag(record.GameTag), strings.Join(rules, " "), fen)
	if err != nil {
		return nil, err
	}
	lines, err := recordLines(r)
	if err != nil || len(lines) == 0 {
		return b, err
	}
	from := setup{game: b.head.Game, rules: ruleWords(b.head.Rules), start: b.start}
	b.facts, err = h.after(ctx, from, lines)
	return b, err
}

// recordLines are the lines that play a record's turns.
func recordLines(r *record.Record) ([]string, error) {
	var lines []string
	if len(r.Turns) > 0 {
		lines = turnLines(strings.Join(r.Tokens(), " "))
	}
	for _, action := range r.Pending {
		if err := checkAction(action); err != nil {
			return nil, err
		}
		lines = append(lines, action)
	}
	return lines, nil
}

// judge compares the record with what the engine says. A game may end by more
// than its rules, such as a resignation, but not otherwise than its rules say.
func (b *beginning) judge(r *record.Record) error {
	result := r.Tag(record.ResultTag)
	switch {
	case !slices.Equal(b.facts.pending, r.Pending) && len(b.facts.pending)+len(r.Pending) > 0:
		return Refuse(BadRequest, "the unfinished turn (%s) of the record is not one", clip(strings.Join(r.Pending, "; ")))
	case b.facts.over() && b.facts.result != result:
		return Refuse(BadRequest, "the record says %s, but its turns end the game with %s", result, b.facts.result)
	case len(result) > 1 && result[1] > byte('0'+b.facts.players) && result[0] == 'p':
		return Refuse(BadRequest, "the record says %s, but the game has %d seats", result, b.facts.players)
	case !b.facts.over() && result != record.Unfinished:
		b.head.Result, b.head.Reason = result, r.Tag(record.ReasonTag)
		if b.head.Reason == "" {
			b.head.Reason = "as-recorded"
		}
	}
	return nil
}

// ownTags are the tags that Record writes itself.
var ownTags = []string{record.GameTag, record.RulesTag, record.StartTag, record.ResultTag, record.ReasonTag,
	"P1", "P2", "P3", "P4"}

// keep remembers the turns, the comments and the other tags of a record. Turns
// that the engine writes in another way lose their comments.
func (b *beginning) keep(r *record.Record) {
	for _, t := range r.Tags {
		if !slices.Contains(ownTags, t.Name) {
			b.head.Tags = append(b.head.Tags, store.Tag{Name: t.Name, Value: t.Value})
		}
	}
	b.head.Intro = r.Intro
	n := next{}
	n.play(b.facts.turns, b.facts.pending)
	if b.steps = n.steps; slices.Equal(r.Tokens(), b.facts.turns) {
		for i, t := range r.Turns {
			b.steps[i].Comment = t.Comment
		}
	}
}

// Record returns the game as a record (docs/record.md).
func (h *Host) Record(ctx context.Context, id string) (string, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return "", err
	}
	defer g.release()
	text, err := g.record().Print()
	if err != nil {
		return "", Refuse(Unavailable, "the game cannot be written as a record: %v", err)
	}
	return text, nil
}

func (g *game) record() *record.Record {
	s := g.state.Load()
	r := &record.Record{Intro: g.head.Intro, Pending: s.Pending}
	r.SetTag(record.GameTag, g.head.Game)
	if g.facts.rules != "" {
		r.SetTag(record.RulesTag, g.facts.rules)
	}
	r.SetTag(record.DateTag, g.head.Created.Format("2006-01-02"))
	for _, t := range g.head.Tags {
		r.SetTag(t.Name, t.Value)
	}
	for i, seat := range g.head.Seats {
		r.SetTag(record.SeatTag(seatName(i)), playerTag(seat))
	}
	r.SetTag(record.StartTag, g.head.Start)
	r.SetTag(record.ResultTag, record.Unfinished)
	if s.Over() {
		r.SetTag(record.ResultTag, s.Result)
		r.SetTag(record.ReasonTag, s.Reason)
		r.Pending = nil
	}
	for _, step := range g.steps {
		if !step.Part {
			r.Turns = append(r.Turns, record.Turn{Token: step.Text, Comment: step.Comment})
		}
	}
	return r
}
