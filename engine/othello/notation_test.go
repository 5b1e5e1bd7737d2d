package othello

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"quadrille/engine"
)

func parse(t testing.TB, fen string) *Position {
	t.Helper()
	p, err := (Game{}).ParseFEN(fen, nil)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p.(*Position)
}

// played plays a transcript from the start.
func played(t testing.TB, transcript string) *Position {
	t.Helper()
	p := newPosition(engine.Rules{}, StartState())
	tokens, ok := SplitTranscript(transcript)
	if !ok && transcript != "" {
		t.Fatalf("%s is not a transcript", transcript)
	}
	for _, token := range tokens {
		next, err := p.Play(token)
		if err != nil {
			t.Fatal(err)
		}
		p = next.(*Position)
	}
	return p
}

// mustPass is a position where Black has to pass.
const mustPass = "f5f6d3g5h5h4f7h6"

// wipeOut is a whole game of nine moves.
const wipeOut = "e6f4e3f6g5d6e7f5c5"

// refusals are tokens and, with a space in them or a verb, actions.
var refusals = []struct {
	after, input string
	kind         error
	text         string
}{
	{"", "zz", engine.ErrIllegal, `"zz" is not a turn; Black may play: d3 c4 f5 e6`},
	{"", "F5", engine.ErrIllegal, `"F5" is not a turn; Black may play: d3 c4 f5 e6`},
	{"", "f5d6", engine.ErrIllegal, `"f5d6" is not a turn; Black may play: d3 c4 f5 e6`},
	{"", "e4", engine.ErrIllegal, "e4 is occupied; Black may play: d3 c4 f5 e6"},
	{"", "a1", engine.ErrIllegal, "a1 outflanks no disk; Black may play: d3 c4 f5 e6"},
	{"", "e3", engine.ErrIllegal, "e3 outflanks no disk; Black may play: d3 c4 f5 e6"},
	{"f5", "f5", engine.ErrIllegal, "f5 is occupied; White may play: f4 d6 f6"},
	{"", "pass", engine.ErrIllegal, "a pass is allowed only to a side that cannot move; Black may play: d3 c4 f5 e6"},
	{mustPass, "c5", engine.ErrIllegal, "c5 outflanks no disk; Black cannot move and must pass"},
	{wipeOut, "pass", engine.ErrOver, "the game is over: p1win (more-disks); undo or start a new one"},

	{"", "place i9", engine.ErrArgument, `"i9" is not a square; squares are a1..h8`},
	{"", "place pass", engine.ErrArgument, `"pass" is not a square; squares are a1..h8`},
	{"", "place 8 0", engine.ErrArgument, `"8" is not a column or row; both are 0..7, counted from the left and from the top`},
	{"", "place 4 -1", engine.ErrArgument, `"-1" is not a column or row; both are 0..7, counted from the left and from the top`},
	{"", "place 1 2 3", engine.ErrArgument, "place takes a square, as in place f5, or a column and a row from 0, as in place 5 4"},
	{"", "place", engine.ErrArgument, "place takes a square, as in place f5, or a column and a row from 0, as in place 5 4"},
	{"", "place e4", engine.ErrIllegal, "e4 is occupied; Black may play: d3 c4 f5 e6"},
	{"", "place 4 3", engine.ErrIllegal, "e4 is occupied; Black may play: d3 c4 f5 e6"},
	{"", "pass now", engine.ErrArgument, "pass takes no arguments"},
	{"", "pass ", engine.ErrArgument, "pass takes no arguments"},
	{"", "slide f5", engine.ErrIllegal, `othello has no "slide"; a turn is place SQUARE or, without a legal square, pass`},
	{wipeOut, "place a1", engine.ErrOver, "the game is over: p1win (more-disks); undo or start a new one"},
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		p := played(t, c.after)
		before := p.FEN()
		next, err := act(p, c.input)
		if err == nil || err.Error() != c.text || !errors.Is(err, c.kind) || next != nil {
			t.Errorf("%s after %q: position %v, error %q, want %q", c.input, c.after, next, err, c.text)
		}
		if errors.Is(err, engine.ErrArgument) != (c.kind == engine.ErrArgument) {
			t.Errorf("%s: the error is of the wrong kind: %v", c.input, err)
		}
		if p.FEN() != before {
			t.Errorf("%s changes the position", c.input)
		}
	}
}

// act performs an action if the input has a verb or a space, else plays a
// token.
func act(p *Position, input string) (engine.Position, error) {
	words := strings.Split(input, " ")
	if len(words) > 1 || words[0] == "place" {
		return p.Act(engine.Action{Verb: words[0], Args: words[1:]})
	}
	return p.Play(input)
}

// TestActions compares actions with the tokens that they stand for.
func TestActions(t *testing.T) {
	for _, c := range []struct{ after, action, token string }{
		{"", "place f5", "f5"},
		{"", "place 5 4", "f5"},
		{"", "place 3 2", "d3"},
		{"f5", "place 3 5", "d6"},
	} {
		p := played(t, c.after)
		words := strings.Fields(c.action)
		got, err := p.Act(engine.Action{Verb: words[0], Args: words[1:]})
		if err != nil {
			t.Errorf("%s after %q: %v", c.action, c.after, err)
			continue
		}
		if want := played(t, c.after+c.token); got.FEN() != want.FEN() || got.Token() != c.token {
			t.Errorf("%s after %q gives %s, last %s, want %s", c.action, c.after, got.FEN(), got.Token(), want.FEN())
		}
	}
	p := played(t, mustPass)
	got, err := p.Act(engine.Action{Verb: "pass"})
	if err != nil || got.Token() != "pass" || got.Turn() != engine.P2 {
		t.Errorf("pass: %v, %v", got, err)
	}
}

var transcripts = []struct {
	word   string
	tokens string // "" when it is not a transcript
}{
	{"f5d6c3", "f5 d6 c3"},
	{"F5D6c3", "f5 d6 c3"},
	{"f5", "f5"},
	{"f5pad6", "f5 pass d6"},
	{"f5psd6", "f5 pass d6"},
	{"f5--d6", "f5 pass d6"},
	{"f5passd6", "f5 pass d6"},
	{"PA", "pass"},
	{"a1a1", "a1 a1"}, // legality is not looked at
	{"", ""},
	{"f", ""},
	{"f5d", ""},
	{"f5 d6", ""},
	{"f9", ""},
	{"i5", ""},
	{"f5-", ""},
	{"5f", ""},
	{"f5\xff\xff", ""},
}

func TestSplitTranscript(t *testing.T) {
	for _, c := range transcripts {
		tokens, ok := SplitTranscript(c.word)
		if got := strings.Join(tokens, " "); got != c.tokens || ok != (c.tokens != "") {
			t.Errorf("%q is %q, %v, want %q", c.word, got, ok, c.tokens)
		}
	}
}

func TestTokens(t *testing.T) {
	for _, c := range []struct{ after, word, tokens string }{
		{"", "f5d6c3", "f5 d6 c3"},
		{"f5", "D6c3", "d6 c3"},
		{"", "f5", ""},   // a token
		{"", "pass", ""}, // a token
		{"", "F5", "f5"},
		{"", "f5d6,c3", ""},
		{mustPass, "c5", ""}, // a token, which Play refuses
		{mustPass, "C5", "pass c5"},
		{mustPass[:14], mustPass[14:] + "c5", "h6 pass c5"},
		{mustPass[:14], mustPass[14:] + "pac5", "h6 pass c5"},
		{"", "f5a1f6", "f5 a1 f6"},              // a1 is for Play to refuse
		{mustPass, "c5pac6", "pass c5 pass c6"}, // so is the second pass
		{"", wipeOut + "a1", strings.Join(squaresOf(wipeOut+"a1"), " ")},
	} {
		tokens, ok := played(t, c.after).Tokens(c.word)
		if got := strings.Join(tokens, " "); got != c.tokens || ok != (c.tokens != "") {
			t.Errorf("%q after %q is %q, %v, want %q", c.word, c.after, got, ok, c.tokens)
		}
	}
}

// squaresOf cuts a transcript without passes into pairs of letters.
func squaresOf(transcript string) []string {
	var pairs []string
	for pair := range slices.Chunk([]byte(transcript), 2) {
		pairs = append(pairs, string(pair))
	}
	return pairs
}

// FuzzTranscript checks that a transcript means the same however it is
// written, and that what Tokens inserts is played as far as the rest allows.
func FuzzTranscript(f *testing.F) {
	for _, c := range transcripts {
		f.Add(c.word)
	}
	f.Add(wipeOut)
	f.Add(mustPass + "c5")
	f.Fuzz(func(t *testing.T, word string) {
		split, ok := SplitTranscript(word)
		if !ok {
			return
		}
		again, ok := SplitTranscript(strings.ToUpper(strings.Join(split, "")))
		if !ok || !slices.Equal(again, split) {
			t.Fatalf("%q is %v, written together again %v", word, split, again)
		}
		p := newPosition(engine.Rules{}, StartState())
		tokens, _ := p.Tokens(word)
		forced := 0
		for _, token := range tokens {
			if token == "pass" && p.state.MustPass() {
				forced++
			}
			next, err := p.Play(token)
			if err != nil {
				return
			}
			p = next.(*Position)
		}
		if tokens != nil && (len(tokens) < len(split) || len(tokens) > len(split)+forced) {
			t.Fatalf("%q has %d turns, played as %v with %d forced passes", word, len(split), tokens, forced)
		}
	})
}
