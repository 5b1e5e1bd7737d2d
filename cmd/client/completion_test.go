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

// inShell runs a script in one shell, which has a function "complete_words" called
// with every command line, and returns the lines that it writes for each.
func inShell(t *testing.T, dir string, lines [][]string, shell ...string) (written [][]string) {
	t.Helper()
	script := shell[len(shell)-1] + "\n"
	for _, words := range lines {
		script += "complete_words"
		for _, w := range words {
			script += " '" + w + "'"
		}
		script += "; echo '=='\n"
	}
	cmd := exec.Command(shell[0], append(slices.Clone(shell[1:len(shell)-1]), script)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", shell[0], err, complaints.String())
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(string(out), "==\n"), "==\n") {
		found := strings.FieldsFunc(part, func(r rune) bool { return r == '\n' })
		slices.Sort(found)
		written = append(written, found)
	}
	return written
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
	if testing.Short() {
		t.Skip("the shells start a process of one thread for every word")
	}
	dir := completionFolder(t)
	for shell, command := range map[string][]string{
		"bash": {"bash", "--norc", "-c", `source <(client completion bash)
			complete_words() { COMP_WORDS=(client "$@"); COMP_CWORD=$#; COMPREPLY=(); _client_complete client
				(( ${#COMPREPLY[@]} )) && printf '%s\n' "${COMPREPLY[@]}"; :; }`},
		// What zsh would show is shown by what it is told to show.
		"zsh": {"zsh", "-f", "-c", `compdef() { }; _files() { [[ $1 == -/ ]] && print -rl -- ${words[-1]}*(N/) || print -rl -- ${words[-1]}*(N) }
			_describe() { for w in "${(@P)2}"; do w=${w//\\:/@}; print -r -- "${${w%%:*}//@/:}"; done }; compadd() { print -rl -- "${(@P)@[-1]}" }
			source <(client completion zsh); complete_words() { words=(client "$@"); CURRENT=$#words; _client_complete }`},
		"fish": {"fish", "--no-config", "-c", `client completion fish | source
			function complete_words
				set -l line (string escape -- $argv[1..-2])
				complete -C "client $line "(string replace -a ' ' '\\ ' -- $argv[-1]) | string replace -r '\t.*' '' | string trim -r -c /; true
			end`},
	} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("there is no %s", shell)
			continue
		}
		lines, want := completionLines(shell)
		got := inShell(t, dir, lines, command...)
		for i, tc := range completionCases {
			if i >= len(got) || !slices.Equal(got[i], want[i]) {
				t.Errorf("%s: client %s: %q, want %q", shell, strings.Join(tc.words, " "), got[min(i, len(got)-1)], want[i])
			}
		}
	}
}

// completionLines are the cases as a shell parts them into words, and what it is
// told: bash replaces what is behind the last = or :.
func completionLines(shell string) (lines, want [][]string) {
	for _, tc := range completionCases {
		words, found := tc.words, slices.Clone(tc.want)
		if shell == "bash" {
			last := words[len(words)-1]
			words = bashWords(words)
			for i := range found {
				found[i] = found[i][strings.LastIndexAny(last, "=:")+1:]
			}
		}
		slices.Sort(found)
		lines, want = append(lines, words), append(want, found)
	}
	return lines, want
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
		var out strings.Builder
		status, errs := inside(t, append([]string{"engine", "complete", "--"}, strings.Fields(args)...), "", &out)
		if got := strings.ReplaceAll(out.String(), "\t", "\n"); status != 0 || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, %d, %s, want %q", args, got, status, errs, want)
		}
	}
}

// The manual pages have every command and flag that help shows, and programs
// that know man pages have nothing to say against them.
func TestManual(t *testing.T) {
	for _, program := range []string{"", "engine"} {
		var page strings.Builder
		if status, errs := inside(t, append(strings.Fields(program), "man"), "", &page); status != 0 {
			t.Fatal(errs)
		}
		file := filepath.Join(t.TempDir(), "page.1")
		if err := os.WriteFile(file, []byte(page.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{".SH NAME\n", ".SH SYNOPSIS\n", ".SH EXIT STATUS\n", `\fB\-\-help\fR`,
			map[string]string{"": `\fB\-g\fR, \fB\-\-game\fR=\fIGAME\fR`, "engine": `\fB\-\-set\fR=\fINAME=VALUE\fR`}[program],
			map[string]string{"": "undo [turn | action | N]", "engine": "position startpos|fen F... [moves T...]"}[program],
		} {
			if !strings.Contains(page.String(), want) {
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
