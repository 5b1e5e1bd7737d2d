package formats

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quadrille/engine"
	"quadrille/protocol/record"
	"quadrille/protocol/record/othello"
)

// form is the form of a name, which must be there.
func form(name string) record.Format {
	f, err := ByName(name)
	if err != nil {
		panic(err)
	}
	return f
}

// file reads a file of another program.
func file(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "records", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// parse reads all games of a file. The error is the first refusal.
func parse(f record.Format, data []byte, folder fs.FS) (records []*record.Record, notes []string, err error) {
	file, err := f.Split(data, folder)
	if err != nil {
		return nil, nil, err
	}
	all := file.All(func(int) {})
	if len(all.Refused) > 0 {
		err = all.Refused[0]
	}
	return all.Records, all.Notes, err
}

// write writes games. The error is the first refusal.
func write(f record.Format, records []*record.Record) ([]byte, error) {
	data, refused := f.Print(records)
	if len(refused) > 0 {
		return nil, refused[0]
	}
	return data, nil
}

// damage is a text that cannot be read, the line or the byte that the error
// names, and a part of what it says.
type damage struct {
	text string
	at   int
	want string
}

// checkDamaged reads damaged texts.
func checkDamaged(t *testing.T, f record.Format, damaged []damage) {
	t.Helper()
	for _, tc := range damaged {
		_, _, err := parse(f, []byte(tc.text), nil)
		at, said := place(err)
		if at != tc.at || !strings.Contains(said, tc.want) || len(said) > 600 {
			t.Errorf("%.60q: error %.600v, want %d: %s", tc.text, err, tc.at, tc.want)
		}
	}
}

// place takes an error of a form apart: the line or the byte, -1 for an error
// without, and what is wrong there.
func place(err error) (at int, said string) {
	var text *record.ParseError
	var binary *othello.OffsetError
	switch {
	case errors.As(err, &text):
		return text.Line, text.Text
	case errors.As(err, &binary):
		return binary.Offset, binary.Text
	}
	return -1, ""
}

// checkRoundTrip writes games and reads them again. It returns what was
// written.
func checkRoundTrip(t rapid.TB, f record.Format, games ...*record.Record) []byte {
	t.Helper()
	text, err := write(f, games)
	if err != nil {
		t.Fatal(err)
	}
	again, notes, err := parse(f, text, nil)
	if diff := cmp.Diff(games, again); diff != "" || err != nil || notes != nil {
		t.Fatalf("%v %v\n%s\n%s", err, notes, text, diff)
	}
	return text
}

// checkAgain writes games as checkRoundTrip does. What was noted when they were
// read may be noted again.
func checkAgain(t rapid.TB, f record.Format, games ...*record.Record) {
	t.Helper()
	text, err := write(f, games)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := parse(f, text, nil)
	if diff := cmp.Diff(games, again); diff != "" || err != nil {
		t.Fatalf("%v\n%s\n%s", err, text, diff)
	}
}

// fuzz says that what is read is written and read again as the same games, and
// that an error says where it is.
func fuzz(f *testing.F, form record.Format, damaged []damage, seeds ...string) {
	for _, tc := range damaged {
		if len(tc.text) < 1000 {
			f.Add([]byte(tc.text))
		}
	}
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		games, _, err := parse(form, data, nil)
		if at, _ := place(err); err != nil && (at < 0 || at > len(data)+1) {
			t.Fatalf("error %v", err)
		}
		if len(games) > 0 {
			checkAgain(t, form, games...)
		}
	})
}

// randomGame plays random turns of a game from its start position: to the end, or
// half the time to some turn before. The record has the tags Game, Rules when
// the game has any, those given, Start, Result and Reason.
func randomGame(t *rapid.T, g engine.Game, rules engine.Rules, tags ...record.Tag) *record.Record {
	p, err := g.New(rules, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := &record.Record{}
	r.SetTag(record.GameTag, g.Name())
	if text := engine.FormatRules(g.Options(), p.Rules(), " "); text != "" {
		r.SetTag(record.RulesTag, text)
	}
	for _, tag := range tags {
		r.SetTag(tag.Name, tag.Value)
	}
	r.SetTag(record.StartTag, record.StartPos)
	most := 1000
	if rapid.Bool().Draw(t, "unfinished") {
		most = rapid.IntRange(1, 60).Draw(t, "turns")
	}
	// One number for all turns, since a draw for each is slow.
	seed := rapid.Uint64().Draw(t, "seed")
	for range most {
		legal := p.Legal()
		if len(legal) == 0 {
			break
		}
		seed = seed*6364136223846793005 + 1442695040888963407
		token := legal[(seed>>33)%uint64(len(legal))]
		if p, err = p.Play(token); err != nil {
			t.Fatal(err)
		}
		r.Turns = append(r.Turns, record.Turn{Token: token})
	}
	r.SetTag(record.ResultTag, record.Unfinished)
	if end := p.Result(); end.Over {
		r.SetTag(record.ResultTag, end.String())
		r.SetTag(record.ReasonTag, end.Reason)
	}
	return r
}

// randomText draws a text of several characters, the awkward ones of most formats
// among them, without white space at its ends or double.
func randomText(but string) *rapid.Generator[string] {
	return rapid.StringMatching(`[A-Za-zé"'()\\:;./\[\]]{1,8}( [a-z0-9\[\]\\]{1,5})?`).Filter(func(s string) bool {
		for _, c := range s {
			for _, b := range but {
				if b == c {
					return false
				}
			}
		}
		return true
	})
}
