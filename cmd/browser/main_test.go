//go:build !js

package main

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What a command line does: its exit status, and what it writes there.
func TestRun(t *testing.T) {
	for _, tc := range []struct {
		args, in string
		status   int
		out, err string
	}{
		{"", "ugi\nquit\n", 0, "ugiok", ""},
		{"engine", "query game\nquit\n", 0, "square4", ""},
		{"engine Game=teeko", "query game\nquit\n", 0, "teeko", ""},
		{"engine Game=chess", "quit\n", 2, "", "engine: Game=chess: Game takes one of"},
		{"engine Game", "quit\n", 2, "", "engine: Game: write it as NAME=VALUE, such as Level=5\n"},
		{"host", "", 1, "", "browser"},
		{"host now", "", 2, "", "no command line"},
		{"server", "", 2, "", "no command line"},
	} {
		var out, errs bytes.Buffer
		status := run(strings.Fields(tc.args), strings.NewReader(tc.in), &out, &errs)
		if status != tc.status || !strings.Contains(out.String(), tc.out) || !strings.Contains(errs.String(), tc.err) || (tc.err == "") != (errs.Len() == 0) {
			t.Errorf("%q: status %d, output %q, complaint %q", tc.args, status, out.String(), errs.String())
		}
	}
}

// pieces are an answer as its reader gets it.
type pieces struct {
	status int
	kind   string
	parts  []string
	ends   int
}

func (p *pieces) begin(status int, header http.Header) {
	p.status, p.kind = status, header.Get("Content-Type")
}
func (p *pieces) part(text []byte) { p.parts = append(p.parts, string(text)) }
func (p *pieces) end()             { p.ends++ }

// Every answer begins once and ends once, and comes in the parts in which it was
// written.
func TestRespond(t *testing.T) {
	for _, tc := range []struct {
		name   string
		answer http.HandlerFunc
		status int
		parts  string
	}{
		{"nothing", func(http.ResponseWriter, *http.Request) {}, 200, ""},
		{"a status", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); w.WriteHeader(200) }, 404, ""},
		{"parts", func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte("a"))
			http.NewResponseController(w).Flush()
			w.Write([]byte("b"))
			w.WriteHeader(500)
		}, 200, "a|b"},
		{"a panic", func(http.ResponseWriter, *http.Request) { panic("a mistake") }, 500, ""},
	} {
		var p pieces
		respond(tc.answer, httptest.NewRequest("GET", "/", nil), &p, slog.New(slog.DiscardHandler))
		if p.status != tc.status || strings.Join(p.parts, "|") != tc.parts || p.ends != 1 {
			t.Errorf("%s: %+v, want %d %q", tc.name, p, tc.status, tc.parts)
		}
	}
}

// The engine beside the host knows all games, and is ready at once for a search that
// nobody asks for: what Othello needs for one takes most of a second in a browser.
func TestRules(t *testing.T) {
	var out bytes.Buffer
	if err := rules(strings.NewReader("newgame othello\nisready\nquery title\nquit\n"), &out); err != nil {
		t.Fatal(err)
	}
	if want := "readyok\nresponse Othello\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("%q does not end in %q", out.String(), want)
	}
}

// BenchmarkOthello is what othello.pgo is the profile of, by which the wasm is
// compiled; the other games gain nothing by theirs. The vectors are off, since the
// wasm has none:
//
//	GODEBUG=cpu.all=off go test ./cmd/browser -run '^$' -bench Othello -benchtime 6s -cpuprofile cmd/browser/othello.pgo -o /dev/null
func BenchmarkOthello(b *testing.B) {
	for b.Loop() {
		in, to := io.Pipe()
		go io.WriteString(to, "bench othello\n")
		if status := run([]string{"engine"}, in, until{"nps ", to}, io.Discard); status != 0 {
			b.Fatalf("status %d", status)
		}
	}
}

// until closes something when a text is written.
type until struct {
	text string
	end  io.Closer
}

func (u until) Write(text []byte) (int, error) {
	if strings.Contains(string(text), u.text) {
		u.end.Close()
	}
	return len(text), nil
}
