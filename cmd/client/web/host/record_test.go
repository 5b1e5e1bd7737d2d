package host

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// records are games as docs/record.md writes them, which are read and written
// again. They have no date, which the host adds; written is what it writes.
var records = []struct {
	name, text, written string
}{
	{
		name: "square4, to the end",
		text: `[Game "square4"]
[Rules "pieces=8 slideback=true repetition=3"]
[Date "2026-11-27"]
[Event "tea"]
[P1 "human"]
[P2 "human"]
[Start "startpos"]
[Result "p1win"]
[Reason "block"]

{a short game} 1. 0.0s1 2. 8.0s4 {does not see it} 3. 0.1s1 4. 8.3s4 5. 0.2s1
6. 6.0s4 7. 0.3 p1win
`,
		written: `[Game "square4"]
[Rules "pieces=8 slideback=true repetition=3"]
[Date "2026-11-27"]
[Event "tea"]
[P1 "human"]
[P2 "human"]
[Start "startpos"]
[Result "p1win"]
[Reason "block"]

{a short game} 1. 0.0s1 2. 8.0s4 {does not see it} 3. 0.1s1 4. 8.3s4 5. 0.2s1
6. 6.0s4 7. 0.3 p1win
`,
	},
	{
		name: "half a turn",
		text: "[Game \"square4\"]\n[Date \"2026-11-27\"]\n[P1 \"Ann\"]\n\n1. 0.0s1 (place 8 0) *\n",
		written: `[Game "square4"]
[Rules "pieces=8 slideback=true repetition=3"]
[Date "2026-11-27"]
[P1 "Ann"]
[P2 "human"]
[Start "startpos"]
[Result "*"]

1. 0.0s1 (place 8 0) *
`,
	},
	{
		name: "given up",
		text: "[Game \"othello\"]\n[Date \"2026-11-27\"]\n[P2 \"engine level 3\"]\n[Result \"p2win\"]\n[Reason \"resign\"]\n\nd3 c5 p2win\n",
		written: `[Game "othello"]
[Date "2026-11-27"]
[P1 "human"]
[P2 "engine level 3"]
[Start "startpos"]
[Result "p2win"]
[Reason "resign"]

1. d3 2. c5 p2win
`,
	},
	{
		name: "from a position",
		text: "[Game \"othello\"]\n[Date \"2026-11-27\"]\n[Start \"---------------------------OX------XO--------------------------- O\"]\n\ne3 *\n",
		written: `[Game "othello"]
[Date "2026-11-27"]
[P1 "human"]
[P2 "human"]
[Start "---------------------------OX------XO--------------------------- O"]
[Result "*"]

1. e3 *
`,
	},
}

func TestRecords(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir)
	var ids []string
	for _, tc := range records {
		s, _, err := h.Create(t.Context(), Spec{Record: tc.text})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		ids = append(ids, s.ID)
	}
	for range 2 { // before and after a restart of the server
		for i, tc := range records {
			if got, err := written(t, h, ids[i]); err != nil || got != tc.written {
				t.Errorf("%s: %v (-want +got)\n%s", tc.name, err, cmp.Diff(tc.written, got))
			}
		}
		closeHost(t, h)
		h = hostIn(t, dir)
	}
	// What was written is read as what it was.
	s := create(t, h, Spec{Record: records[0].written})
	if got, err := written(t, h, s.ID); got != records[0].written || err != nil {
		t.Errorf("again: %v\n%s", err, cmp.Diff(records[0].written, got))
	}
}

// Undo keeps the comments of the turns that stay.
func TestCommentsStay(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Record: "[Game \"othello\"]\n\nd3 {first} c5 {second} *\n"})
	if _, err := h.Undo(t.Context(), s.ID, Undo{Turns: 1}); err != nil {
		t.Fatal(err)
	}
	play(t, h, s.ID, move("e3"))
	if text, _ := written(t, h, s.ID); !strings.HasSuffix(text, "\n1. d3 {first} 2. e3 *\n") {
		t.Errorf("record:\n%s", text)
	}
}

// A result that the turns contradict stays beside theirs, while they end the
// game.
func TestStatedResult(t *testing.T) {
	h := newHost(t)
	s := create(t, h, Spec{Record: "[Game \"square4\"]\n\n0.0s1 8.0s4 0.1s1 8.3s4 0.2s1 6.0s4 0.3 p2win"})
	text, err := written(t, h, s.ID)
	if err != nil || s.Result != "p1win" || !strings.Contains(text, "[StatedResult \"p2win\"]\n") || !strings.Contains(text, "[Result \"p1win\"]\n") {
		t.Errorf("%v\n%s", err, text)
	}
	if _, err := h.Undo(t.Context(), s.ID, Undo{Turns: 1}); err != nil {
		t.Fatal(err)
	}
	if text, _ := written(t, h, s.ID); strings.Contains(text, "StatedResult") {
		t.Errorf("behind an undo:\n%s", text)
	}
}

func TestRefusedRecords(t *testing.T) {
	h := newHost(t)
	for name, tc := range map[string]struct {
		text string
		want Kind
	}{
		"nothing":            {" ", BadRequest},
		"cut off":            {"[Game \"othello\"]\n\nd3", BadRequest},
		"no such game":       {"[Game \"chess\"]\n\n*", NoGame},
		"no such rule":       {"[Game \"othello\"]\n[Rules \"x=y\"]\n\n*", BadOption},
		"no position":        {"[Game \"othello\"]\n[Start \"x\"]\n\n*", BadPosition},
		"illegal":            {"[Game \"othello\"]\n\na1 *", Illegal},
		"a third of two":     {"[Game \"othello\"]\n[Result \"p3win\"]\n\nd3 p3win", BadRequest},
		"goes on after all":  {"[Game \"square4\"]\n\n0.0s1 8.0s4 0.1s1 8.3s4 0.2s1 6.0s4 0.3 8.1s4 *", Over},
		"no action":          {"[Game \"square4\"]\n\n(quit) *", BadRequest},
		"a whole turn, open": {"[Game \"square4\"]\n\n(place 0 0; slide 1) *", BadRequest},
		"too many":           {"[Game \"othello\"]\n\n" + strings.Repeat("pass ", mostTurns+1) + "*", BadRequest},
	} {
		if _, _, err := h.Create(t.Context(), Spec{Record: tc.text}); kindOf(err) != tc.want {
			t.Errorf("%s: %v (%s), want %s", name, err, kindOf(err), tc.want)
		}
	}
	if n := h.Stats().Stored; n != 0 {
		t.Errorf("%d games were made", n)
	}
}

// TestOtherFiles makes games of texts that other programs write.
func TestOtherFiles(t *testing.T) {
	const ggf = "(;GM[Othello]PC[GGS/os]PB[ant]PW[bee]RE[?]TY[8]" +
		"BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5/1.5]W[D6];)\n"
	h := newHost(t)
	for name, tc := range map[string]struct {
		text   string
		number int
		game   string // or "" when the text is refused
		want   string // turns, or what the refusal says
		notes  int
	}{
		"ggf":           {ggf, 0, "othello", "f5 d6", 0},
		"transcript":    {"F5d6C3", 0, "othello", "f5 d6 c3", 0},
		"blksgf":        {"(;GM[Blokus Duo];B[e10];W[j5])", 0, "blokus", "e10 j5", 0},
		"position":      {"..../..../..../.... O size=4,advanced=false,repetition=3 - moves b2 c3", 0, "teeko", "b2 c3", 0},
		"of two":        {ggf + ggf, 0, "", "2 games; number", 0},
		"second of two": {ggf + strings.Replace(ggf, "W[D6]", "W[F6]", 1), 2, "othello", "f5 f6", 0},
		"third of two":  {ggf + ggf, 3, "", "there is no game 3", 0},
		"below":         {ggf, -1, "", "there is no game -1", 0},
		"number alone":  {"", 1, "", "there is none", 0},
		"noted":         {strings.Replace(ggf, "TY[8]", "TY[8]XX[what]", 1), 0, "othello", "f5 d6", 1},
		"illegal":       {"f5f5", 0, "", "", 0},
		"no form":       {"Dear Sir or Madam", 0, "", "none of the forms", 0},
	} {
		var notes []string
		s, _, err := h.Create(t.Context(), Spec{Record: tc.text, Number: tc.number, Note: func(n string) { notes = append(notes, n) }})
		switch {
		case (err == nil) != (tc.game != ""):
			t.Errorf("%s: %v", name, err)
		case err != nil:
			if !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s: %q does not say %q", name, err, tc.want)
			}
		case s.Game != tc.game || strings.Join(s.Turns, " ") != tc.want || len(notes) != tc.notes:
			t.Errorf("%s: %s %v, notes %q", name, s.Game, s.Turns, notes)
		}
	}
}

// FuzzCreate makes games of arbitrary words and records. Whatever is refused
// leaves nothing behind, and what is taken can be written as a record, and read
// again.
func FuzzCreate(f *testing.F) {
	h := newFuzzHost(f)
	for _, tc := range records {
		f.Add("", "", "", tc.text)
	}
	f.Add("square4", "pieces=4", "", "")
	f.Add("othello", "", strings.Repeat("-", 64)+" X", "")
	f.Add("blokus", "variant=duo", "", "")
	f.Add("teeko\n", "a=b", "x moves y", "[Game \"teeko\"] *")
	f.Fuzz(func(t *testing.T, game, rules, fen, text string) {
		s, _, err := h.Create(t.Context(), Spec{Game: game, Rules: ruleMap(rules), FEN: fen, Record: text})
		if err != nil {
			if k := kindOf(err); k == "other" || k == Unavailable {
				t.Errorf("%v", err)
			}
			return
		}
		defer h.delete(s.ID, time.Now())
		written, err := written(t, h, s.ID)
		if err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		again, _, err := h.Create(t.Context(), Spec{Record: written})
		if err != nil {
			t.Fatalf("%v; the record was\n%s", err, written)
		}
		defer h.delete(again.ID, time.Now())
		if again.FEN != s.FEN || lineOf(again) != lineOf(s) || again.Result != s.Result {
			t.Errorf("%+v became %+v", s, again)
		}
	})
}

// FuzzAct does arbitrary things to a game, and takes back what it did.
func FuzzAct(f *testing.F) {
	h := newFuzzHost(f)
	first, _, err := h.Create(f.Context(), Spec{Game: "square4"})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"place 0 0", "slide 1", "pass", "moves 0.0s1", "0.0s1", "place 0 0; slide 1", "undo", "quit\n", "place \x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := h.State(t.Context(), first.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []Change{action(text), move(text)} {
			after, err := h.Act(t.Context(), s.ID, c)
			if k := kindOf(err); k == "other" || k == Unavailable {
				t.Errorf("%+v: %v", c, err)
			}
			if err == nil && len(after.Turns) > len(s.Turns)+1 {
				t.Errorf("%+v played %q", c, after.Turns)
			}
			if err == nil {
				s = after
			}
		}
		if _, err := h.Try(t.Context(), s.ID, text); kindOf(err) == "other" || kindOf(err) == Unavailable {
			t.Errorf("Try: %v", err)
		}
		if _, err := h.List(t.Context(), s.ID, text); kindOf(err) == "other" || kindOf(err) == Unavailable {
			t.Errorf("List: %v", err)
		}
		if now, _ := h.State(t.Context(), s.ID); now.Version != s.Version {
			t.Errorf("version %d, not %d", now.Version, s.Version)
		}
		if zero := 0; lineOf(s) != "" {
			if _, err := h.Undo(t.Context(), s.ID, Undo{To: &zero}); err != nil {
				t.Error(err)
			}
		}
	})
}

// written is a game as a record of our own.
func written(t *testing.T, h *Host, id string) (string, error) {
	t.Helper()
	own, err := h.Record(t.Context(), id, "")
	if err == nil && (own.Form != "record" || len(own.Lost) > 0) {
		t.Errorf("our own record of %s: %+v", id, own)
	}
	return string(own.Data), err
}
