package compliance

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/fivegames"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
)

// The engine is ours with a fifth game, or ours with the fault that the mode names.
func TestMain(m *testing.M) {
	drivertest.Main(m, func(mode string) int {
		switch mode {
		case "ours":
			return fivegames.Main(nil, os.Stdin, os.Stdout, os.Stderr)
		case "plain", "rough":
			return plainEngine(mode == "rough")
		case "hollow":
			hollowEngine()
		case "mute":
			for in := bufio.NewScanner(os.Stdin); in.Scan() && in.Text() != "quit"; {
			}
		default:
			return faulty(mode)
		}
		return 0
	})
}

// Every rule holds for our own engine, in a game too that the product does not have.
func TestOurEngine(t *testing.T) {
	config := Config{Command: drivertest.Command(t, "ours"), Wait: time.Minute, Seed: 1}
	if testing.Short() {
		config.Only = UGI // TestFaultsAreFound has most of the others run too
	}
	results, err := Run(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Verdict != OK {
			t.Errorf("%s: %s is %s: %s\n%s", r.Section, r.Rule, r.Verdict, r.Why, strings.Join(r.Lines, "\n"))
		}
	}
	if !Holds(results) {
		t.Error("the rules do not hold")
	}
}

// faults change what our engine answers; each must break the rule it names, and
// the lines that are replaced are found in the answer.
var faults = map[string]struct {
	rule     string // of the section Quadrille, unless it begins with ugi:
	old, new string
}{
	"no author":            {"greeting", "id author", "author"},
	"type of option":       {"greeting", " type spin ", " type number "},
	"no readyok":           {"ugi:ugi", "ugiok", "ugi ok"},
	"p1turn":               {"ugi:query", "response true", "response yes"},
	"two moves":            {"ugi:go depth", "bestmove ", "bestmove e2e4\nbestmove "},
	"ponder":               {"go", "bestmove ", "bestmove e2e4 ponder "},
	"illegal move":         {"go", "bestmove ", "bestmove x"},
	"depth in words":       {"info", "info depth ", "info depth two "},
	"no nodes":             {"info fields", " nodes ", " knots "},
	"scores":               {"info fields", " scores ", " score cp "},
	"code":                 {"moves", "error illegal-move", "error illegal"},
	"another code":         {"go errors", "error bad-argument go", "error bad-option go"},
	"no text":              {"unknown-command", `error unknown-command `, "error unknown-command\nnone "},
	"phase":                {"newgame", " phase=", " part="},
	"busy":                 {"busy", "error busy", "error bad-argument"},
	"undo":                 {"undo", "ok turn=", "error bad-argument no turn="},
	"bestmove at the end":  {"game over", "bestmove none", "bestmove 0.0s1"},
	"no proof":             {"exact", " proof win", ""},
	"mate without a proof": {"mate", " proof win", ""},
	"perft":                {"perft", ": 1", ": 2"},
	"state":                {"query state", `response {"`, `response {`},
	"show":                 {"show", "fen ", "board "},
	"eval":                 {"eval", "eval ", "error bad-argument no eval "},
	"bench":                {"bench", "nps ", "speed "},
	"help":                 {"help", "help bench", "help"},
	"options":              {"options", " name Level ", " name Strength "},
	"foreign lines":        {"standard output", "ugiok", "debug: on\nugiok"},
}

// faulty runs our engine and changes its output.
func faulty(mode string) int {
	r, w, err := os.Pipe()
	if err != nil {
		return 3
	}
	done := make(chan struct{})
	go func() {
		in := bufio.NewScanner(r)
		in.Buffer(nil, 4<<20)
		for in.Scan() {
			fmt.Println(strings.ReplaceAll(in.Text(), faults[mode].old, faults[mode].new))
		}
		close(done)
	}()
	code := enginecmd.Main(nil, os.Stdin, w, os.Stderr)
	w.Close()
	<-done
	return code
}

// Each fault is found, and no other rule needs to be looked at for it.
func TestFaultsAreFound(t *testing.T) {
	for mode, fault := range faults {
		section, name := Quadrille, fault.rule
		if rest, ok := strings.CutPrefix(name, "ugi:"); ok {
			section, name = UGI, rest
		}
		s := &suite{config: Config{Command: drivertest.Command(t, mode), Wait: time.Second, Seed: 1}}
		all := rules()
		i := slices.IndexFunc(all, func(r rule) bool { return r.section == section && r.name == name })
		if i < 0 {
			t.Fatalf("%s: there is no rule %s", mode, fault.rule)
		}
		r, err := s.run(t.Context(), all[i])
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != Broken || r.Why == "" {
			t.Errorf("%s: rule %s is %s: %s\n%s", mode, r.Rule, r.Verdict, r.Why, strings.Join(r.Lines, "\n"))
		}
	}
}

// plainEngine plays a game of two turns in plain UGI. A rough one does all that
// UGI does not forbid and engines do: Autaxx answers ugi once, Natural
// Selection goes to the start position at isready and plays its own moves,
// others search until they have something, and end as they like.
func plainEngine(rough bool) (status int) {
	if rough {
		status = 7
	}
	in := bufio.NewScanner(os.Stdin)
	var turns []string
	for asked := 0; in.Scan(); {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "ugi":
			if asked++; !rough {
				fmt.Print("id name Plain\nid author nobody\noption name Hash type spin default 1 min 1 max 8\nugiok\n")
			} else if asked == 1 {
				fmt.Print("Rough 1.0\noption name threads type spin default 8\nugiok\n")
			}
		case "isready":
			fmt.Println("readyok")
			if rough {
				turns = nil
			}
		case "position":
			turns = words[min(3, len(words)):]
		case "query":
			fmt.Println("response " + plainAnswer(words[1], turns))
		case "go":
			for words[1] == "infinite" && !rough && in.Scan() && in.Text() != "stop" {
				fmt.Println("readyok")
			}
			if !rough {
				fmt.Print("info depth 1 score cp 0 nodes 1\n")
			}
			fmt.Println("bestmove x")
			if rough {
				turns = append(turns, "x")
			}
		case "quit":
			return status
		}
	}
	return status
}

func plainAnswer(question string, turns []string) string {
	over := len(turns) == 2
	switch {
	case question == "p1turn":
		return fmt.Sprint(len(turns) != 1)
	case question == "gameover":
		return fmt.Sprint(over)
	case over:
		return "draw"
	}
	return "none"
}

// An engine that speaks plain UGI is judged by what that asks. What ours asks of
// the same words is told and does not count, and the rest is not offered.
func TestPlainUGI(t *testing.T) {
	for mode, broken := range map[string][]string{
		"plain": nil,
		"rough": {"greeting", "ugi again", "isready in search", "quit", "end of input", "standard output"},
	} {
		results, err := Run(t.Context(), Config{Command: drivertest.Command(t, mode), Wait: 20 * time.Second})
		if err != nil || !Holds(results) {
			t.Errorf("%s: %v, %s", mode, err, Summary(results))
		}
		var got []string
		for _, r := range results {
			if r.Section == UGI && r.Verdict == Broken || r.Counts != (r.Section == UGI) {
				t.Errorf("%s: %s is %s: %s, counts %v", mode, r.Rule, r.Verdict, r.Why, r.Counts)
			}
			if r.Section == Quadrille && r.Verdict == Broken {
				got = append(got, r.Rule)
			}
		}
		if diff := cmp.Diff(broken, got); diff != "" {
			t.Errorf("%s: of ours are broken (-want +got):\n%s", mode, diff)
		}
		if !strings.Contains(Summary(results), "not claimed") {
			t.Error(Summary(results))
		}
	}
}

// One broken rule of UGI counts, and so does the section that is asked for.
func TestHolds(t *testing.T) {
	for _, tc := range []struct {
		name    string
		results []Result
		want    bool
	}{
		{"none", nil, false},
		{"plain", []Result{{Section: UGI, Verdict: OK, Counts: true}, {Section: UGI, Verdict: NotOffered, Counts: true}, {Section: Quadrille, Verdict: Broken}}, true},
		{"plain, broken", []Result{{Section: UGI, Verdict: OK, Counts: true}, {Section: UGI, Verdict: Broken, Counts: true}}, false},
		{"ours, not offered", []Result{{Section: UGI, Verdict: OK, Counts: true}, {Section: Quadrille, Verdict: NotOffered, Counts: true}}, false},
		{"nothing counts", []Result{{Section: Quadrille, Verdict: OK}}, false},
	} {
		if got := Holds(tc.results); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
	results, err := Run(t.Context(), Config{Command: drivertest.Command(t, "plain"), Wait: 20 * time.Second, Only: Quadrille})
	if err != nil || Holds(results) {
		t.Errorf("plain UGI holds for ours: %s, %v", Summary(results), err)
	}
}

// hollowEngine answers with the words of the protocol and nothing behind them.
func hollowEngine() {
	answers := map[string]string{"isready": "readyok", "query": "response", "newgame": "ok turn=p1 phase=x", "go": "info\n\nbestmove x",
		"ugi": "\nid name x\nid author y\noption name Game type combo default a var a\noption\nugiok", "undo": "ok turn=p1 phase=x", "help": "", "eval": "\n", "show": "\n\n"}
	for in := bufio.NewScanner(os.Stdin); in.Scan() && in.Text() != "quit"; {
		word, _, _ := strings.Cut(in.Text(), " ")
		if answer, ok := answers[word]; ok {
			fmt.Println(answer)
		}
	}
}

// Empty answers are told as broken rules, and trip nothing up.
func TestHollowAnswers(t *testing.T) {
	results, err := Run(t.Context(), Config{Command: drivertest.Command(t, "hollow"), Wait: 50 * time.Millisecond})
	if err != nil || len(results) != len(rules()) || Holds(results) {
		t.Errorf("%d results, %v", len(results), err)
	}
}

// What does not shake hands is not asked again for every rule.
func TestNoUGI(t *testing.T) {
	results, err := Run(t.Context(), Config{Command: drivertest.Command(t, "mute"), Wait: 200 * time.Millisecond})
	if err != nil || results[0].Verdict != Broken {
		t.Fatalf("%v, %+v", err, results[0])
	}
	for _, r := range results[1:] {
		if r.Verdict != NotOffered || !strings.Contains(r.Why, "does not speak UGI") {
			t.Fatalf("%+v", r)
		}
	}
}

func TestNoEngine(t *testing.T) {
	if _, err := Run(t.Context(), Config{Command: driver.Command{Path: "/nonexistent/engine"}}); err == nil {
		t.Error("an engine that is not there was checked")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if results, err := Run(ctx, Config{Command: drivertest.Command(t, "ours")}); !errors.Is(err, context.Canceled) || len(results) > 0 {
		t.Errorf("after the end of the context: %v, %v", results, err)
	}
	if Holds(nil) {
		t.Error("no rules hold")
	}
}

func TestPrint(t *testing.T) {
	var b strings.Builder
	Print(&b, Result{Section: UGI, Rule: "stop", Text: "it stops", Verdict: Broken, Why: "it does not", Note: "1 ms", Lines: []string{"> stop", "< \x1b[2J"}}, false)
	want := "(broken)       ugi        stop                     it stops  (1 ms)\n" + strings.ReplaceAll("|it does not\n|> stop\n|\"< \\x1b[2J\"\n", "|", strings.Repeat(" ", 15))
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	got := Summary([]Result{{Section: UGI, Verdict: OK, Counts: true}, {Section: UGI, Verdict: Broken, Counts: true}, {Section: Quadrille, Verdict: NotOffered}})
	if want := "ugi: 1 of 2 ok, 1 broken, 0 not offered; quadrille: 0 of 1 ok, 0 broken, 1 not offered (not claimed, and does not count)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
