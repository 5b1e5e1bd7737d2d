package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/shlex"

	"quadrille/cmd/client/repl"
	"quadrille/protocol/record"
)

// blocks returns the fenced blocks of a language in a document.
func blocks(t *testing.T, name, language string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, part := range strings.Split(string(text), "\n```"+language+"\n")[1:] {
		block, _, _ := strings.Cut(part, "\n```")
		found = append(found, block+"\n")
	}
	if len(found) == 0 {
		t.Fatalf("%s has no block of %s", name, language)
	}
	return found
}

// The transcripts in the client's document are what the program prints, the
// standard error among the output.
func TestDocumentedTranscripts(t *testing.T) {
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range blocks(t, "client.md", "transcript") {
		command, rest, _ := strings.Cut(block, " <<END\n")
		input, want, ok := strings.Cut(rest, "\nEND\n")
		args, err := shlex.Split(strings.TrimPrefix(command, "$ client"))
		if !ok || err != nil {
			t.Fatalf("not of the form $ client FLAGS <<END: %q", command)
		}
		cmd := exec.Command(path, args...)
		cmd.Stdin = strings.NewReader(input + "\n")
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		cmd.Run() // its status is not part of the transcript
		if diff := cmp.Diff(want, out.String()); diff != "" {
			t.Errorf("%s (-document +program):\n%s", command, diff)
		}
	}
}

// Examples of games in a terminal are what the program says and shows, but for the
// parts that are left out (...).
func TestDocumentedGames(t *testing.T) {
	skipUnderRace(t)
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	for file, of := range map[string]string{
		"README.md":      "\n    $ go run ./cmd/client --depth 4 --seed 1\n",
		"docs/client.md": "\n    $ client --seed 3\n",
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		_, block, found := strings.Cut(string(text), of)
		if block, _, _ = strings.Cut(block, "\n\n"); !found {
			t.Fatalf("%s has no %s", file, of)
		}
		_, args, _ := strings.Cut(strings.TrimSpace(of), "client ")
		shown := strings.Split(strings.ReplaceAll("    "+block, "\n    ", "\n"), "\nsquare4 Red placement> ")[1:]
		input := ""
		for i := range shown {
			var typed string
			typed, shown[i], _ = strings.Cut(shown[i], "\n")
			shown[i] = strings.TrimSuffix(shown[i], "\n...")
			input += typed + "\nshow\n" // as a terminal does after every change
		}
		cmd := exec.Command(path, strings.Fields(args)...)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range shown {
			if part == "" || !strings.Contains(string(out), part+"\n") {
				t.Errorf("%s has\n%s\nwhere the program prints\n%s", file, part, out)
			}
		}
	}
}

// The record in its document is in canonical form, and the engine accepts it.
func TestDocumentedRecord(t *testing.T) {
	for _, text := range blocks(t, "record.md", "record") {
		r, err := record.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := r.Print(); again != text || err != nil {
			t.Errorf("not canonical: %v\n%s", err, cmp.Diff(text, again))
		}
		file := filepath.Join(t.TempDir(), "a.record")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		path, err := exec.LookPath("client")
		if err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(path, "--load", file).CombinedOutput(); err != nil {
			t.Errorf("refused: %v\n%s", err, out)
		}
	}
}

// Every command is in the document, and the exit statuses are the program's.
func TestDocumentedCommands(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "client.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range repl.Commands() {
		name, _, _ := strings.Cut(c[0], " ")
		if !strings.Contains(string(text), "`"+name) {
			t.Errorf("docs/client.md does not have the command %s", name)
		}
	}
}
