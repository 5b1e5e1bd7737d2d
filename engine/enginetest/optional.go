package enginetest

import (
	"slices"
	"strings"

	"quadrille/engine"
)

// This file checks the interfaces of package engine that a position may have
// and need not have.

// lists checks an engine.Lister.
func (tr *trial) lists(p engine.Position) {
	l, ok := p.(engine.Lister)
	if !ok {
		return
	}
	for _, name := range l.Lists() {
		entries, err := l.List(name)
		if err != nil || !optionName.MatchString(name) {
			tr.failf("list %q: %v", name, err)
		}
		for _, entry := range entries {
			if entry == "" || entry != strings.Join(strings.Fields(entry), " ") {
				tr.failf("list %s: entry %q is not words with single spaces", name, entry)
			}
		}
	}
	for _, name := range append(garbage(), tr.endless[0]) {
		what := "list " + clip(name)
		tr.guard(what, func() {
			entries, err := l.List(name)
			if entries != nil {
				tr.failf("%s has entries", what)
			}
			tr.refused(what, nil, err, engine.ErrArgument)
		})
	}
}

// hopes checks that a seat which cannot win any more, as an engine.WinKnower has
// it, still cannot a turn later. In the end only the winner can, so none wins of
// which it was said that it cannot.
func (tr *trial) hopes(p, next engine.Position) {
	for seat := engine.P1; int(seat) <= p.Players(); seat++ {
		if !engine.CanWin(p, seat) && engine.CanWin(next, seat) {
			tr.failf("%v could not win any more, and now it can", seat)
		}
	}
}

// previews checks that an engine.Previewer says what Act says and always draws.
func (tr *trial) previews(p engine.Position) {
	v, ok := p.(engine.Previewer)
	if !ok {
		return
	}
	actions := []engine.Action{{Verb: "pass"}, {Verb: "nonsense"}}
	for _, arg := range append(garbage(), tr.endless[0]) {
		actions = append(actions, engine.Action{Verb: "place", Args: []string{arg}})
	}
	if legal := p.Legal(); len(legal) > 0 {
		actions = append(actions, tr.split(p, legal[tr.rng.IntN(len(legal))])...)
	}
	before := fullSnapshot(p)
	for _, a := range actions {
		tr.guard("preview "+clip(a.String()), func() { tr.preview(p, v, a) })
	}
	if d := before.difference(fullSnapshot(p)); d != "" {
		tr.failf("a preview changes a position: %s", d)
	}
}

func (tr *trial) preview(p engine.Position, v engine.Previewer, a engine.Action) {
	d, err := v.Preview(a)
	_, want := p.Act(a)
	if (err == nil) != (want == nil) || err != nil && err.Error() != want.Error() {
		tr.failf("preview of %s: error %v, that of the action is %v", clip(a.String()), err, want)
	}
	tr.diagram(d)
}

// turns checks that an engine.OutOfTurn has for the colour to move what is legal.
func (tr *trial) turns(p engine.Position) {
	o, ok := p.(engine.OutOfTurn)
	if !ok {
		return
	}
	want := slices.DeleteFunc(slices.Clone(p.Legal()), func(t string) bool { return t == engine.Pass })
	got := o.LegalFor(engine.ColourToMove(p))
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		tr.failf("LegalFor the colour to move lists %v, legal are %v", got, want)
	}
}
