package square4

import (
	"fmt"
	"math/bits"
	"strings"

	"quadrille/engine"
)

// String returns the token of the turn: "0.2s3", "0.2" or "s3". NoTurn is "".
func (t Turn) String() string {
	var b []byte
	if cell := t.Place(); cell != NoCell {
		square, slot := squareSlot(cell)
		b = append(b, byte('0'+square), '.', byte('0'+slot))
	}
	if square := t.Slide(); square != NoSquare {
		b = append(b, 's', '0'+square)
	}
	return string(b)
}

// ParseTurn reads a token without regard to any position. ok is false when it
// is not of the form 0.2s3, 0.2 or s3 with squares 0..8 and slots 0..3.
func ParseTurn(token string) (t Turn, ok bool) {
	cell, square := uint8(NoCell), uint8(NoSquare)
	rest := token
	if len(rest) >= 3 && rest[1] == '.' {
		if rest[0] < '0' || rest[0] > '8' || rest[2] < '0' || rest[2] > '3' {
			return NoTurn, false
		}
		cell = CellAt(int(rest[0]-'0'), int(rest[2]-'0'))
		rest = rest[3:]
	}
	if len(rest) == 2 && rest[0] == 's' && rest[1] >= '0' && rest[1] <= '8' {
		square = rest[1] - '0'
		rest = ""
	}
	t = NewTurn(cell, square)
	return t, rest == "" && t != NoTurn
}

// Legal lists the tokens that may be played; in the middle of a turn the
// slides that complete it.
func (p *Position) Legal() []string {
	if p.result.Over {
		return nil
	}
	var turns []Turn
	if p.placed != NoCell {
		turns = appendSlides(nil, NoCell, p.state.Slides())
	} else {
		turns = p.state.Turns(nil)
	}
	tokens := make([]string, len(turns))
	for i, t := range turns {
		tokens[i] = t.String()
	}
	return tokens
}

// Token returns the last turn, or its placement alone while the slide is due.
func (p *Position) Token() string {
	if p.last == NoTurn {
		return ""
	}
	return p.last.String()
}

// Pending returns the placement of a turn whose slide is due.
func (p *Position) Pending() []engine.Action {
	if p.placed == NoCell {
		return nil
	}
	return []engine.Action{placeAction(p.placed)}
}

// Play plays a whole turn, or the slide that completes one.
func (p *Position) Play(token string) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	t, ok := ParseTurn(token)
	if !ok {
		return nil, engine.Refuse(engine.ErrIllegal,
			"%q is not a turn; %s", engine.Clip(token), p.expected())
	}
	if err := p.checkForm(t); err != nil {
		return nil, err
	}
	next := p
	if cell := t.Place(); cell != NoCell {
		var err error
		if next, err = next.place(cell); err != nil {
			return nil, err
		}
	}
	if square := t.Slide(); square != NoSquare {
		if next.result.Over {
			return nil, engine.Refuse(engine.ErrIllegal,
				"the placement in %s wins at once, so no slide follows: %s", token, NewTurn(t.Place(), NoSquare))
		}
		return asPosition(next.slide(square))
	}
	if !next.result.Over {
		return nil, engine.Refuse(engine.ErrIllegal,
			"%s does not win, so a slide must follow in the same token: %s", token, next.completions(token))
	}
	return next, nil
}

// checkForm refuses a token whose parts do not fit the phase.
func (p *Position) checkForm(t Turn) error {
	places := t.Place() != NoCell
	phase := p.Phase()
	if places == (phase == Placement) {
		return nil
	}
	return engine.Refuse(engine.ErrIllegal, "%s does not fit the phase %s; %s", t, phase, p.expected())
}

// expected says what a token looks like now.
func (p *Position) expected() string {
	switch p.Phase() {
	case PlacementSlide:
		return "a marble was placed, now a square slides: " + p.completions("")
	case Movement:
		return "all marbles are placed, so a turn is a slide alone: " + p.completions("")
	}
	return "a turn is a placement and a slide, such as " + p.example()
}

// completions lists the slides that are legal now, each behind a prefix.
func (p *Position) completions(prefix string) string {
	var words []string
	for set := p.state.Slides(); set != 0; set &= set - 1 {
		words = append(words, fmt.Sprintf("%ss%d", prefix, bits.TrailingZeros16(set)))
	}
	return strings.Join(words, " ")
}

func (p *Position) example() string { return p.Legal()[0] }

// place returns the position after a marble on the cell.
func (p *Position) place(cell uint8) (*Position, error) {
	square, slot := squareSlot(cell)
	switch bit := uint64(1) << cell; {
	case TileCells(p.state.Hole)&bit != 0:
		return nil, engine.Refuse(engine.ErrIllegal,
			"square %d is the hole, no marble can lie there; the hole's neighbours and all other squares may be used", square)
	case (p.state.Marbles[0]|p.state.Marbles[1])&bit != 0:
		return nil, engine.Refuse(engine.ErrIllegal,
			"slot %d of square %d is occupied; %s", slot, square, p.emptySlots(square))
	}
	next := *p
	next.state = p.state.Placing(cell)
	next.placed = cell
	next.last = NewTurn(cell, NoSquare)
	next.filled = NoSquare
	if HasBlock(next.state.Marbles[p.state.Side]) {
		next.placed = NoCell
		next.state = next.state.Passed()
		next.past = nil
		next.result = next.outcome()
	}
	return &next, nil
}

// emptySlots says which slots of a square are free.
func (p *Position) emptySlots(square int) string {
	empty := p.state.Empty()
	var free []string
	for slot := range slots {
		if empty>>CellAt(square, slot)&1 != 0 {
			free = append(free, fmt.Sprint(slot))
		}
	}
	if len(free) == 0 {
		return "the square is full"
	}
	return "free there: " + strings.Join(free, " ")
}

// slide returns the position after the square slides into the hole.
func (p *Position) slide(square uint8) (*Position, error) {
	if p.state.Slides()>>square&1 == 0 {
		return nil, p.refuseSlide(square)
	}
	next := *p
	next.state = p.state.Slid(square)
	next.placed = NoCell
	next.last = NewTurn(p.placed, square)
	next.filled = p.state.Hole
	next.past = nil
	next.enter(p.past) // nil behind a placement: what is placed never goes away
	return &next, nil
}

func (p *Position) refuseSlide(square uint8) error {
	may := strings.ReplaceAll(p.completions(""), "s", "")
	switch {
	case square == p.state.Hole:
		return engine.Refuse(engine.ErrIllegal, "square %d is the hole itself; squares that may slide: %s", square, may)
	case square == p.state.Barred:
		return engine.Refuse(engine.ErrIllegal, "square %d moved last and may not slide straight back; squares that may slide: %s", square, may)
	}
	return engine.Refuse(engine.ErrIllegal, "square %d is not next to the hole (%d); squares that may slide: %s", square, p.state.Hole, may)
}

// Act performs `place SQUARE SLOT` or `slide SQUARE`.
func (p *Position) Act(a engine.Action) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	switch a.Verb {
	case "place":
		return p.actPlace(a.Args)
	case "slide":
		return p.actSlide(a.Args)
	}
	return nil, engine.Refuse(engine.ErrIllegal, "square4 has no %q; a turn is place SQUARE SLOT, then slide SQUARE", engine.Clip(a.Verb))
}

func (p *Position) actPlace(args []string) (engine.Position, error) {
	if len(args) != 2 {
		return nil, engine.Refuse(engine.ErrArgument, "place takes a square 0..8 and a slot 0..3, as in place 0 2")
	}
	square, ok := digit(args[0], squares-1)
	if !ok {
		return nil, engine.Refuse(engine.ErrArgument, "%q is not a square; squares are 0..8", engine.Clip(args[0]))
	}
	slot, ok := digit(args[1], slots-1)
	if !ok {
		return nil, engine.Refuse(engine.ErrArgument, "%q is not a slot; slots are 0..3", engine.Clip(args[1]))
	}
	if phase := p.Phase(); phase != Placement {
		return nil, engine.Refuse(engine.ErrIllegal, "nothing can be placed in the phase %s; squares that may slide: %s",
			phase, strings.ReplaceAll(p.completions(""), "s", ""))
	}
	return asPosition(p.place(CellAt(square, slot)))
}

func (p *Position) actSlide(args []string) (engine.Position, error) {
	if len(args) != 1 {
		return nil, engine.Refuse(engine.ErrArgument, "slide takes a square 0..8, as in slide 3")
	}
	square, ok := digit(args[0], squares-1)
	if !ok {
		return nil, engine.Refuse(engine.ErrArgument, "%q is not a square; squares are 0..8", engine.Clip(args[0]))
	}
	if p.Phase() == Placement {
		return nil, engine.Refuse(engine.ErrIllegal, "place a marble first: place SQUARE SLOT")
	}
	return asPosition(p.slide(uint8(square)))
}

// asPosition keeps a nil *Position from becoming an interface that is not nil.
func asPosition(p *Position, err error) (engine.Position, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// digit reads a one-digit number up to most.
func digit(s string, most int) (int, bool) {
	if len(s) != 1 || s[0] < '0' || int(s[0]-'0') > most {
		return 0, false
	}
	return int(s[0] - '0'), true
}

// Split returns the placement and the slide of a token.
func (p *Position) Split(token string) []engine.Action {
	t, ok := ParseTurn(token)
	if !ok {
		return nil
	}
	var actions []engine.Action
	if cell := t.Place(); cell != NoCell {
		actions = append(actions, placeAction(cell))
	}
	if square := t.Slide(); square != NoSquare {
		actions = append(actions, engine.Action{Verb: "slide", Args: []string{fmt.Sprint(square)}})
	}
	return actions
}

func placeAction(cell uint8) engine.Action {
	square, slot := squareSlot(cell)
	return engine.Action{Verb: "place", Args: []string{fmt.Sprint(square), fmt.Sprint(slot)}}
}
