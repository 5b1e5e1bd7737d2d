// Package quadrille holds the tests of the whole: which packages may import
// which, that docs/architecture.md lists them all, and that the documents' links
// lead somewhere.
package quadrille

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

const module = "quadrille/"

// pkg is a package of ours as its files without tests say.
type pkg struct {
	name    string   // of the package clause, such as main
	about   string   // the first sentence of the doc comment
	imports []string // of ours, from the module's root, sorted
}

// packages reads every package of the module, by its folder. Files for all
// systems count, not only those that are built here.
func packages(t *testing.T) map[string]pkg {
	t.Helper()
	all := map[string]pkg{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && file != "."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		folder := path.Dir(filepath.ToSlash(file))
		all[folder] = all[folder].with(f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// with adds what a file says of its package.
func (p pkg) with(f *ast.File) pkg {
	p.name = f.Name.Name
	if f.Doc != nil {
		p.about = new(doc.Package).Synopsis(f.Doc.Text())
	}
	for _, i := range f.Imports {
		name, err := strconv.Unquote(i.Path.Value)
		if ours, ok := strings.CutPrefix(name, module); ok && err == nil && !slices.Contains(p.imports, ours) {
			p.imports = append(p.imports, ours)
		}
	}
	slices.Sort(p.imports)
	return p
}

// within says whether a package lies in one of the folders or below it.
func within(name string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return name == folder || strings.HasPrefix(name, folder+"/")
	})
}

// arrow says which imports there must not be: of a package in one of the
// folders from, one of the folders to.
type arrow struct {
	rule     string
	from, to []string
	// exceptions are packages to which the rule does not apply, and why. One
	// that is not needed is a fault.
	exceptions map[string]string
}

// arrows are the rules. The games and their bots are those of the two lists, so
// that a new one is held to the same.
func arrows(all map[string]pkg) []arrow {
	games := without(all["engine/games"].imports, "engine")
	bots := without(all["ai/bots"].imports, "ai")
	return []arrow{
		{
			rule: "rules know no search, no protocol and no command",
			from: []string{"engine"}, to: []string{"ai", "protocol", "cmd"},
		},
		{
			rule: "searches know no protocol and no command",
			from: []string{"ai"}, to: []string{"protocol", "cmd"},
		},
		{
			rule: "a search for any game knows no particular one",
			from: []string{"ai/alphabeta", "ai/mcts", "ai/tt"}, to: slices.Concat(games, bots),
		},
		{
			rule: "the protocol knows no particular game and no command",
			from: []string{"protocol"}, to: slices.Concat(games, bots, []string{"engine/games", "ai/bots", "cmd"}),
			exceptions: map[string]string{
				"protocol/record/othello": "the forms of files leave out passes, which the rules put in",
				"protocol/record/blokus":  "the form of files leaves out passes, which the rules put in",
				"protocol/record/fen":     "a FEN does not name its game, which the rules of all games, by their list, tell",
			},
		},
		{
			rule: "the engine's side of the pipe and the client's do not know each other",
			from: []string{"protocol/driver", "protocol/record"}, to: []string{"ai", "protocol/gtp", "protocol/nboard"},
		},
		{
			rule: "the client knows games by the protocol alone",
			from: []string{"cmd/client"}, to: slices.Concat(games, bots, []string{"engine/games", "ai"}),
			exceptions: map[string]string{
				"cmd/client/classroom": "the program of the Teeko document, which asks no engine",
			},
		},
		{
			rule: "the checker of a proof shares nothing with who made it",
			from: []string{"cmd/prove/check"}, to: []string{"engine", "ai", "protocol", "cmd"},
		},
		{
			rule: "the game of the tests is in no program",
			from: []string{"engine", "ai", "protocol", "cmd/client", "cmd/engine", "cmd/internal/enginecmd"},
			to:   []string{"example", "cmd/internal/fivegames"},
			exceptions: map[string]string{
				"cmd/client/web/webtest": "starts servers for tests, with the engine that has that game too",
			},
		},
	}
}

// without is a list without one word.
func without(list []string, word string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == word })
}

func TestArrows(t *testing.T) {
	all := packages(t)
	for _, a := range arrows(all) {
		for _, folder := range slices.Concat(a.from, a.to) {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(name string) bool { return within(name, folder) }) {
				t.Errorf("there is no package under %s; the rule that %s has lost its sense", folder, a.rule)
			}
		}
		needed := map[string]bool{}
		for name, p := range all {
			if !within(name, a.from...) {
				continue
			}
			for _, other := range p.imports {
				if !within(other, a.to...) {
					continue
				}
				if needed[name] = true; a.exceptions[name] == "" {
					t.Errorf("%s imports %s, but %s", name, other, a.rule)
				}
			}
		}
		for name := range a.exceptions {
			if !needed[name] {
				t.Errorf("%s is an exception that is not needed: %s", name, a.rule)
			}
		}
	}
}

// Commands are under cmd; what others may import is not.
func TestCommands(t *testing.T) {
	for name, p := range packages(t) {
		if p.name == "main" && !within(name, "cmd") {
			t.Errorf("%s is a command that is not under cmd", name)
		}
	}
}

var update = flag.Bool("update", false, "write the table of packages in docs/architecture.md")

// The lines before and behind the table of packages.
const (
	begin = "<!-- packages: go test . -run TestTable -update -->\n"
	end   = "<!-- end of packages -->\n"
)

// The document lists every package with the first sentence of its own comment.
func TestTable(t *testing.T) {
	const file = "docs/architecture.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok1 := strings.Cut(string(text), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s lacks one of the lines\n%s%s", file, begin, end)
	}
	want := head + begin + table(t, packages(t)) + end + tail
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(text) {
		t.Errorf("the table of packages in %s is not true; go test . -run TestTable -update writes it", file)
	}
}

func table(t *testing.T, all map[string]pkg) string {
	var b strings.Builder
	b.WriteString("| package | what it is |\n|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		about := all[name].about
		if _, rest, ok := strings.Cut(about, " "); ok { // Package or Command
			_, rest, _ = strings.Cut(rest, " ")
			about = strings.TrimPrefix(strings.TrimSuffix(rest, "."), "is ")
		}
		if about == "" {
			t.Errorf("%s has no comment that says what it is", name)
		}
		b.WriteString("| `" + name + "` | " + strings.ReplaceAll(about, "|", "\\|") + " |\n")
	}
	return b.String()
}

var (
	// link finds the targets of links, and the part behind #.
	link = regexp.MustCompile(`\]\(([^)#]*)(?:#([^)]*))?\)`)
	// named finds the files and packages that a document names, in code or in
	// commands.
	named = regexp.MustCompile("(?:[` ]|[.]/)((?:ai|cmd|engine|protocol|testdata|docs|example)/[\\w./-]*\\w)")
)

// anchors are the parts of a document that links can lead to, as GitHub names its
// headings: in small letters, with hyphens for spaces and without punctuation.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	code := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		heading := strings.TrimLeft(line, "#")
		if code || heading == line || !strings.HasPrefix(heading, " ") {
			continue
		}
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(heading))
		unique := name
		for n := 1; all[unique]; n++ {
			unique = fmt.Sprint(name, "-", n)
		}
		all[unique] = true
	}
	return all
}

// Links of the documents lead to files and headings that are there, and so do the names
// of files and packages. Names in capitals stand for others.
func TestLinks(t *testing.T) {
	files, err := filepath.Glob("docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path := file // of a link within the document
			if m[1] != "" {
				path = filepath.Join(filepath.Dir(file), m[1])
			}
			paths = append(paths, path)
			if target, err := os.ReadFile(path); m[2] != "" && err == nil && !anchors(string(target))[m[2]] {
				t.Errorf("%s names %s, which has no heading #%s", file, path, m[2])
			}
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(m[1], "NAME") {
				paths = append(paths, m[1])
			}
		}
		for _, path := range paths {
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s names %s: %v", file, path, err)
			}
		}
	}
}

// TestSearchClock has searches ask their ai.Control what time has passed. It may count
// processor time, and a search that goes by the wall clock beside it gets the less of its
// time the busier the machine is.
func TestSearchClock(t *testing.T) {
	exceptions := map[string]string{
		"ai/now_wall.go":          "it is the clock of all searches",
		"ai/teekobot/solver.go":   "how often people are told of progress, and what a solution took",
		"ai/teekosolve/origin.go": "when a solution was made",
		"ai/teekosolve/store.go":  "files that have lain about for long",
	}
	err := filepath.WalkDir("ai", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		wall := bytes.Contains(text, []byte("time.Now(")) || bytes.Contains(text, []byte("time.Since("))
		if _, may := exceptions[filepath.ToSlash(file)]; wall != may && err == nil {
			t.Errorf("%s asks the wall clock: %v, and is an exception: %v", file, wall, may)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
