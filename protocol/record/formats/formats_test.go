package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/record"
)

// Files are told by what is in them, whatever they are called, and read.
func TestDetect(t *testing.T) {
	for _, tc := range []struct{ file, form string }{
		{"pentobi-duo.blksgf", "blksgf"}, {"pentobi-classic.blksgf", "blksgf"},
		{"edax.ggf", "ggf"}, {"edax-pass.ggf", "ggf"}, {"edax-unfinished.ggf", "ggf"},
		{"edax.wtb", "wthor"}, {"edax.txt", "transcript"},
	} {
		data := file(t, tc.file)
		for _, name := range []string{"-", "a.doc", "a.txt", "a.record", "a.ggf", "a.wtb", tc.file, strings.ToUpper(tc.file)} {
			f, err := Detect(name, data)
			if f.Name != tc.form || err != nil {
				t.Errorf("%s called %s is %s, %v", tc.file, name, f.Name, err)
				continue
			}
			games, notes, err := parse(f, data, nil)
			if err != nil || len(games) != 1 || notes != nil {
				t.Errorf("%s: %d games, %v, %v", tc.file, len(games), notes, err)
			}
		}
	}
	for _, tc := range []struct{ name, text, form string }{
		{"-", "[Game \"x\"]\n\n*", "record"}, {"a.txt", "[P1 \"a\"]\n[Game \"x\"]\n\n*", "record"}, {"a.ggf", "nonsense", "ggf"},
		{"a.transcript", "", "transcript"}, {"-", "F5 D6\n", "transcript"}, {"-", "\uFEFF (;GM[Othello];)", "ggf"},
		{"a.record", "f5d6c3", "transcript"}, {"-", "[Event \"?\"]\n\n1. f5 d6", "transcript"}, {"-", "f5d6c", "transcript"},
	} {
		if f, err := Detect(tc.name, []byte(tc.text)); f.Name != tc.form || err != nil {
			t.Errorf("%s %q is %s, not %s, %v", tc.name, tc.text, f.Name, tc.form, err)
		}
	}
}

// A guess that is wrong says which form was tried and what is there.
func TestOpenRefuses(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"-", "", "there is nothing in it"},
		{"a.doc", " \r\n", "there is nothing in it"},
		{"a.doc", "Dear Sir,\nwe played", `it begins with "Dear Sir," and looks like none of the forms of games: record ggf`},
		{"-", "(;GM[1]SZ[19];B[pd])", `it begins with "(;GM[1]SZ[19];B[pd])" and looks like none`},
		{"-", "[Event \"x\"]\n\n1. Nf3 d5", `it begins with "[Event \"x\"]" and looks like none`},
		{"a.record", "Dear Sir", `read as record: line 1: a record begins with its header, such as [Game "othello"], and not with "Dear"`},
		{"a.record", "[Event \"x\"]\n\n*", `read as record: line 3: the header of a record says which game it is, [Game "…"], and this one begins with [Event "x"]`},
		{"a.ggf", "Dear Sir", `read as ggf: line 1: a game begins with (; and not with "Dear Sir"`},
		{"a.wtb", "Dear Sir", `read as wthor: byte 8: the file ends within its header`},
		{"a.blksgf", "Dear Sir", `read as blksgf: line 1: a game tree begins with ( and not with "Dear Sir"`},
		{"Othello.01e4.ggf.bz2", "BZh91AY&SY", "it is packed by bzip2; unpack it first"},
		{"WTH.ZIP", "PK\x03\x04\x14\x00", "it is packed by zip; unpack it first"},
		{"a.ggf", "\x1f\x8b\x08\x00", "it is packed by gzip; unpack it first"},
		{"a.txt", "Dear Sir", `it begins with "Dear Sir" and looks like none`},
		{"a.transcript", "Dear Sir", `read as transcript: line 1: there is no game`},
		{"a.transcript", "a1 a2", `read as transcript: line 1: there is no game; the squares`},
		{"a.doc", "f5d6c", `read as transcript: line 1: behind move 2, "f5d6c" is not a square`},
	} {
		file, err := Open("", tc.name, []byte(tc.text))
		if err == nil {
			_, _, err = file.Game(1)
		}
		if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%s %q: %v, want %s", tc.name, tc.text, err, tc.want)
		}
	}
}

func TestByName(t *testing.T) {
	for _, name := range Names() {
		if f, err := ByName(name); err != nil || f.Name != name {
			t.Errorf("%s: %s, %v", name, f.Name, err)
		}
	}
	if _, err := ByName("pgn"); err == nil || err.Error() != `no file format "pgn"; there are: record ggf wthor blksgf fen transcript` {
		t.Errorf("error %v", err)
	}
}

// The name says the form, as far as that holds the game.
func TestToWrite(t *testing.T) {
	for _, tc := range []struct{ name, game, forms, err string }{
		{"a.record", "teeko", "record", ""}, {"a", "othello", "record", ""}, {"a.b/c", "othello", "record", ""}, {"a.sav", "blokus", "record", ""},
		{"A.GGF", "othello", "ggf", ""}, {"a.wtb", "othello", "wthor", ""}, {"a.blksgf", "blokus", "blksgf", ""}, {"a.transcript", "othello", "transcript", ""},
		{"a.fen", "teeko", "fen", ""}, {"a.txt", "othello", "transcript record", ""}, {"a.txt", "teeko", "record", ""},
		{"a.ggf", "teeko", "", "ggf holds games of othello and this is one of teeko, for which a name may end with .record .fen"},
		{"a.wtb", "blokus", "", "wthor holds games of othello and this is one of blokus, for which a name may end with .record .blksgf .fen"},
		{"a.blksgf", "othello", "", "blksgf holds games of blokus and this is one of othello, for which a name may end with .record .ggf .wtb .fen .transcript"},
		{"a.transcript", "square4", "", "transcript holds games of othello and this is one of square4, for which a name may end with .record .fen"},
	} {
		forms, err := ToWrite(tc.name, tc.game)
		var names []string
		for _, f := range forms {
			names = append(names, f.Name)
		}
		if strings.Join(names, " ") != tc.forms || (err == nil) != (tc.err == "") || err != nil && err.Error() != tc.err {
			t.Errorf("%s of %s: %v, %v", tc.name, tc.game, names, err)
		}
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
		file, err := Open("", name, data)
		if err != nil {
			return
		}
		if all := file.All(func(int) {}); len(file.Games) == 0 || len(all.Records)+len(all.Refused) != len(file.Games) {
			t.Errorf("of %d games %d are read and %d are refused", len(file.Games), len(all.Records), len(all.Refused))
		}
	})
}
