package enginetest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/engine"
)

// maxText is the longest error text, in bytes: it goes on one line of the
// protocol, to be read by people.
const maxText = 1000

// garbage is input that belongs to no game, beside tokens of all of them.
func garbage() []string {
	return []string{
		"", " ", "-", ".", ",", "s", "0", "-1", "+1", "1.5", "0x1", "1e9", "00", "none", "null", "PASS", "pass ", " pass",
		"99999999999999999999", "-99999999999999999999", "\x00", "\xff\xfe", "a\xffb", "é", "٣", "１", "🟥", "\n", "s3\n",
		"0.2s3", "0.2", "s3", "s4", "4.0s1", "9.0s1", "0.4s1", "b2", "b2c3", "a1a1", "e5f6", "z9", "d3", "D3", "i9", "a0",
		"e2e4", "e7e8q", "pass", "0000", "a20,a19,b19", "a20", "a20,a20", "t1,t2,", ",a1", "a1,,a2", "u21", "F", "place", "slide 3",
	}
}

// endless is input far longer than any a game has a use for.
func endless() []string {
	return []string{strings.Repeat("9", 70000), strings.Repeat("a1,", 20000), strings.Repeat("é", 30000)}
}

// refused checks the refusal of some input: no position and an error of the
// kind, whose text is one short line.
func (tr *trial) refused(what string, p engine.Position, err error, kind error) {
	if err == nil {
		tr.failf("%s is accepted", what)
	}
	if p != nil {
		tr.failf("%s: error %q, but the position is %T and not nil", what, err, p)
	}
	if !errors.Is(err, kind) {
		tr.failf("%s: error %q is not of the kind %q", what, err, kind)
	}
	checkText(tr, what, err)
}

// failer is a test or a trial.
type failer interface {
	Helper()
	failf(format string, args ...any)
}

// checkText checks that an error can stand on a line of the protocol.
func checkText(f failer, what string, err error) {
	f.Helper()
	text := err.Error()
	if text == "" || len(text) > maxText || !utf8.ValidString(text) ||
		strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		f.failf("%s: error text of %d bytes is no short line: %q", what, len(text), clip(text))
	}
}

// clip keeps failures readable.
func clip(s string) string {
	if len(s) > 300 {
		return s[:300] + "..."
	}
	return s
}

// refusals feeds a position with bad tokens and actions.
func (tr *trial) refusals(p engine.Position) {
	before := fullSnapshot(p)
	for _, token := range slices.Concat(garbage(), tr.endless) {
		tr.badToken(p, token)
	}
	legal := p.Legal()
	for range 10 {
		if len(legal) > 0 {
			tr.badToken(p, mutate(tr.rng, legal[tr.rng.IntN(len(legal))]))
		}
	}
	if legal != nil {
		tr.badToken(p, legal[0]+" "+legal[0])
		tr.badToken(p, legal[0]+legal[0])
	}
	tr.badActions(p)
	if d := before.difference(fullSnapshot(p)); d != "" {
		tr.failf("illegal input changes a position: %s", d)
	}
}

// badToken plays a token that is most likely illegal. Where it is accepted it
// must be another spelling of a legal token.
func (tr *trial) badToken(p engine.Position, token string) {
	what := "token " + clip(token)
	tr.guard(what, func() {
		next, err := p.Play(token)
		tr.outcome(p, what, next, err)
	})
}

// outcome checks what became of input that is most likely illegal.
func (tr *trial) outcome(p engine.Position, what string, next engine.Position, err error) {
	switch {
	case p.Result().Over:
		tr.refused(what+" after the end", next, err, engine.ErrOver)
	case err != nil:
		tr.refused(what, next, err, engine.ErrIllegal)
	default:
		tr.accepted(p, next, what)
	}
}

// accepted checks that what some input did is what a legal token does.
func (tr *trial) accepted(p, next engine.Position, what string) {
	last := strings.TrimPrefix(next.Token(), p.Token())
	if len(p.Pending()) == 0 {
		last = next.Token()
	}
	if len(next.Pending()) > 0 {
		if !slices.ContainsFunc(p.Legal(), func(t string) bool { return strings.HasPrefix(t, last) }) {
			tr.failf("%s is accepted as %q, which begins no legal token: %v", what, last, p.Legal())
		}
		return
	}
	if !slices.Contains(p.Legal(), last) {
		tr.failf("%s is accepted as %q, which is not legal: %v", what, last, p.Legal())
	}
	legal, err := p.Play(last)
	if err != nil {
		tr.failf("legal token %s is refused: %v", last, err)
	}
	tr.same(what+" is played as "+last, legal, next)
}

// badActions performs actions that are most likely illegal.
func (tr *trial) badActions(p engine.Position) {
	bad := garbage()
	for _, verb := range []string{"", "place", "slide", "pass", "Place", "move", "\xff", tr.endless[0]} {
		for _, a := range bad[:20] {
			tr.badAction(p, engine.Action{Verb: verb, Args: []string{a}})
		}
		tr.badAction(p, engine.Action{Verb: verb})
		tr.badAction(p, engine.Action{Verb: verb, Args: tr.endless[:1]})
		for n := range 7 {
			args := make([]string, n)
			for i := range args {
				args[i] = bad[tr.rng.IntN(len(bad))]
			}
			tr.badAction(p, engine.Action{Verb: verb, Args: args})
		}
	}
	legal := p.Legal()
	if len(legal) == 0 || len(p.Pending()) > 0 {
		return
	}
	if turn := tr.split(p, legal[tr.rng.IntN(len(legal))]); len(turn) > 0 {
		tr.wrongArguments(p, turn[0])
	}
}

func (tr *trial) badAction(p engine.Position, a engine.Action) {
	what := "action " + clip(a.Verb)
	for _, arg := range a.Args {
		what += " " + clip(arg)
	}
	tr.guard(what, func() {
		next, err := p.Act(a)
		tr.outcome(p, what, next, err)
	})
}

// wrongArguments takes a legal action and adds, drops and spoils arguments.
func (tr *trial) wrongArguments(p engine.Position, a engine.Action) {
	for _, extra := range []string{"0", "x", "", a.Verb} {
		long := engine.Action{Verb: a.Verb, Args: append(slices.Clone(a.Args), extra)}
		next, err := p.Act(long)
		tr.refused("action "+long.String(), next, err, engine.ErrArgument)
	}
	for i := range a.Args {
		short := engine.Action{Verb: a.Verb, Args: slices.Delete(slices.Clone(a.Args), i, i+1)}
		next, err := p.Act(short)
		tr.refused("action "+short.String(), next, err, engine.ErrArgument)
		for _, bad := range garbage() {
			spoilt := engine.Action{Verb: a.Verb, Args: slices.Clone(a.Args)}
			spoilt.Args[i] = bad
			tr.badAction(p, spoilt)
		}
	}
}

// mutate changes a text in one or two places.
func mutate(rng *rand.Rand, s string) string {
	const alphabet = "0123456789abcdefghijklmnopqrstXRBxop.#,-/= \x00\xff"
	b := []byte(s)
	for range 1 + rng.IntN(2) {
		if len(b) == 0 {
			return string(alphabet[rng.IntN(len(alphabet))])
		}
		i, j := rng.IntN(len(b)), rng.IntN(len(b))
		switch rng.IntN(7) {
		case 0:
			b = slices.Delete(b, i, i+1)
		case 1:
			b = slices.Insert(b, i, alphabet[rng.IntN(len(alphabet))])
		case 2, 3:
			b[i] = alphabet[rng.IntN(len(alphabet))]
		case 4:
			b[i], b[j] = b[j], b[i]
		case 5:
			b[i] = b[j]
		case 6:
			b = append(b[:i:i], b[j:]...)
		}
	}
	return string(b)
}
