package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// grammar is a small program's.
type grammar struct {
	Play   play `cmd:"" default:"withargs" help:"Play. It is the default."`
	Run    run  `cmd:"" aliases:"exec" help:"Run a program."`
	Secret play `cmd:"" hidden:""`
	Commands
	Debug bool `short:"d" help:"'Say' -- .more\\."`
}

type play struct {
	Game   string   `short:"g" placeholder:"GAME" env:"GAME"`
	Mode   string   `enum:"fast,slow," default:""`
	Secret string   `hidden:""`
	Files  []string `arg:"" optional:""`
}

func (play) Run() error { return nil }

type run struct {
	Command []string `arg:"" passthrough:""`
}

func (run) Run() error { return nil }

func small(t testing.TB) *Program {
	parser, err := kong.New(&grammar{}, kong.Name("small"), kong.Description(".small. Really."))
	if err != nil {
		t.Fatal(err)
	}
	return &Program{Model: parser.Model, Version: "small 1", Date: "2026-11-28", Values: func(placeholder string, _ []string) []string {
		if placeholder == "GAME" {
			return []string{"chess", "go"}
		}
		return nil
	}}
}

var completeCases = []struct{ line, want string }{
	{"", "completion man play run :files"},
	{"r", "run :files"},
	{"-", "--debug --game --help --mode"},
	{"--g", "--game"},
	{"-g ", "chess go"},
	{"-gchess ", "completion man play run :files"},
	{"--game=", "--game=chess --game=go"},
	{"--game go ", "completion man play run :files"},
	{"--mode s", "slow"},
	{"-d --mode=f", "--mode=fast"},
	{"--secret ", ""}, // a flag that nobody is told of is one all the same
	{"play a ", ":files"},
	{"play -- -", ":files"},
	{"run ./x --", ":files"},
	{"exec -", "--debug --help"},
	{"completion z", "zsh"},
	{"--unknown ", "completion man play run :files"},
	{"man x", ""},
}

func TestComplete(t *testing.T) {
	for _, tc := range completeCases {
		var got []string
		for _, candidate := range small(t).Complete(strings.Split(tc.line, " ")) {
			name, _, _ := strings.Cut(candidate, "\t")
			got = append(got, name)
		}
		want := strings.Fields(tc.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", tc.line, got, tc.want)
		}
	}
	if got := small(t).Complete([]string{"pl"}); !slices.Equal(got, []string{Files, "play\tPlay"}) {
		t.Errorf("descriptions: %q", got)
	}
}

// Whatever is on the line, a candidate continues its last word.
func FuzzComplete(f *testing.F) {
	for _, tc := range completeCases {
		f.Add(tc.line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Split(text, " ")
		for _, c := range small(t).Complete(words) {
			if c != Files && c != Folders && !strings.HasPrefix(c, words[len(words)-1]) {
				t.Errorf("%q: %q", text, c)
			}
		}
	})
}

func TestManual(t *testing.T) {
	page := small(t).Manual()
	for _, want := range []string{
		".TH SMALL 1 \"2026-11-28\" \"small 1\"\n.SH NAME\nsmall \\- \\&.small\n",
		"\n\\&.small. Really.\n",
		"\\fB\\-\\-mode\\fR=\\fIMODE\\fR\n.",
		"\\fB\\-d\\fR, \\fB\\-\\-debug\\fR\n\\&'Say' \\-\\- .more\\e.\n",
		"\\fB\\-g\\fR, \\fB\\-\\-game\\fR=\\fIGAME\\fR\nEnvironment: $GAME.\n",
		"[play] [\\fIflags\\fR] \\fI[<files> ...]\\fR\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	if strings.Contains(strings.ToLower(page), "secret") {
		t.Errorf("what is hidden is told:\n%s", page)
	}
}

func TestScript(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		text, err := Script(shell, "my-client")
		if err != nil || strings.Contains(text, "PROGRAM") || strings.Contains(text, "FUNCTION") || !strings.Contains(text, "_my_client_complete") {
			t.Errorf("%s: %v\n%s", shell, err, text)
		}
	}
	if _, err := Script("ksh", "client"); err == nil {
		t.Error("ksh is a shell")
	}
}

// TestMain makes the test binary a program, when it is told to.
func TestMain(m *testing.M) {
	if os.Getenv("CLI_TEST_PROGRAM") != "" {
		Main(&struct {
			Good  play  `cmd:""`
			Bad   bad   `cmd:""`
			Words words `cmd:""`
		}{}, kong.Name("test"))
		return
	}
	os.Exit(m.Run())
}

type bad struct{}

func (bad) Run() error { return os.ErrNotExist }

type words struct{}

func (words) Run(out io.Writer) error {
	fmt.Fprintln(out, "words")
	return nil
}

func TestExitStatus(t *testing.T) {
	for args, want := range map[string]int{"good": 0, "words": 0, "--help": 0, "bad": 1, "": 2, "--nonsense": 2, "nonsense": 2, "good --mode=x": 2} {
		cmd := exec.Command(os.Args[0], strings.Fields(args)...)
		cmd.Env = append(os.Environ(), "CLI_TEST_PROGRAM=1")
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("%q: status %d, want %d", args, got, want)
		}
	}
}

// A command whose output could not be written has failed.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no disk that is always full")
	}
	defer full.Close()
	for _, args := range []string{"words", "--help"} {
		cmd := exec.Command(os.Args[0], args)
		cmd.Env = append(os.Environ(), "CLI_TEST_PROGRAM=1")
		cmd.Stdout = full
		var errs strings.Builder
		cmd.Stderr = &errs
		cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != 1 || !strings.Contains(errs.String(), "cannot be written") {
			t.Errorf("%s: status %d, %s", args, got, errs.String())
		}
	}
}
