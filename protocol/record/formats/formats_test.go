package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/record"
)

// The files of other programs are told by what is in them, whatever they are
// called, and read.
func TestDetect(t *testing.T) {
	for _, tc := range []struct{ file, form string }{
		{"pentobi-duo.blksgf", "blksgf"}, {"pentobi-classic.blksgf", "blksgf"},
		{"edax.ggf", "ggf"}, {"edax-pass.ggf", "ggf"}, {"edax-unfinished.ggf", "ggf"},
		{"edax.wtb", "wthor"}, {"edax.txt", "transcript"},
	} {
		data := file(t, tc.file)
		for _, name := range []string{"-", "a.doc", "a.txt", tc.file, strings.ToUpper(tc.file)} {
			f := Detect(name, data)
			if f.Name != tc.form {
				t.Errorf("%s called %s is %s", tc.file, name, f.Name)
				continue
			}
			games, notes, err := parse(f, data, nil)
			if err != nil || len(games) != 1 || notes != nil {
				t.Errorf("%s: %d games, %v, %v", tc.file, len(games), notes, err)
			}
		}
	}
	for _, tc := range []struct{ name, text, form string }{
		{"-", "[Game \"x\"]\n\n*", "record"}, {"a.txt", "[Game \"x\"]\n\n*", "record"}, {"-", "nonsense", "record"}, {"a.ggf", "nonsense", "ggf"},
		{"-", "", "record"}, {"a.txt", "", "record"}, {"-", "F5 D6\n", "transcript"}, {"-", "\uFEFF (;GM[Othello];)", "ggf"},
	} {
		if f := Detect(tc.name, []byte(tc.text)); f.Name != tc.form {
			t.Errorf("%s %q is %s, not %s", tc.name, tc.text, f.Name, tc.form)
		}
	}
}

func TestByName(t *testing.T) {
	for _, name := range Names() {
		if f, err := ByName(name); err != nil || f.Name != name {
			t.Errorf("%s: %s, %v", name, f.Name, err)
		}
	}
	if _, err := ByName("pgn"); err == nil || err.Error() != `no file format "pgn"; there are: record transcript ggf wthor blksgf` {
		t.Errorf("error %v", err)
	}
	var all []string
	for _, f := range All() {
		all = append(all, f.Extensions...)
	}
	if slices.Sort(all); len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Errorf("an extension is of two forms: %v", all)
	}
}

// The pass that Edax wrote is the one that the rules put in.
func TestEdaxPass(t *testing.T) {
	data := file(t, "edax-pass.ggf")
	if !strings.Contains(string(data), "W[PA]") {
		t.Fatal("the file has no pass")
	}
	want, _, err := parse(ggf, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := parse(ggf, []byte(strings.Replace(string(data), "W[PA]", "", 1)), nil)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// Records of several games are printed with an empty line between them.
func TestRecords(t *testing.T) {
	const text = "[Game \"x\"]\n[Result \"*\"]\n\n1. a *\n\n[Game \"y\"]\n[Result \"draw\"]\n\n1. b draw\n"
	f := All()[0]
	games, _, err := parse(f, []byte(text), nil)
	if err != nil || len(games) != 2 {
		t.Fatal(len(games), err)
	}
	if got, err := write(f, games); string(got) != text || err != nil {
		t.Errorf("%v\n%s", err, cmp.Diff(text, string(got)))
	}
	games[1].Turns[0].Token = "b c"
	if _, err := write(f, append([]*record.Record(nil), games...)); err == nil || !strings.HasPrefix(err.Error(), "game 2 is left out: turn 1") {
		t.Errorf("error %v", err)
	}
}

// Whatever the bytes, some form takes them or says what is wrong.
func FuzzDetect(f *testing.F) {
	f.Add("-", []byte("(;GM[Othello]B[F5];)"))
	f.Add("a.txt", []byte("f5d6"))
	f.Add("x.wtb", []byte("(;GM[Blokus Duo])"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		form := Detect(name, data)
		games, _, err := parse(form, data, nil)
		if err == nil && len(games) == 0 && form.Name != "wthor" {
			t.Errorf("%s: no games and no error", form.Name)
		}
	})
}
