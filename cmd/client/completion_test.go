package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completionCases are command lines, the last word of which is completed, in a
// folder with the files game.record and "my game.txt" and the folder data.
var completionCases = []struct {
	words []string // behind the program's name
	want  []string // in any order
}{
	{[]string{"ma"}, []string{"match", "man"}},
	{[]string{"comp"}, []string{"compliance", "completion"}},
	{[]string{"eng"}, nil}, // hidden
	{[]string{"completion", ""}, []string{"bash", "zsh", "fish"}},
	{[]string{"--leve"}, []string{"--level"}},
	{[]string{"--game", ""}, []string{"square4", "teeko", "othello", "blokus"}},
	{[]string{"match", "-g", "o"}, []string{"othello"}},
	{[]string{"play", "--level", "1"}, []string{"1", "10"}},
	{[]string{"--p2", "engine:1"}, []string{"engine:1", "engine:10"}},
	{[]string{"-g", "blokus", "-r", "v"}, []string{"variant=classic", "variant=duo", "variant=junior"}},
	{[]string{"-g", "blokus", "-r", "variant=d"}, []string{"variant=duo"}},
	{[]string{"-g", "teeko", "-r", "p"}, nil},
	{[]string{"match", "--seatings", ""}, []string{"rotations", "all"}},
	{[]string{"--game=t"}, []string{"--game=teeko"}},
	{[]string{"--load", "g"}, []string{"game.record"}},
	{[]string{"analyse", "g"}, []string{"game.record"}},
	{[]string{"convert", "--to", "ggf", "my"}, []string{"my game.txt"}},
	{[]string{"convert", "a", "g"}, []string{"game.record"}},
	{[]string{"serve", "--data", "d"}, []string{"data"}},
	{[]string{"site", "d"}, []string{"data"}},
	{[]string{"compliance", "./x", "-"}, nil}, // the engine's own flags
}

// completionFolder is a folder with something to complete.
func completionFolder(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"game.record", "my game.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// inShell runs a script in a shell, with a command line as its arguments, and
// returns the lines that it writes.
func inShell(t *testing.T, dir string, words []string, shell ...string) []string {
	t.Helper()
	cmd := exec.Command(shell[0], append(shell[1:], words...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s", words, err, complaints.String())
	}
	lines := strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' })
	slices.Sort(lines)
	return lines
}

// bashWords are the words as bash parts them.
func bashWords(words []string) (parted []string) {
	for _, w := range words {
		if w == "" {
			parted = append(parted, w)
		}
		for w != "" {
			i := max(1, strings.IndexAny(w+"=", "=:"))
			parted, w = append(parted, w[:i]), w[i:]
		}
	}
	return parted
}

func TestCompletion(t *testing.T) {
	dir := completionFolder(t)
	shells := map[string][]string{
		"bash": {"bash", "--norc", "-c", `source <("$0" completion bash)
			COMP_WORDS=(client "$@"); COMP_CWORD=$#
			_client_complete client
			(( ${#COMPREPLY[@]} )) && printf '%s\n' "${COMPREPLY[@]}"; :`, "client"},
		// What zsh would show is shown by what it is told to show.
		"zsh": {"zsh", "-f", "-c", `compdef() { }; _files() { [[ $1 == -/ ]] && print -rl -- ${words[-1]}*(N/) || print -rl -- ${words[-1]}*(N) }
			_describe() { for w in "${(@P)2}"; do w=${w//\\:/@}; print -r -- "${${w%%:*}//@/:}"; done }; compadd() { print -rl -- "${(@P)@[-1]}" }
			source <(client completion zsh); words=(client "$@"); CURRENT=$#words; _client_complete`, "zsh"},
		"fish": {"fish", "--no-config", "-c", `client completion fish | source
			set -l line (string escape -- $argv[1..-2])
			complete -C "client $line "(string replace -a ' ' '\\ ' -- $argv[-1]) | string replace -r '\t.*' '' | string trim -r -c /; true`, "--"},
	}
	for shell, command := range shells {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("there is no %s", shell)
			continue
		}
		for _, tc := range completionCases {
			words, want := tc.words, slices.Clone(tc.want)
			if shell == "bash" {
				words = bashWords(words)
				last := tc.words[len(tc.words)-1]
				for i := range want { // bash replaces what is behind the last = or :
					want[i] = want[i][strings.LastIndexAny(last, "=:")+1:]
				}
			}
			slices.Sort(want)
			if got := inShell(t, dir, words, command...); !slices.Equal(got, want) {
				t.Errorf("%s: client %s: %q, want %q", shell, strings.Join(tc.words, " "), got, want)
			}
		}
	}
}

// The engine completes its own command line.
func TestCompletionOfTheEngine(t *testing.T) {
	for args, want := range map[string]string{
		"--prot":             "--protocol",
		"--protocol n":       "nboard",
		"--set Game=o":       "Game=othello",
		"--set blokus.var":   "blokus.variant=classic\nblokus.variant=duo",
		"--set=blokus.start": "--set=blokus.start=1",
	} {
		out, err := exec.Command("client", append([]string{"engine", "complete", "--"}, strings.Fields(args)...)...).Output()
		got := strings.ReplaceAll(string(out), "\t", "\n")
		if err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, %v, want %q", args, got, err, want)
		}
	}
}

// The manual pages have every command and flag that help shows, and programs
// that know man pages have nothing to say against them.
func TestManual(t *testing.T) {
	for _, program := range []string{"", "engine"} {
		page, err := exec.Command("client", append(strings.Fields(program), "man")...).Output()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "page.1")
		if err := os.WriteFile(file, page, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{".SH NAME\n", ".SH SYNOPSIS\n", ".SH EXIT STATUS\n", `\fB\-\-help\fR`,
			map[string]string{"": `\fB\-g\fR, \fB\-\-game\fR=\fIGAME\fR`, "engine": `\fB\-\-set\fR=\fINAME=VALUE\fR`}[program],
			map[string]string{"": "undo [turn | action | N]", "engine": "position startpos|fen F... [moves T...]"}[program],
		} {
			if !strings.Contains(string(page), want) {
				t.Errorf("man %s has no %q", program, want)
			}
		}
		for _, check := range [][]string{{"mandoc", "-T", "lint", "-W", "warning"}, {"groff", "-man", "-ww", "-Tutf8", "-z"}} {
			if _, err := exec.LookPath(check[0]); err != nil {
				t.Logf("there is no %s", check[0])
				continue
			}
			if out, err := exec.Command(check[0], append(check[1:], file)...).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s: %v\n%s", fmt.Sprint(check), err, out)
			}
		}
	}
}
