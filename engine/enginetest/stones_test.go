package enginetest_test

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

// stones is a game for the tests of the contract, with what the four games have
// between them: three seats, turns of two actions, forced passes, a FEN without
// the rules. From a heap a player takes one to three stones and gives a point
// to a seat: "2g1", or place 2 and slide 1. At five stones one player must pass.
// Who takes the last stone wins, or loses to the next seat with misere=true. A
// flaw breaks one promise of package engine.
type stones struct{ flaw string }

func (g stones) Name() string  { return "stones" }
func (g stones) Title() string { return "Stones" }

func (g stones) Verbs() []engine.Verb {
	if g.flaw == "verb that is not listed" {
		return nil
	}
	return []engine.Verb{{Name: "place", Form: "NUMBER", Help: "take stones"}, {Name: "slide", Form: "SEAT", Help: "give a point"}, {Name: "pass", Help: "pass"}}
}

func (g stones) Options() []engine.Option {
	help := "who takes the last stone loses"
	if g.flaw == "option without help" {
		help = ""
	}
	return []engine.Option{
		{Name: "heap", Kind: engine.Spin, Default: "9", Min: 1, Max: 30, Help: "stones at the start"},
		{Name: "misere", Kind: engine.Check, Default: "false", Help: help},
	}
}

func (g stones) New(rules engine.Rules, _ uint64) (engine.Position, error) {
	resolved, err := engine.ResolveRules(g.Options(), rules)
	if err != nil && g.flaw == "option of the wrong kind" {
		return nil, engine.Refuse(engine.ErrPosition, "%s", err)
	}
	if err != nil {
		return nil, err
	}
	if g.flaw == "keeps the caller's map" && rules != nil {
		maps.Copy(rules, resolved)
		resolved = rules
	}
	return &heap{game: g, rules: resolved, left: resolved.Int("heap"), turn: engine.P1}, nil
}

func (g stones) ParseFEN(fen string, rules engine.Rules) (engine.Position, error) {
	resolved, err := engine.ResolveRules(g.Options(), rules)
	if err != nil {
		return nil, engine.Refuse(engine.ErrPosition, "%s", err)
	}
	p := &heap{game: g, rules: resolved}
	var turn, passed int
	n, err := fmt.Sscanf(fen, "%d %d %d,%d,%d %d %d", &p.left, &turn, &p.points[0], &p.points[1], &p.points[2], &passed, &p.taken)
	if g.flaw == "panics at a short FEN" && n < 3 {
		panic("short")
	}
	p.turn, p.passed = engine.Player(turn&3), passed == 1
	bad := err != nil || turn < 1 || turn > 3 || p.left < 0 || p.left > 30 || p.taken < 0 || p.taken > 3
	if g.flaw == "reads any FEN" {
		p.turn = max(p.turn, engine.P1)
		return p, nil
	}
	if bad || p.FEN() != fen {
		return nil, engine.Refuse(engine.ErrPosition, "not HEAP TURN A,B,C PASSED TAKEN: %q", engine.Clip(fen))
	}
	return p, nil
}

type heap struct {
	game   stones
	rules  engine.Rules
	left   int
	turn   engine.Player
	points [3]int
	passed bool
	taken  int // by the turn that has begun
	token  string
	looks  int
}

func (p *heap) Game() engine.Game   { return p.game }
func (p *heap) Rules() engine.Rules { return p.rules }
func (p *heap) Players() int        { return 3 }
func (p *heap) Turn() engine.Player { return p.turn }

func (p *heap) Phase() string {
	if p.taken > 0 {
		return "give"
	}
	return "take"
}

func (p *heap) Result() engine.Result {
	if p.left > 0 || p.taken > 0 {
		return engine.Result{}
	}
	last := p.turn.Next(3).Next(3)
	if p.rules.Bool("misere") {
		last = p.turn
	}
	if p.game.flaw == "wrong winner" && p.points[0] == 2 {
		last = last.Next(3)
	}
	if p.game.flaw == "end without a reason" {
		return engine.Win(last, "")
	}
	return engine.Win(last, "last-stone")
}

func (p *heap) Scores() []int {
	if p.game.flaw == "scores of two" {
		return p.points[:2]
	}
	return p.points[:]
}

func (p *heap) Legal() []string {
	if p.Result().Over {
		if p.game.flaw == "legal after the end" {
			return []string{"1g1"}
		}
		return nil
	}
	if p.left == 5 && !p.passed && p.taken == 0 {
		return []string{"pass"}
	}
	var tokens []string
	for n := range 3 {
		if p.taken > 0 {
			tokens = append(tokens, fmt.Sprintf("g%d", n+1))
			continue
		}
		for seat := 1; n < p.left && seat <= 3; seat++ {
			tokens = append(tokens, fmt.Sprintf("%dg%d", n+1, seat))
		}
	}
	if p.game.flaw == "legal twice" {
		tokens = append(tokens, tokens[0])
	}
	if p.game.flaw == "illegal legal token" && p.left == 4 {
		tokens = append(tokens, "4g1")
	}
	return tokens
}

func (p *heap) Play(token string) (engine.Position, error) {
	if p.game.flaw == "panics at a long token" && len(token) > 1000 {
		panic("long")
	}
	if p.Result().Over {
		if p.game.flaw == "end of the wrong kind" {
			return nil, engine.Refuse(engine.ErrIllegal, "over")
		}
		return nil, engine.RefuseOver(p.Result())
	}
	if token == "pass" {
		return p.pass()
	}
	take, give, ok := strings.Cut(token, "g")
	if !ok || (take == "") != (p.taken > 0) {
		if p.game.flaw == "nil in an interface" {
			return (*heap)(nil), engine.Refuse(engine.ErrIllegal, "no")
		}
		if p.game.flaw == "error of two lines" {
			return nil, engine.Refuse(engine.ErrIllegal, "no turn: %s", token)
		}
		return nil, engine.Refuse(engine.ErrIllegal, "%q is not a turn", engine.Clip(token))
	}
	var next engine.Position = p
	var err error
	if take != "" {
		if next, err = p.Act(engine.Action{Verb: "place", Args: []string{take}}); err != nil {
			return nil, err
		}
	}
	return next.Act(engine.Action{Verb: "slide", Args: []string{give}})
}

func (p *heap) pass() (engine.Position, error) {
	if p.left != 5 || p.passed || p.taken > 0 {
		return nil, engine.Refuse(engine.ErrIllegal, "no pass here")
	}
	next := *p
	next.passed, next.turn, next.token = true, p.turn.Next(3), "pass"
	return &next, nil
}

func (p *heap) Act(a engine.Action) (engine.Position, error) {
	if p.Result().Over {
		return nil, engine.RefuseOver(p.Result())
	}
	if a.Verb == "pass" && (len(a.Args) == 0 || p.game.flaw == "surplus arguments") {
		return p.pass()
	}
	if len(a.Args) == 0 || len(a.Args) > 1 && p.game.flaw != "surplus arguments" {
		return nil, engine.Refuse(engine.ErrArgument, "one number, 1 to 3")
	}
	n, err := strconv.Atoi(a.Args[0])
	if err != nil || n < 1 || n > 3 || a.Args[0] != strconv.Itoa(n) {
		return nil, engine.Refuse(engine.ErrArgument, "one number, 1 to 3")
	}
	next := *p
	switch {
	case a.Verb == "place" && p.taken == 0 && n <= p.left && (p.left != 5 || p.passed):
		next.taken, next.left, next.token = n, p.left-n, fmt.Sprint(n)
	case a.Verb == "slide" && p.taken > 0:
		if p.game.flaw == "shares its past" {
			p.points[n-1]++
		}
		next.points[n-1]++
		next.turn, next.taken, next.passed, next.token = p.turn.Next(3), 0, false, p.token+fmt.Sprintf("g%d", n)
		if p.game.flaw == "wrong last token" {
			next.token = fmt.Sprintf("g%d", n)
		}
	default:
		return nil, engine.Refuse(engine.ErrIllegal, "not now")
	}
	return &next, nil
}

func (p *heap) Pending() []engine.Action {
	if p.taken == 0 || p.game.flaw == "nothing pending" {
		return nil
	}
	return []engine.Action{{Verb: "place", Args: []string{strconv.Itoa(p.taken)}}}
}

// Token is lost in the middle of a turn that was read from a FEN.
func (p *heap) Token() string {
	if p.taken > 0 {
		return strconv.Itoa(p.taken)
	}
	return p.token
}

func (p *heap) FEN() string {
	passed := 0
	if p.passed && p.game.flaw != "FEN forgets the pass" {
		passed = 1
	}
	return fmt.Sprintf("%d %d %d,%d,%d %d %d", p.left, p.turn, p.points[0], p.points[1], p.points[2], passed, p.taken)
}

func (p *heap) Hash() uint64 {
	h := uint64(p.left)
	for _, part := range []int{int(p.turn), p.points[0], p.points[1], p.points[2], len(p.Legal()), p.taken} {
		if p.game.flaw == "poor hash" {
			part %= 2
		}
		h = h*31 + uint64(part)
	}
	return h
}

func (p *heap) State() any {
	if p.game.flaw == "state is not JSON" {
		return func() {}
	}
	if p.game.flaw == "state shows the last turn" {
		return map[string]any{"left": p.left, "last": p.token}
	}
	return map[string]any{"left": p.left, "points": p.points}
}

func (p *heap) Diagram() engine.Diagram {
	text := fmt.Sprintf("%d stones", p.left)
	switch p.game.flaw {
	case "diagram in colour":
		text = "\x1b[31m" + text
	case "empty last line":
		return engine.Diagram{{{Text: text}}, {}}
	case "looks are counted":
		p.looks++
		text += strings.Repeat("!", p.looks)
	}
	return engine.Diagram{{{Text: "heap"}}, {{Text: text}}}
}

func (p *heap) Split(token string) []engine.Action {
	if token == "pass" {
		return []engine.Action{{Verb: "pass"}}
	}
	take, give, _ := strings.Cut(token, "g")
	return []engine.Action{{Verb: "place", Args: []string{take}}, {Verb: "slide", Args: []string{give}}}
}

func (p *heap) Perft(depth int, stop func() bool) uint64 {
	n := engine.SlowPerft(p, depth, stop)
	if p.game.flaw == "perft counts too much" && depth == 2 {
		n++
	}
	return n
}

// plain is the reference: the heap as text.
type plain struct {
	heap         string
	turn         int
	points       []int
	five, misere bool
}

func newPlain(rules engine.Rules, _ uint64) enginetest.Reference {
	return &plain{heap: strings.Repeat("o", rules.Int("heap")), points: []int{0, 0, 0}, misere: rules["misere"] == "true"}
}

func (r *plain) Turn() engine.Player { return engine.Player(r.turn%3 + 1) }
func (r *plain) Scores() []int       { return r.points }

func (r *plain) Legal() []string {
	if r.heap == "ooooo" && !r.five {
		return []string{"pass"}
	}
	var tokens []string
	for _, take := range []string{"1", "2", "3"} {
		for _, give := range []string{"1", "2", "3"} {
			if len(r.heap) >= int(take[0]-'0') {
				tokens = append(tokens, take+"g"+give)
			}
		}
	}
	return tokens
}

func (r *plain) Play(token string) {
	r.five = token == "pass"
	r.turn++
	if token != "pass" {
		r.heap = r.heap[token[0]-'0':]
		r.points[token[2]-'1']++
	}
}

func (r *plain) Result() engine.Result {
	if r.heap != "" {
		return engine.Result{}
	}
	last := (r.turn + 2) % 3
	if r.misere {
		last = r.turn % 3
	}
	return engine.Win(engine.Player(last+1), "last-stone")
}
