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
	"slices"
	"strings"

	esbuild "github.com/evanw/esbuild/pkg/api"
)

// indexPage is the page's source. It names the style sheets and modules as they
// were written.
const indexPage = "static/index.html"

// workersAt is where modules are that run in threads of their own, each in a file
// that ends so.
const workersAt, workerEnd = "static/js/local", "-worker.js"

// allStyles is the name of a style sheet that has all of the page's in it.
const allStyles = "static/css/page.css"

// What of the page's source is replaced, each a line of its own.
var (
	styleLine  = regexp.MustCompile(`(?m)^<link rel="stylesheet" href="/(static/[^"]+)">\n`)
	scriptLine = regexp.MustCompile(`(?m)^(<script (?:type="module" )?src=")/(static/[^"]+)("></script>\n)`)
	markLine   = regexp.MustCompile(`(?m)^(<link rel="icon" href=")/(static/[^"]+)(".*>\n)`)
	iconsLine  = regexp.MustCompile(`(?m)^<!-- icons -->\n`)
)

// inHead puts lines into the page's head, behind its title and before all else.
func inHead(page, lines string) string {
	const title = "</title>\n"
	return strings.Replace(page, title, title+lines, 1)
}

// layout says where the bundle's files are and how the page names them.
type layout struct {
	built string // the folder of the bundle's files
	root  string // what stands before the address of a file in the page
	maps  bool   // the sources are served too, and maps lead to them
	soon  string // a module that is imported later, but asked for at once
	first string // a module that runs as soon as it has come, before anything is drawn
}

// served is the bundle of a server.
var served = layout{built: "static/built", root: "/", maps: true}

// bundle makes of the page's source files those that a browser loads with few
// requests and may keep for ever: one style sheet, the modules that every page
// needs in one file and those that are wanted later in others, all with a digest
// in their names. The icons are in the page itself. Names in built are addresses
// without the root. The program is wrong, and bundle panics, when the source does
// not fit together: tests bundle the same files.
func bundle(source fs.FS, at layout) (index []byte, built map[string][]byte) {
	b := newBundler(source, at)
	return []byte(b.page()), b.files
}

type bundler struct {
	source fs.FS
	layout
	made  map[string]string // modules that are no files of the source, by name
	files map[string][]byte // what was built
}

func newBundler(source fs.FS, at layout) *bundler {
	return &bundler{source: source, layout: at, made: map[string]string{}, files: map[string][]byte{}}
}

// page builds the page and what it names.
func (b *bundler) page() string {
	page := string(b.read(indexPage))
	page = b.bundleStyles(page)
	page = b.bundleScripts(page)
	page = b.nameMark(page)
	return iconsLine.ReplaceAllLiteralString(page, b.sprite())
}

// workers builds the modules that run in threads of their own, each with all that
// it imports, and returns their names by what stands before "-worker.js".
func (b *bundler) workers() map[string]string {
	sources, err := fs.Glob(b.source, workersAt+"/*"+workerEnd)
	if err != nil {
		panic("page: " + err.Error())
	}
	names := map[string]string{}
	for _, source := range sources {
		names[strings.TrimSuffix(path.Base(source), workerEnd)] = b.build(whole, source)[source].name
	}
	return names
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
		b.made[allStyles] += fmt.Sprintf("@import %q;\n", path.Base(m[1]))
	}
	link := `<link rel="stylesheet" href="` + b.root + b.build(parts, allStyles)[allStyles].name + "\">\n"
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
	if b.first != "" {
		entries = append(entries, b.first)
	}
	outputs := b.build(parts, entries...)
	var soon []string
	if out, ok := outputs[b.soon]; ok {
		soon = append(out.needs, out.name)
	}
	if out, ok := outputs[b.first]; ok {
		page = inHead(page, b.preload(append(soon, out.needs...))+`<script type="module" async src="`+b.root+out.name+"\"></script>\n")
	}
	return scriptLine.ReplaceAllStringFunc(page, func(line string) string {
		m := scriptLine.FindStringSubmatch(line)
		out := outputs[m[2]]
		return b.preload(out.needs) + m[1] + b.root + out.name + m[3]
	})
}

// preload are lines that have a browser ask for modules before it knows who imports
// them.
func (b *bundler) preload(names []string) string {
	lines := ""
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		lines += `<link rel="modulepreload" href="` + b.root + name + "\">\n"
	}
	return lines
}

// nameMark gives the page's own icon a name with a digest.
func (b *bundler) nameMark(page string) string {
	return markLine.ReplaceAllStringFunc(page, func(line string) string {
		m := markLine.FindStringSubmatch(line)
		return m[1] + b.root + b.keep("mark", ".svg", b.read(m[2])) + m[3]
	})
}

// keep adds a file with a digest in its name, which it returns.
func (b *bundler) keep(name, end string, raw []byte) string {
	sum := sha256.Sum256(raw)
	full := fmt.Sprintf("%s/%s-%X%s", b.built, name, sum[:4], end)
	b.files[full] = raw
	return full
}

// output is what became of an entry point, and what it imports at once.
type output struct {
	name  string
	needs []string
}

// parts and whole are how scripts are built: in modules that share what they
// import, or each with all of it in one script that is no module, since not every
// browser has workers that are.
var (
	parts = esbuild.BuildOptions{Format: esbuild.FormatESModule, Splitting: true}
	whole = esbuild.BuildOptions{Format: esbuild.FormatIIFE}
)

// build bundles entry points with esbuild, keeps the files that it makes and
// returns what became of each.
func (b *bundler) build(o esbuild.BuildOptions, entries ...string) map[string]output {
	root, err := filepath.Abs("/") // nothing is read or written there
	if err != nil {
		panic("page: " + err.Error())
	}
	o.EntryPoints, o.AbsWorkingDir, o.Outdir, o.Bundle, o.Metafile = entries, root, b.built, true, true
	o.EntryNames, o.ChunkNames, o.Charset = "[name]-[hash]", "[name]-[hash]", esbuild.CharsetUTF8
	o.MinifyWhitespace, o.MinifyIdentifiers, o.MinifySyntax = true, true, true
	if b.maps {
		o.Sourcemap, o.SourcesContent = esbuild.SourceMapLinked, esbuild.SourcesContentExclude
	}
	o.Plugins = []esbuild.Plugin{{Name: "page", Setup: b.plugin}}
	done := esbuild.Build(o)
	if len(done.Errors) > 0 {
		panic("page: " + strings.Join(esbuild.FormatMessages(done.Errors, esbuild.FormatMessagesOptions{}), ""))
	}
	for _, f := range done.OutputFiles {
		b.files[b.built+"/"+filepath.Base(f.Path)] = bytes.ReplaceAll(f.Contents, []byte(`"`+space+`:`), []byte(`"/`))
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
		if _, made := b.made[name]; !made && a.Importer != "" {
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
	text, made := b.made[name]
	var err error
	if !made {
		var raw []byte
		raw, err = fs.ReadFile(b.source, name)
		text = string(raw)
	}
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
		if o.EntryPoint == "" { // what entry points share, or a map
			continue
		}
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
