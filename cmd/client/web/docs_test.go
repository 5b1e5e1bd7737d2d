package web_test

import (
	"bufio"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/shlex"

	"quadrille/cmd/client/web/host"
)

// command is a command of a document and what it is said to print.
type command struct{ text, want string }

// commands returns the commands of the blocks of a document.
func commands(t *testing.T, name string) []command {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	var all []command
	for _, part := range strings.Split(string(text), "\n```curl\n")[1:] {
		block, _, _ := strings.Cut(part, "```")
		for line := range strings.Lines(block) {
			if c, ok := strings.CutPrefix(line, "$ "); ok {
				all = append(all, command{text: strings.TrimSpace(c)})
			} else {
				all[len(all)-1].want += line
			}
		}
	}
	return all
}

// curl is what a command line asks for, read as curl does.
type curl struct {
	method, path, body string
	headers            []string
	stream             bool
}

func parseCurl(t *testing.T, line string) (c curl) {
	t.Helper()
	words, err := shlex.Split(line)
	if err != nil || words[0] != "curl" {
		t.Fatalf("%s: no curl: %v", line, err)
	}
	c.method = http.MethodGet
	for i := 1; i < len(words); i++ {
		next := func() string { i++; return words[i] }
		switch words[i] {
		case "-N":
			c.stream = true
		case "-X":
			c.method = next()
		case "-H":
			name, value, _ := strings.Cut(next(), ": ")
			c.headers = append(c.headers, name, value)
		case "--json":
			c.body = next()
			if c.method == http.MethodGet {
				c.method = http.MethodPost
			}
		default:
			c.path = strings.TrimPrefix(words[i], "localhost:8000")
		}
	}
	return c
}

// pattern matches a text in which … stands for anything.
func pattern(text string) *regexp.Regexp {
	return regexp.MustCompile(`(?s)\A` + strings.ReplaceAll(regexp.QuoteMeta(text), "…", ".*") + `\z`)
}

// The examples of the API's document answer as it says, and every operation
// has one.
func TestDocumentedRequests(t *testing.T) {
	c := start(t)
	done := map[string]bool{}
	var last string
	variables := strings.NewReplacer()
	values := map[string]string{}
	for _, cmd := range commands(t, "api.md") {
		name, _, assigned := strings.Cut(cmd.text, "=")
		if assigned && regexp.MustCompile(`^[A-Z]+$`).MatchString(name) {
			made := parse[struct {
				State     host.State
				Tokens    []string
				ID        string
				Organiser string
				Token     string
			}](t, last)
			values["$"+name] = map[string]string{
				"GAME": made.State.ID, "TOKEN": strings.Join(made.Tokens[:min(1, len(made.Tokens))], ""),
				"COMPETITION": made.ID, "ORGANISER": made.Organiser, "PLAYER": made.Token,
			}[name]
			var pairs []string
			for _, name := range slices.Sorted(maps.Keys(values)) {
				pairs = append(pairs, name, values[name])
			}
			variables = strings.NewReplacer(pairs...)
			continue
		}
		curl := parseCurl(t, variables.Replace(cmd.text))
		var body string
		if curl.stream {
			lines := c.stream(curl.path)
			body = readStream(lines, strings.Count(cmd.want, "event: ") == 1)
		} else {
			_, _, body = c.ask(curl.method, curl.path, curl.body, curl.headers...)
			last = body
		}
		if !pattern(strings.TrimRight(cmd.want, "\n")).MatchString(strings.TrimRight(body, "\n")) {
			t.Errorf("%s\n%s\nthe document says:\n%s", cmd.text, body, cmd.want)
		}
		done[curl.method+" "+operation(curl.path)] = true
	}
	for path, item := range c.check.Document().Paths.Map() {
		if strings.HasPrefix(path, "/api/v1/kept") { // which no server has
			continue
		}
		for method := range item.Operations() {
			if !done[method+" "+path] {
				t.Errorf("docs/api.md has no example of %s %s", method, path)
			}
		}
	}
}

// operation is the path of the OpenAPI document for a path.
func operation(path string) string {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	for i := range parts {
		if i > 0 && (parts[i-1] == "games" || parts[i-1] == "competitions") {
			parts[i] = "{id}"
		}
		if i > 0 && parts[i-1] == "list" {
			parts[i] = "{name}"
		}
	}
	return strings.Join(parts, "/")
}

// readStream reads the first event of a stream that goes on, or a whole one.
func readStream(lines *bufio.Scanner, one bool) string {
	var b strings.Builder
	for lines.Scan() {
		fmt.Fprintln(&b, lines.Text())
		if one && lines.Text() == "" {
			break
		}
	}
	return b.String()
}
