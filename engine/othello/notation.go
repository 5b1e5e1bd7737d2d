package othello

import (
	"math/bits"
	"strings"

	"quadrille/engine"
)

var colours = [2]string{"Black", "White"}

// String returns the token of the turn: "f5" or "pass". NoTurn is "".
func (t Turn) String() string {
	switch {
	case t < Pass:
		return string([]byte{'a' + byte(t)%size, '1' + byte(t)/size})
	case t == Pass:
		return engine.Pass
	}
	return ""
}

// ParseTurn reads a token without regard to any position. ok is false when it
// is neither a square a1..h8 nor pass.
func ParseTurn(token string) (t Turn, ok bool) {
	if token == engine.Pass {
		return Pass, true
	}
	if len(token) != 2 || token[0] < 'a' || token[0] > 'h' || token[1] < '1' || token[1] > '8' {
		return NoTurn, false
	}
	return Turn(token[1]-'1')*size + Turn(token[0]-'a'), true
}

// squareNames lists a set of squares from a1 on.
func squareNames(set uint64) []string {
	names := make([]string, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		names = append(names, Turn(bits.TrailingZeros64(set)).String())
	}
	return names
}

// Legal lists the tokens that may be played, from a1 on, or pass alone.
func (p *Position) Legal() []string {
	switch {
	case p.result.Over:
		return nil
	case p.moves == 0:
		return []string{engine.Pass}
	}
	return squareNames(p.moves)
}

// Token returns the last turn.
func (p *Position) Token() string { return p.last.String() }

// Pending returns nothing, since a turn is one action.
func (p *Position) Pending() []engine.Action { return nil }

// Play plays a turn.
func (p *Position) Play(token string) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	t, ok := ParseTurn(token)
	if !ok {
		return nil, engine.Refuse(engine.ErrIllegal, "%q is not a turn; %s", engine.Clip(token), p.expected())
	}
	return p.checked(t)
}

// checked plays a turn if it is legal; the game is not over.
func (p *Position) checked(t Turn) (engine.Position, error) {
	switch {
	case t == Pass && p.moves != 0:
		return nil, engine.Refuse(engine.ErrIllegal, "a pass is allowed only to a side that cannot move; %s", p.expected())
	case t == Pass || p.moves>>t&1 != 0:
		return p.play(t), nil
	case p.state.Empty()>>t&1 == 0:
		return nil, engine.Refuse(engine.ErrIllegal, "%s is occupied; %s", t, p.expected())
	}
	return nil, engine.Refuse(engine.ErrIllegal, "%s outflanks no disk; %s", t, p.expected())
}

// expected says what may be played now.
func (p *Position) expected() string {
	who := colours[p.state.Side]
	if p.moves == 0 {
		return who + " cannot move and must pass"
	}
	return who + " may play: " + strings.Join(squareNames(p.moves), " ")
}

// Act performs `place SQUARE`, `place X Y` with column and row from 0, or
// `pass`.
func (p *Position) Act(a engine.Action) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	switch {
	case a.Verb == engine.Pass && len(a.Args) > 0:
		return nil, engine.Refuse(engine.ErrArgument, "pass takes no arguments")
	case a.Verb == engine.Pass:
		return p.checked(Pass)
	case a.Verb == "place":
		t, err := readPlace(a.Args)
		if err != nil {
			return nil, err
		}
		return p.checked(t)
	}
	return nil, engine.Refuse(engine.ErrIllegal, "othello has no %q; a turn is place SQUARE or, without a legal square, pass", engine.Clip(a.Verb))
}

// readPlace reads the square of a placement, by name or by column and row.
func readPlace(args []string) (Turn, error) {
	switch len(args) {
	case 1:
		if t, ok := ParseTurn(args[0]); ok && t != Pass {
			return t, nil
		}
		return NoTurn, engine.Refuse(engine.ErrArgument, "%q is not a square; squares are a1..h8", engine.Clip(args[0]))
	case 2:
		for _, arg := range args {
			if len(arg) != 1 || arg[0] < '0' || arg[0] > '7' {
				return NoTurn, engine.Refuse(engine.ErrArgument,
					"%q is not a column or row; both are 0..7, counted from the left and from the top", engine.Clip(arg))
			}
		}
		return Turn(args[1][0]-'0')*size + Turn(args[0][0]-'0'), nil
	}
	return NoTurn, engine.Refuse(engine.ErrArgument,
		"place takes a square, as in place f5, or a column and a row from 0, as in place 5 4")
}
