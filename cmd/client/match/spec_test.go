package match

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/match/arena"
	"quadrille/protocol/driver"
	"quadrille/protocol/record"
)

var engineTexts = []struct {
	text string
	want EngineSpec
	err  string
}{
	{"edax", EngineSpec{Cmd: "edax"}, ""},
	{`name=A cmd='./a b "c d"' dir=/tmp env=K=V env=L=M=N proto=ugi`,
		EngineSpec{Name: "A", Cmd: `./a b "c d"`, Dir: "/tmp", Env: []string{"K=V", "L=M=N"}, Proto: "ugi"}, ""},
	{"cmd=edax proto=nboard games=othello,teeko", EngineSpec{Cmd: "edax", Proto: "nboard", Games: []string{"othello", "teeko"}}, ""},
	{`level=3 option.Hash=16 'option.Clear Hash=now'`,
		EngineSpec{Options: []driver.Setting{{Name: "Level", Value: "3"}, {Name: "Hash", Value: "16"}, {Name: "Clear Hash", Value: "now"}}}, ""},
	{"name=x depth=4 nodes=1000 movetime=250", EngineSpec{Name: "x", Limits: &arena.Limits{Depth: 4, Nodes: 1000, MoveTime: 250 * time.Millisecond}}, ""},
	{"tc=40/60+0.5", EngineSpec{Limits: &arena.Limits{Base: time.Minute, Inc: 500 * time.Millisecond, Moves: 40}}, ""},
	{"tc=1m30s+0", EngineSpec{Limits: &arena.Limits{Base: 90 * time.Second}}, ""},
	{"follow=1.2", EngineSpec{Limits: &arena.Limits{Follow: 1.2, First: 1}}, ""},
	{"args='--tune x={x}' follow=1,0.4", EngineSpec{Args: "--tune x={x}", Limits: &arena.Limits{Follow: 1, First: 0.4}}, ""},
	{"follow=0", EngineSpec{}, "FACTOR[,FIRST]"}, {"follow=1,", EngineSpec{}, "FACTOR[,FIRST]"}, {"follow=nan", EngineSpec{}, "FACTOR[,FIRST]"},
	{"follow=1,2,3", EngineSpec{}, "FACTOR[,FIRST]"}, {"follow=1e9", EngineSpec{}, "FACTOR[,FIRST]"},
	{"./my engines/eng -x --y=2", EngineSpec{Cmd: "./my engines/eng -x --y=2"}, ""},
	{"/a=b/eng", EngineSpec{Cmd: "/a=b/eng"}, ""},
	{"/it's/eng", EngineSpec{Cmd: "/it's/eng"}, ""},
	{"name=a cmd=/my engines/eng -q depth=3", EngineSpec{Name: "a", Cmd: "/my engines/eng -q", Limits: &arena.Limits{Depth: 3}}, ""},
	{`name=a cmd="/my engines/eng"`, EngineSpec{Name: "a", Cmd: "/my engines/eng"}, ""},
	{"dir=/my games cmd=./eng", EngineSpec{Dir: "/my games", Cmd: "./eng"}, ""},
	{"name=a name=b", EngineSpec{}, "name is given twice"},
	{"name=a b", EngineSpec{}, `"b" is not of the form KEY=VALUE`},
	{"name=", EngineSpec{}, `"name=" is not of the form`},
	{"name='a", EngineSpec{}, "EOF"},
	{"colour=red", EngineSpec{}, "there is no key colour"},
	{"option.=3", EngineSpec{}, "there is no key option."},
	{"env=K", EngineSpec{}, "env takes NAME=VALUE"},
	{"depth=0", EngineSpec{}, "at least 1"}, {"depth=x", EngineSpec{}, "invalid syntax"}, {"nodes=-1", EngineSpec{}, "invalid syntax"},
	{"movetime=0", EngineSpec{}, "more than 0"}, {"movetime=nan", EngineSpec{}, "not a time"}, {"movetime=1e300", EngineSpec{}, "at most 24h"},
	{"tc=0/5", EngineSpec{}, "a clock is"}, {"tc=5+x", EngineSpec{}, "not a time"}, {"tc=+1", EngineSpec{}, "not a time"},
}

func TestParseEngine(t *testing.T) {
	for _, tc := range engineTexts {
		got, err := ParseEngine(tc.text)
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: %v, want %q", tc.text, err, tc.err)
			}
			continue
		}
		if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tc.text, err, diff)
		}
	}
}

// What is read has sound limits, and nothing makes the parser panic.
func FuzzParseEngine(f *testing.F) {
	for _, tc := range engineTexts {
		f.Add(tc.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseEngine(text)
		if err != nil || e.Limits == nil {
			return
		}
		l := *e.Limits
		if l == (arena.Limits{}) || l.Depth < 0 || l.MoveTime < 0 || l.MoveTime > 24*time.Hour || l.Base < 0 || l.Base > 24*time.Hour || l.Inc < 0 || l.Moves < 0 {
			t.Errorf("%q: %+v", text, l)
		}
	})
}

func TestNames(t *testing.T) {
	s := Spec{Engines: []EngineSpec{{Cmd: "/bin/edax -q"}, {Cmd: "edax"}, {Name: "x", Cmd: "edax"}, {Cmd: "edax"}}, Stall: 1, Limits: arena.Limits{Depth: 1}}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"edax", "edax-2", "x", "edax-3"} {
		if got := s.Engines[i].Name; got != want {
			t.Errorf("engine %d is called %s, want %s", i, got, want)
		}
	}
}

// A name comes from a command line or a file and goes to a terminal.
func TestNamesCanBeShown(t *testing.T) {
	long := strings.Repeat("W", 50)
	s := Spec{Engines: []EngineSpec{{Name: "\x1b[31mred\u202e", Cmd: "edax"}, {Cmd: "/bin/" + long}, {Cmd: long}}, Stall: 1, Limits: arena.Limits{Depth: 1}}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"[31mred", long[:37] + "...", long[:35] + "...-2"} {
		if got := s.Engines[i].Name; got != want {
			t.Errorf("engine %d is called %q, want %q", i, got, want)
		}
	}
	s = Spec{Engines: []EngineSpec{{Name: "\u200b", Cmd: "edax"}, {Cmd: "edax"}}, Stall: 1, Limits: arena.Limits{Depth: 1}}
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "name=NAME") {
		t.Errorf("a name that cannot be seen: %v", err)
	}
}

// A record of any game can be written and read back, whatever an engine said.
func FuzzRecord(f *testing.F) {
	f.Add("name", "detail\nwith {braces}\tand\x00 more", "+0.30 depth 4", "p1win")
	f.Add("a\"b\\", "\xff", "", "*")
	f.Fuzz(func(t *testing.T, name, detail, note, result string) {
		if result != "p1win" {
			result = "*"
		}
		spec := &Spec{Game: "teeko", Engines: []EngineSpec{{Name: name}}}
		g := arena.Game{ID: 1, Seats: []int{0, 0}, Start: "startpos", Turns: []string{"b1", "c2"}, Notes: []string{note},
			Result: result, Reason: "x", End: arena.EndCrash, Detail: detail}
		text, err := Record(spec, g).Print()
		if err != nil {
			t.Fatalf("not written: %v", err)
		}
		r, err := record.Parse(text)
		if err != nil || len(r.Turns) != 2 || r.Tag(record.ResultTag) != result {
			t.Errorf("read back: %v\n%s", err, text)
		}
	})
}

func TestSeed(t *testing.T) {
	s, e := &Spec{Seed: 7}, EngineSpec{}
	drawn := map[int]bool{}
	for game := range 50 {
		for seat := range 4 {
			drawn[s.seed(e, game, seat)] = true
		}
	}
	if len(drawn) != 200 || drawn[0] {
		t.Errorf("200 seats draw by %d seeds, or by none", len(drawn))
	}
	other := &Spec{Seed: 8}
	if s.seed(e, 1, 0) == other.seed(e, 1, 0) {
		t.Error("the seed of a player is not a matter of that of the match")
	}
	e.Options = []driver.Setting{{Name: "seed", Value: "3"}}
	if got := s.seed(e, 1, 0); got != 0 {
		t.Errorf("an engine with a seed of its own is given %d", got)
	}
}
