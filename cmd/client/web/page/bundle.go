package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	esbuild "github.com/evanw/esbuild/pkg/api"
)

// indexPage is the page's source. It names the style sheets and modules as they
// were written.
const indexPage = "static/index.html"

// builtAt is where the bundle's files are.
const builtAt = "static/built"

// allStyles is the name of a style sheet that has all of the page's in it.
const allStyles = "static/css/page.css"

// What of the page's source is replaced, each a line of its own.
var (
	styleLine  = regexp.MustCompile(`(?m)^<link rel="stylesheet" href="/(static/[^"]+)">\n`)
	scriptLine = regexp.MustCompile(`(?m)^(<script (?:type="module" )?src=")/(static/[^"]+)("></script>\n)`)
	markLine   = regexp.MustCompile(`(?m)^(<link rel="icon" href=")/(static/[^"]+)(".*>\n)`)
	iconsLine  = regexp.MustCompile(`(?m)^<!-- icons -->\n`)
)

// bundle makes of the page's source files those that a browser loads with few
// requests and may keep for ever: one style sheet, the modules that every page
// needs in one file and those that are wanted later in others, all with a digest
// in their names. The icons are in the page itself. Names in built are addresses
// without the first slash. The program is wrong, and bundle panics, when the
// source does not fit together: tests bundle the same files.
func bundle(source fs.FS) (index []byte, built map[string][]byte) {
	b := &bundler{source: source, built: map[string][]byte{}}
	page := string(b.read(indexPage))
	page = b.bundleStyles(page)
	page = b.bundleScripts(page)
	page = b.nameMark(page)
	page = iconsLine.ReplaceAllLiteralString(page, b.sprite())
	return []byte(page), b.built
}

type bundler struct {
	source  fs.FS
	imports string // what the style sheet of all is
	built   map[string][]byte
}

func (b *bundler) read(name string) []byte {
	raw, err := fs.ReadFile(b.source, name)
	if err != nil {
		panic("page: " + err.Error())
	}
	return raw
}

// bundleStyles puts one style sheet in place of the first, and none in place of
// the others.
func (b *bundler) bundleStyles(page string) string {
	for _, m := range styleLine.FindAllStringSubmatch(page, -1) {
		b.imports += fmt.Sprintf("@import %q;\n", path.Base(m[1]))
	}
	link := `<link rel="stylesheet" href="/` + b.build(allStyles)[allStyles].name + "\">\n"
	return styleLine.ReplaceAllStringFunc(page, func(string) string {
		one := link
		link = ""
		return one
	})
}

// bundleScripts puts the bundled modules in place of those that the page names.
// Those that they cannot begin without are named before them, so that a browser
// asks for all at once.
func (b *bundler) bundleScripts(page string) string {
	var entries []string
	for _, m := range scriptLine.FindAllStringSubmatch(page, -1) {
		entries = append(entries, m[2])
	}
	outputs := b.build(entries...)
	return scriptLine.ReplaceAllStringFunc(page, func(line string) string {
		m := scriptLine.FindStringSubmatch(line)
		out, lines := outputs[m[2]], ""
		for _, name := range out.needs {
			lines += `<link rel="modulepreload" href="/` + name + "\">\n"
		}
		return lines + m[1] + "/" + out.name + m[3]
	})
}

// nameMark gives the page's own icon a name with a digest.
func (b *bundler) nameMark(page string) string {
	return markLine.ReplaceAllStringFunc(page, func(line string) string {
		m := markLine.FindStringSubmatch(line)
		raw := b.read(m[2])
		sum := sha256.Sum256(raw)
		name := fmt.Sprintf("%s/mark-%X.svg", builtAt, sum[:4])
		b.built[name] = raw
		return m[1] + "/" + name + m[3]
	})
}

// output is what became of an entry point, and what it imports at once.
type output struct {
	name  string
	needs []string
}

// build bundles entry points with esbuild, keeps the files that it makes and
// returns what became of each.
func (b *bundler) build(entries ...string) map[string]output {
	root, err := filepath.Abs("/") // nothing is read or written there
	if err != nil {
		panic("page: " + err.Error())
	}
	done := esbuild.Build(esbuild.BuildOptions{
		EntryPoints: entries, AbsWorkingDir: root, Outdir: builtAt, Bundle: true, Metafile: true,
		EntryNames: "[name]-[hash]", ChunkNames: "[name]-[hash]",
		Format: esbuild.FormatESModule, Splitting: true,
		Charset: esbuild.CharsetUTF8, MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		Sourcemap: esbuild.SourceMapLinked, SourcesContent: esbuild.SourcesContentExclude,
		Plugins: []esbuild.Plugin{{Name: "page", Setup: b.plugin}},
	})
	if len(done.Errors) > 0 {
		panic("page: " + strings.Join(esbuild.FormatMessages(done.Errors, esbuild.FormatMessagesOptions{}), ""))
	}
	for _, f := range done.OutputFiles {
		b.built[builtAt+"/"+filepath.Base(f.Path)] = bytes.ReplaceAll(f.Contents, []byte(`"`+space+`:`), []byte(`"/`))
	}
	return outputs(done.Metafile)
}

// space is what esbuild calls files that are not its own. In the maps of what
// was bundled their addresses stand in its place.
const space = "page"

// plugin has esbuild read the page's files.
func (b *bundler) plugin(p esbuild.PluginBuild) {
	p.OnResolve(esbuild.OnResolveOptions{Filter: ".*"}, func(a esbuild.OnResolveArgs) (esbuild.OnResolveResult, error) {
		name := a.Path
		if a.Importer != "" {
			name = path.Join(path.Dir(a.Importer), a.Path)
		}
		return esbuild.OnResolveResult{Path: name, Namespace: space}, nil
	})
	p.OnLoad(esbuild.OnLoadOptions{Filter: ".*", Namespace: space}, func(a esbuild.OnLoadArgs) (esbuild.OnLoadResult, error) {
		text, loader, err := b.load(a.Path)
		return esbuild.OnLoadResult{Contents: &text, Loader: loader}, err
	})
}

// load is a file as esbuild is to read it.
func (b *bundler) load(name string) (string, esbuild.Loader, error) {
	if name == allStyles {
		return b.imports, esbuild.LoaderCSS, nil
	}
	raw, err := fs.ReadFile(b.source, name)
	text := string(raw)
	switch path.Ext(name) {
	case ".css":
		return text, esbuild.LoaderCSS, err
	case ".json": // esbuild's own reader would export every key once more by itself
		text = "export default " + text
	}
	return text, esbuild.LoaderJS, err
}

// outputs reads what esbuild says of its files, by entry point.
func outputs(metafile string) map[string]output {
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string
			Imports    []struct{ Path, Kind string }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		panic("page: " + err.Error())
	}
	found := map[string]output{}
	for name, o := range meta.Outputs {
		out := output{name: name}
		for _, i := range o.Imports {
			if i.Kind == "import-statement" {
				out.needs = append(out.needs, i.Path)
			}
		}
		found[strings.TrimPrefix(o.EntryPoint, space+":")] = out
	}
	return found
}

// sprite has all icons in one drawing that shows nothing by itself.
func (b *bundler) sprite() string {
	names, err := fs.Glob(b.source, "static/icons/*.svg")
	if err != nil {
		panic("page: " + err.Error())
	}
	var all strings.Builder
	all.WriteString(`<svg class="sprite" aria-hidden="true" focusable="false"><defs>` + "\n")
	for _, name := range names {
		drawing := string(b.read(name))
		drawing = drawing[strings.Index(drawing, ">")+1 : strings.LastIndex(drawing, "</svg>")]
		id := "icon-" + strings.TrimSuffix(path.Base(name), ".svg")
		all.WriteString(strings.Replace(drawing, `id="i"`, `id="`+id+`"`, 1) + "\n")
	}
	all.WriteString("</defs></svg>\n")
	return all.String()
}
