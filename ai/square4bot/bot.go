package square4bot

import (
	"quadrille/ai"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// bot is the player. It keeps its transposition table from search to search.
type bot struct {
	table tt.Table[tt.Entry]
	draws ai.Draws // how it chooses among turns that do not lose

	movement *movementTable // values of the latest movement phase with slideback=false

	certificate certificate // of Blue's win, once it was needed
}

// New returns a bot that has learned nothing. It is cheap: tables come with
// the first search.
func New() ai.Bot { return &bot{} }

// Reset forgets everything.
func (b *bot) Reset() {
	b.table.Clear()
	b.movement = nil
}

// Ready makes the table of full strength; a weaker player has a small one for
// each search. With slideback=false it unpacks the certificate of Blue's win.
func (b *bot) Ready(pos engine.Position, settings ai.Settings) {
	if settings.Level >= ai.MaxLevel {
		b.table.Ready(settings.Hash)
	}
	if s, _ := pos.(*square4.Position).SearchState(); certifiable(&s) {
		b.certificate = blueCertificate()
	}
}

// Eval splits the static evaluation.
func (b *bot) Eval(pos engine.Position) []ai.Term {
	s, _ := pos.(*square4.Position).SearchState()
	return standardWeights().terms(&s)
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	t := newTask(ctl, pos.(*square4.Position), limits, settings, report)
	t.draws = b.draws
	if len(t.Roots) == 0 {
		return ai.Best{}
	}
	t.setTime()
	t.askCertificate(b)
	switch {
	case settings.Weakened(limits):
		return t.playWeakly(b)
	case t.solvable():
		return t.solve(b.movementValues(t))
	}
	b.table.Resize(settings.Hash)
	if limits.Mate > 0 {
		return t.mate(&b.table)
	}
	return t.search(&b.table)
}

// movementValues returns a function that values the slides of a task in the
// movement phase, and whether the values are exact.
func (b *bot) movementValues(t *task) (after func(square uint8) int, exact bool) {
	if !t.state.NoBack {
		return t.ahead(2), true
	}
	if b.movement != nil {
		if place, ok := b.movement.find(&t.state); ok {
			return b.knownValues(t, place, t.hurried())
		}
	}
	if t.hurried() {
		return t.ahead(hurriedPlies), false
	}
	var place uint16
	b.movement, place = solveMovement(t.state, nil)
	return b.knownValues(t, place, false)
}

// hurriedPlies is how far a search without the time to solve the movement
// phase looks ahead.
const hurriedPlies = 10

// ahead values slides by looking some plies ahead.
func (t *task) ahead(plies int) func(square uint8) int {
	return func(square uint8) int {
		next := t.state.Slid(square)
		return lookAhead(&next, plies)
	}
}

// knownValues values slides by the bot's table, which does not know the past.
// Draws by repetition cannot decide what is not decided without them, so the
// phase is solved anew, with the past, only where they might spoil a win, or left
// at that in a hurry, when the values are not exact.
func (b *bot) knownValues(t *task, place uint16, hurried bool) (after func(square uint8) int, exact bool) {
	m := b.movement
	drawn := map[square4.State]bool{}
	for _, s := range t.pos.Recurring() {
		drawn[s] = true
	}
	spoilt := len(drawn) > 0 && t.anyDecided(m, place)
	if spoilt && !hurried {
		m, place = solveMovement(t.state, drawn)
	}
	return func(square uint8) int { return m.after(place, &t.state, square) }, !spoilt || !hurried
}

// anyDecided says whether a slide leads to a forced end.
func (t *task) anyDecided(m *movementTable, place uint16) bool {
	for _, root := range t.Roots {
		if m.after(place, &t.state, square4.Turn(root).Slide()) != 0 {
			return true
		}
	}
	return false
}
