package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	esbuild "github.com/evanw/esbuild/pkg/api"

	"quadrille/ai/teekosolve"
	"quadrille/cmd/internal/wasm"
	"quadrille/engine/teeko"
)

// workerSource is the worker of an engine under Node, with a disk that is a file. The
// disk has no room for the first bytes of some size; what is changed there is told at
// the end, and the table is written beside it.
const workerSource = `
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { serialize, deserialize } from 'node:v8';
import { files } from './files.js';
import { stdio } from './stdio.js';
import { run } from './wasm.js';

const [program, kept, table] = process.argv.slice(2);
const pairs = existsSync(kept) ? deserialize(readFileSync(kept)) : new Map();
let changes = 0;
let full = pairs.size === 0;
const disk = {
  async scan(prefix) {
    const found = [...pairs].filter(([key]) => key.startsWith(prefix));
    return { keys: found.map(([key]) => key), values: found.map(([, value]) => structuredClone(value)) };
  },
  async change(guard, expected, keys, values) {
    if (expected !== null) throw new Error('nobody expects a value');
    if (pairs.has(guard)) throw Object.assign(new Error('it is there'), { name: 'GuardError' });
    if (full && values.some((value) => value?.length > 1e6)) {
      full = false;
      throw Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
    }
    changes++;
    keys.forEach((key, i) => { if (values[i] === null) pairs.delete(key); else pairs.set(key, structuredClone(values[i])); });
  },
};
const env = files(disk);
const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const ends = { solve: /(^|\n)(solved|error) .*\n$/, go: /(^|\n)bestmove .*\n$/ };
let said = '';
const input = stdio((text) => {
  process.stdout.write(text);
  said += text;
  next();
}, (text) => process.stderr.write(text));
let last = '';
function next() { // what takes long is waited for
  while (!ends[last] || ends[last].test(said)) {
    if (!lines.length) return input.hangUp();
    said = '';
    input.type(lines[0] + '\n');
    [last] = lines.shift().split(' ');
  }
  return undefined;
}
next();
process.exitCode = await run(await WebAssembly.compile(readFileSync(program)), ['engine'], env);
process.stdout.write('changes ' + changes + ' files ' + [...pairs.keys()].filter((key) => key.startsWith('about')).join() + '\n');
writeFileSync(kept, serialize(pairs));
writeFileSync(table, pairs.get('bytes /cache/quadrille/teeko-5x5.table') ?? '');
process.exit(); // as a worker is closed: a timer of the program may be left
`

// TestFiles has an engine under Node solve Teeko's large board, with the files that
// it has in a browser. What it keeps is what this machine keeps, byte for byte, and
// the next engine finds it and solves nothing.
func TestFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program and solves a board twice")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	program, kept, table := filepath.Join(folder, "program.wasm"), filepath.Join(folder, "kept"), filepath.Join(folder, "teeko-5x5.table")
	script := buildWorker(t, folder, program)
	say := func(lines ...string) string {
		t.Helper()
		cmd := exec.Command(node, script, program, kept, table)
		cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	first := say("setoption name Hash value 1", "newgame teeko size=5", "query solved", "solve", "solve", "query solved")
	second := say("setoption name Hash value 1", "newgame teeko size=5", "query solved", "go movetime 5000", "solve")
	for _, tc := range []struct{ said, want string }{
		{first, `^ok .*\nresponse 0\n(info solving \d+ time \d+\n)+error not-kept .*No space.*\n`},
		{first, `\nsolved 1000\nresponse 1000\nchanges \d+ files about /cache/quadrille/teeko-5x5.table\n$`},
		{second, `^ok .*\nresponse 1000\ninfo depth .* proof draw .* tbhits .*\nbestmove .*\nsolved 1000\nchanges 0 `},
	} {
		if !regexp.MustCompile(tc.want).MatchString(tc.said) {
			t.Errorf("no %s in\n%s", tc.want, tc.said)
		}
	}
	sameTable(t, folder)
}

// buildWorker builds the program and the worker's script.
func buildWorker(t *testing.T, folder, program string) (script string) {
	t.Helper()
	built, failed := wasm.Build(t.Context(), ".", ".", "-trimpath")
	executor, missing := wasm.Script(t.Context(), ".", "wasm_exec.js")
	sources, nowhere := filepath.Abs("../client/web/page/static/js/local")
	if err := errors.Join(failed, missing, nowhere, os.WriteFile(program, built, 0o644)); err != nil {
		t.Fatal(err)
	}
	done := esbuild.Build(esbuild.BuildOptions{
		Stdin:  &esbuild.StdinOptions{Contents: workerSource, ResolveDir: sources},
		Bundle: true, Format: esbuild.FormatESModule, Platform: esbuild.PlatformNode,
		Alias: map[string]string{"wasm_exec.js": executor},
	})
	if len(done.Errors) > 0 {
		t.Fatal(esbuild.FormatMessages(done.Errors, esbuild.FormatMessagesOptions{}))
	}
	script = filepath.Join(folder, "worker.mjs")
	if err := os.WriteFile(script, done.OutputFiles[0].Contents, 0o644); err != nil {
		t.Fatal(err)
	}
	return script
}

// sameTable compares the table of a folder with one that is solved here, the line
// apart that says where it comes from.
func sameTable(t *testing.T, folder string) {
	t.Helper()
	there := teekosolve.Store{Dir: folder}
	_, origin, err := there.Load(teeko.Scarne)
	if err != nil || !strings.Contains(origin, "js/wasm") {
		t.Fatalf("the table that was kept is from %q; %v", origin, err)
	}
	here := teekosolve.Store{Dir: t.TempDir()}
	b := teekosolve.NewBuilder(teeko.Scarne)
	b.Run(2, func() bool { return false }, nil)
	if err := here.Save(b.Table(), origin); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(there.Path(teeko.Scarne))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(here.Path(teeko.Scarne))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the files of %d and %d bytes differ", len(got), len(want))
	}
}
