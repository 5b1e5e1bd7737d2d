package driver

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// infoCases are lines of the protocol, of UCI and of neither. wrong is a part
// of the error.
var infoCases = []struct {
	line  string
	want  Info
	wrong string
}{
	{line: "info depth 6 seldepth 9 multipv 1 score cp -35 nodes 1200 nps 400000 hashfull 12 tbhits 3 time 3 pv 0.2s3 8.1s5",
		want: Info{Depth: 6, SelDepth: 9, MultiPV: 1, HasScore: true, CP: -35, Nodes: 1200, NPS: 400000, HashFull: 12, TBHits: 3,
			Time: 3 * time.Millisecond, PV: []string{"0.2s3", "8.1s5"}}},
	{line: "info depth 3 score mate -4 proof loss",
		want: Info{Depth: 3, HasScore: true, Mate: -4, Proof: ProvedLoss}},
	{line: "info depth 3 score cp 20 lowerbound nodes 5",
		want: Info{Depth: 3, HasScore: true, CP: 20, Bound: LowerBound, Nodes: 5}},
	{line: "info score cp 20 chance 6400 nodes 5", want: Info{HasScore: true, CP: 20, Chance: 6400, Nodes: 5}},
	{line: "info solving 250 time 900", want: Info{Solving: 250, Time: 900 * time.Millisecond}},
	{line: "info solving 1001", wrong: "thousandths"},
	{line: "info chance 10000", wrong: "chances are 1 to 9999"},
	{line: "info depth 2 scores 1200 -300 0 50 nodes 7",
		want: Info{Depth: 2, Scores: []int{1200, -300, 0, 50}, Nodes: 7}},
	{line: "info string no win in 3, depth 4",
		want: Info{Text: "no win in 3, depth 4"}},
	{line: "info depth 4 string a string",
		want: Info{Depth: 4, Text: "a string"}},
	{line: "  info   currmove e2e4  currmovenumber 1 depth 7 \t",
		want: Info{Depth: 7}},
	{line: "info", want: Info{}},
	{line: "info pv", want: Info{PV: []string{}}},
	{line: "info depth", wrong: "info depth: the value is missing"},
	{line: "info depth 3 nodes -1", want: Info{Depth: 3}, wrong: `info nodes: "-1" is not a count`},
	{line: "info depth 99999999999999999999", wrong: "is not a number"},
	{line: "info score", wrong: "the value is missing"},
	{line: "info score cp", wrong: "the value is missing"},
	{line: "info score cp x", want: Info{HasScore: true}, wrong: "is not a number"},
	{line: "info score wdl 1", wrong: `"wdl" is neither cp nor mate`},
	{line: "info scores x", wrong: "the value is missing"},
	{line: "info proof perhaps", wrong: "proofs are win, loss and draw"},
	{line: "information", wrong: "not an info line"},
	{line: "info time 18446744073709551615", want: Info{Time: time.Duration(maxMillis) * time.Millisecond}},
}

func TestParseInfo(t *testing.T) {
	for _, tc := range infoCases {
		got, err := ParseInfo(tc.line)
		tc.want.Raw = tc.line
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.line, diff)
		}
		if tc.wrong == "" && err != nil || tc.wrong != "" && (err == nil || !strings.Contains(err.Error(), tc.wrong)) {
			t.Errorf("%q: error %v, want %q", tc.line, err, tc.wrong)
		}
	}
}

// rewrite writes an info line with the fields of i.
func rewrite(i Info) string {
	s := fmt.Sprintf("info depth %d seldepth %d multipv %d nodes %d nps %d hashfull %d tbhits %d time %d solving %d",
		i.Depth, i.SelDepth, i.MultiPV, i.Nodes, i.NPS, i.HashFull, i.TBHits, i.Time.Milliseconds(), i.Solving)
	if i.HasScore {
		s += fmt.Sprintf(" score cp %d score mate %d", i.CP, i.Mate)
	}
	s += " " + string(i.Bound)
	if i.Chance != 0 {
		s += fmt.Sprint(" chance ", i.Chance)
	}
	if i.Proof != NotProved {
		s += " proof " + string(i.Proof)
	}
	if len(i.Scores) > 0 {
		s += " scores " + strings.Trim(fmt.Sprint(i.Scores), "[]")
	}
	if i.PV != nil {
		return s + " pv " + strings.Join(i.PV, " ")
	}
	if i.Text != "" {
		s += " string " + i.Text
	}
	return s
}

// A line that can be read says the same when it is written from what was read.
func FuzzParseInfo(f *testing.F) {
	for _, tc := range infoCases {
		f.Add(tc.line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		got, err := ParseInfo(line)
		if got.Raw != line {
			t.Fatalf("Raw is %q", got.Raw)
		}
		if err != nil {
			return
		}
		again, err := ParseInfo(rewrite(got))
		again.Raw = line
		if diff := cmp.Diff(got, again); diff != "" || err != nil {
			t.Errorf("read again: %v (-first +second):\n%s", err, diff)
		}
	})
}

var optionCases = []struct {
	line  string
	want  Option
	wrong string
}{
	{line: "option name Hash type spin default 64 min 1 max 4096",
		want: Option{Name: "Hash", Type: "spin", Default: "64", Min: 1, Max: 4096, HasRange: true}},
	{line: "option name Game type combo default square4 var square4 var teeko",
		want: Option{Name: "Game", Type: "combo", Default: "square4", Choices: []string{"square4", "teeko"}}},
	{line: "option name square4.slideback type check default true",
		want: Option{Name: "square4.slideback", Type: "check", Default: "true"}},
	{line: "option name Clear Hash type button", want: Option{Name: "Clear Hash", Type: "button"}},
	{line: "option name Book File type string default <empty>", want: Option{Name: "Book File", Type: "string"}},
	{line: "option name Book File type string default two words", want: Option{Name: "Book File", Type: "string", Default: "two words"}},
	{line: "option name S type combo default max var max var very good",
		want: Option{Name: "S", Type: "combo", Default: "max", Choices: []string{"max", "very good"}}},
	{line: "option name Depth type spin default 3 min one max 4", wrong: `min of option Depth is "one"`},
	{line: "option name Depth", wrong: "without name or type"},
	{line: "option", wrong: "without name or type"},
	{line: "options", wrong: "not an option line"},
}

func TestParseOption(t *testing.T) {
	for _, tc := range optionCases {
		got, err := ParseOption(tc.line)
		if tc.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), tc.wrong) {
				t.Errorf("%q: %v, want %q", tc.line, err, tc.wrong)
			}
			continue
		}
		if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", tc.line, err, diff)
		}
	}
}

func FuzzParseOption(f *testing.F) {
	for _, tc := range optionCases {
		f.Add(tc.line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		o, err := ParseOption(line)
		if err == nil && (o.Name == "" || o.Type == "") {
			t.Errorf("an option without name or type was accepted: %+v", o)
		}
	})
}

func TestParseBest(t *testing.T) {
	for line, want := range map[string]Best{
		"bestmove 0.2s3":              {Move: "0.2s3"},
		"bestmove 0.2s3 ponder 8.1s5": {Move: "0.2s3", Ponder: "8.1s5"},
		"bestmove none":               {},
		" bestmove a ponder":          {Move: "a"},
	} {
		if got, ok, err := ParseBest(line); got != want || !ok || err != nil {
			t.Errorf("%q: %v, %v, %v, want %v", line, got, ok, err, want)
		}
	}
	for _, line := range []string{"bestmove", "bestmove \t"} {
		if got, ok, err := ParseBest(line); !ok || err == nil {
			t.Errorf("%q was read as %v, %v, %v", line, got, ok, err)
		}
	}
	for _, line := range []string{"", "bestmoves a", "info"} {
		if got, ok, err := ParseBest(line); ok || err != nil {
			t.Errorf("%q was read as %v, %v", line, got, err)
		}
	}
}

func TestParseRefusal(t *testing.T) {
	r, ok := ParseRefusal("error game-over the game is over")
	if !ok || r.Code != "game-over" || r.Error() != "the game is over" {
		t.Errorf("ParseRefusal: %+v, %v", r, ok)
	}
	if r, ok := ParseRefusal("error busy"); !ok || r.Error() != "busy" {
		t.Errorf("ParseRefusal without text: %+v, %v", r, ok)
	}
}

func TestParseCommand(t *testing.T) {
	got, err := ParseCommand(`"my engine/run" --level=3 'a b' c\ d`)
	want := Command{Path: "my engine/run", Args: []string{"--level=3", "a b", "c d"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if name := got.DisplayName(); name != "run" {
		t.Errorf("DisplayName: %q", name)
	}
	for _, line := range []string{"", "  ", "# nothing", `"open`} {
		if c, err := ParseCommand(line); err == nil {
			t.Errorf("%q was read as %v", line, c)
		}
	}
}

// TestParseCommandPaths has programs whose paths have spaces, and some that are
// the beginnings of others'.
func TestParseCommandPaths(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"my engines/eng", "my engines/eng 2", "my engines/it's", "a/eng", "a/eng 12/run", "eng"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, tc := range []struct {
		dir, line, path string
		args            []string
	}{
		{"", in("my engines/eng"), in("my engines/eng"), nil},
		{"", " " + in("my engines/eng") + "  ", in("my engines/eng"), nil},
		{"", in("my engines/eng") + ` --level 3 'a b'`, in("my engines/eng"), []string{"--level", "3", "a b"}},
		{"", in("my engines/eng 2") + " -x", in("my engines/eng 2"), []string{"-x"}},
		{"", in("my engines/it's"), in("my engines/it's"), nil},
		{"", `"` + in("my engines/eng") + `" -x`, in("my engines/eng"), []string{"-x"}},
		{"", in("a/eng 12/run"), in("a/eng 12/run"), nil},
		{"", in("a/eng") + " 12", in("a/eng"), []string{"12"}},
		{"", in("my engines"), in("my"), []string{"engines"}}, // a folder is no program
		{dir, "my engines/eng -x", "my engines/eng", []string{"-x"}},
		{dir, "./my engines/eng", "./my engines/eng", nil},
		{dir, "eng -x", "./eng", []string{"-x"}},
		{in("my engines"), "eng 2", "./eng 2", nil},
	} {
		c, err := ParseCommandIn(tc.dir, tc.line)
		if err != nil || c.Path != tc.path || !slices.Equal(c.Args, tc.args) {
			t.Errorf("%q in %q: %q %q %v, want %q %q", tc.line, tc.dir, c.Path, c.Args, err, tc.path, tc.args)
		}
	}
}

func TestWindowsWords(t *testing.T) {
	for line, want := range map[string][]string{
		`C:\engines\eng.exe --hash 16`:                  {`C:\engines\eng.exe`, "--hash", "16"},
		`"C:\Program Files\eng.exe" -x`:                 {`C:\Program Files\eng.exe`, "-x"},
		`cmd='C:\my engines\e.exe' "dir=D:\a b\"`:       {`cmd=C:\my engines\e.exe`, `dir=D:\a b\`},
		`name=a cmd=C:\e.exe args="--set Game=othello"`: {"name=a", `cmd=C:\e.exe`, "args=--set Game=othello"},
	} {
		if got, err := splitWords(line, true); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q %v, want %q", line, got, err, want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, want := range [][]string{nil, {""}, {"a b", "it's", `"x"`, `C:\e.exe`, "'", "$HOME", "tab\t", "line\nend"}} {
		for _, windows := range []bool{false, true} {
			if got, err := splitWords(Join(want), windows); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %q %v, want %q", Join(want), got, err, want)
			}
		}
	}
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	for _, tc := range []struct {
		in   string
		want []string
		err  error
	}{
		{"a\nb\r\n\nc", []string{"a", "b", "", "c"}, io.EOF},
		{"", nil, io.EOF},
		{"\r\n", []string{""}, io.EOF},
		{"a\r\r\n\tb \x1b[2J\rc\u009b\xfcé\n", []string{"a", "\tb \ufffd[2J\ufffdc\ufffd\ufffdé"}, io.EOF},
		{long + "\n" + long + "\r\n" + long, []string{long, long, long}, io.EOF},
		{long + "x\na", nil, ErrLineTooLong},
		{long + "xyz", nil, ErrLineTooLong},
	} {
		for _, r := range []io.Reader{strings.NewReader(tc.in), iotest.HalfReader(strings.NewReader(tc.in)),
			iotest.DataErrReader(strings.NewReader(tc.in))} {
			got, err := readLines(r)
			if diff := cmp.Diff(tc.want, got); diff != "" || !errors.Is(err, tc.err) {
				t.Errorf("%.20q: %v (-want +got):\n%.200s", tc.in, err, diff)
			}
		}
		if len(tc.in) > 100 {
			continue
		}
		got, err := readLines(iotest.OneByteReader(strings.NewReader(tc.in)))
		if diff := cmp.Diff(tc.want, got); diff != "" || !errors.Is(err, tc.err) {
			t.Errorf("%q byte by byte: %v (-want +got):\n%s", tc.in, err, diff)
		}
	}
}

// readLines reads all lines and the error behind them.
func readLines(r io.Reader) (lines []string, err error) {
	o := &output{}
	o.buffer = bufio.NewReaderSize(r, 16<<10)
	for {
		line, err := o.line()
		if err != nil {
			return lines, err
		}
		lines = append(lines, line)
	}
}
