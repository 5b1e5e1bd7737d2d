package enginetest

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"quadrille/engine"
)

var hyphenated = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// position checks everything that can be checked by looking at one position,
// and remembers it.
func (tr *trial) position(p engine.Position) {
	tr.facts(p)
	tr.legal(p)
	tr.state(p)
	tr.diagram(p.Diagram())
	tr.hash(p)
	tr.same("reading its FEN", p, tr.parse(p.FEN()))
	tr.seen = append(tr.seen, sighting{p, fullSnapshot(p)})
}

// parse reads a FEN that the game wrote.
func (tr *trial) parse(fen string) engine.Position {
	rules := maps.Clone(tr.rules)
	p, err := tr.contract.Game.ParseFEN(fen, rules)
	if err != nil {
		tr.failf("its own FEN %q is refused: %v", fen, err)
	}
	clear(rules) // the position must not depend on the caller's map
	if len(p.Pending()) == 0 && p.Token() != "" {
		tr.failf("a position read from %q has the last token %q", fen, p.Token())
	}
	return p
}

// facts checks seat, phase, result, scores and rules.
func (tr *trial) facts(p engine.Position) {
	players, result := p.Players(), p.Result()
	switch {
	case p.Game().Name() != tr.contract.Game.Name():
		tr.failf("the position belongs to %s", p.Game().Name())
	case players < 2 || players > engine.MaxPlayers:
		tr.failf("%d players", players)
	case p.Turn() < engine.P1 || int(p.Turn()) > players:
		tr.failf("turn %v of %d players", p.Turn(), players)
	case int(result.Winner) > players || !result.Over && result != engine.Result{}:
		tr.failf("result %+v of %d players", result, players)
	case result.Over && !hyphenated.MatchString(result.Reason):
		tr.failf("reason %q is no hyphenated word", result.Reason)
	case p.Phase() == "" || strings.ContainsAny(p.Phase(), " \t\n"):
		tr.failf("phase %q", p.Phase())
	case len(p.Scores()) != players:
		tr.failf("scores %v for %d players", p.Scores(), players)
	case strings.ContainsAny(p.FEN(), "\n\r") || p.FEN() != strings.Join(strings.Fields(p.FEN()), " "):
		tr.failf("FEN %q is not words with single spaces", p.FEN())
	}
	for _, o := range p.Game().Options() {
		if v, err := o.Canonical(p.Rules()[o.Name]); err != nil || v != p.Rules()[o.Name] {
			tr.failf("rule %s is %q: %v", o.Name, p.Rules()[o.Name], err)
		}
	}
}

// legal checks that a game has legal tokens exactly while it goes on, each
// once, each without spaces and in small letters, since that is how the
// protocol reads what people write in capitals.
func (tr *trial) legal(p engine.Position) {
	legal := p.Legal()
	if p.Result().Over != (len(legal) == 0) {
		tr.failf("result %v with legal tokens %v", p.Result(), legal)
	}
	sorted := slices.Sorted(slices.Values(legal))
	if len(slices.Compact(sorted)) != len(legal) {
		tr.failf("a legal token is listed twice: %v", legal)
	}
	for _, token := range legal {
		if token == "" || token == "none" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' || unicode.IsUpper(r) }) {
			tr.failf("%q cannot be a token", token)
		}
	}
	if !slices.Equal(legal, p.Legal()) {
		tr.failf("the order of the legal tokens changes")
	}
}

// state checks that the state is one line of JSON that can be read.
func (tr *trial) state(p engine.Position) {
	text, err := json.Marshal(p.State())
	var object map[string]any
	switch {
	case err != nil:
		tr.failf("the state is not JSON: %v", err)
	case strings.ContainsAny(string(text), "\n\r"):
		tr.failf("the state is not one line: %s", text)
	case json.Unmarshal(text, &object) != nil || len(object) == 0:
		tr.failf("the state is not a JSON object: %s", text)
	}
}

// diagram checks that the picture is lines of ASCII and ends with one that is
// not empty.
func (tr *trial) diagram(d engine.Diagram) {
	lines := strings.Split(strings.TrimSuffix(d.String(), "\n"), "\n")
	if len(d) < 2 || len(lines) != len(d) || lines[len(lines)-1] == "" {
		tr.failf("diagram of %d lines prints as %q", len(d), lines)
	}
	for _, line := range lines {
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) || len(line) > 100 {
			tr.failf("line of the diagram: %q", line)
		}
	}
}

// tokens plays some of the legal tokens, or all, and looks at what comes out.
func (tr *trial) tokens(p engine.Position, all bool) {
	legal := slices.Clone(p.Legal())
	if !all {
		tr.rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
		legal = legal[:min(len(legal), tr.contract.Sample)]
	}
	before := fullSnapshot(p)
	for _, token := range legal {
		next, err := p.Play(token)
		if err != nil {
			tr.failf("legal token %s is refused: %v", token, err)
		}
		if next.Token() != token || len(next.Pending()) > 0 {
			tr.failf("after %s the last token is %q, pending %v", token, next.Token(), next.Pending())
		}
		tr.hash(next)
		if turn := tr.split(p, token); turn != nil {
			tr.actions(p, turn, token, next)
		}
	}
	if d := before.difference(fullSnapshot(p)); d != "" {
		tr.failf("playing its tokens changes a position: %s", d)
	}
}

// split returns the actions of a token, or nil when nothing is known of them.
func (tr *trial) split(p engine.Position, token string) []engine.Action {
	var own, given []engine.Action
	if s, ok := p.(engine.Splitter); ok {
		own = s.Split(token)
	}
	if tr.contract.Actions == nil {
		return own
	}
	given = tr.contract.Actions(token)
	if own != nil && spell(own) != spell(given) {
		tr.failf("%s is split into %s and not %s", token, spell(own), spell(given))
	}
	return given
}

// actions performs a turn action by action. Every position on the way must be
// a proper position, show what has been done and be completed by the rest.
func (tr *trial) actions(p engine.Position, turn []engine.Action, token string, end engine.Position) {
	verbs := engine.Verbs(p.Game())
	for i, a := range turn {
		if !slices.ContainsFunc(verbs, func(v engine.Verb) bool { return v.Name == a.Verb }) {
			tr.failf("%s: action %s has a verb that the game does not list", token, a)
		}
		next, err := p.Act(a)
		if err != nil {
			tr.failf("%s: action %s is refused: %v", token, a, err)
		}
		if i < len(turn)-1 {
			tr.middle(next, turn[:i+1], token, end)
		}
		p = next
	}
	tr.same("the actions of "+token, end, p)
	if p.Token() != token {
		tr.failf("after the actions of %s the last token is %q", token, p.Token())
	}
}

// middle checks a position in the middle of a turn.
func (tr *trial) middle(p engine.Position, done []engine.Action, token string, end engine.Position) {
	if got, want := spell(p.Pending()), spell(done); got != want {
		tr.failf("after %s of %s the pending actions are %s", want, token, got)
	}
	begun := p.Token()
	rest, ok := strings.CutPrefix(token, begun)
	if begun == "" || !ok || !slices.Contains(p.Legal(), rest) {
		tr.failf("in the middle of %s the token so far is %q and legal are %v", token, begun, p.Legal())
	}
	if tr.middles++; tr.middles%32 == 1 {
		seen := tr.seen
		tr.position(p)
		tr.refusals(p)
		tr.fens(p)
		tr.perft(p)
		tr.seen = seen
	}
	next, err := p.Play(rest)
	if err != nil {
		tr.failf("%s does not complete %s: %v", rest, begun, err)
	}
	tr.same("completing "+token, end, next)
	if next.Token() != token {
		tr.failf("after completing %s the last token is %q", token, next.Token())
	}
}

// spell writes actions as a list of commands.
func spell(actions []engine.Action) string {
	var words []string
	for _, a := range actions {
		words = append(words, a.String())
	}
	return strings.Join(words, ", ")
}
