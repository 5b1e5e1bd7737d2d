package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

// The server says where it is, serves there, keeps its games in the folder that
// was named and ends well on a signal.
func TestServe(t *testing.T) {
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "made", "anew")
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		cmd := exec.Command(path, "serve", "--listen", "127.0.0.1:0", "--othello-listen", "127.0.0.1:0", "--blokus-listen", "127.0.0.1:0",
			"--data", dir, "--log-json")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out := started(t, cmd)
		lines := bufio.NewScanner(out)
		for _, page := range []string{"/", "/boards/key0", "/board/"} {
			lines.Scan()
			url := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text())
			r, err := http.Get(url + page)
			if err != nil {
				t.Fatalf("%q: %v\n%s", lines.Text(), err, errs.String())
			}
			io.Copy(io.Discard, r.Body)
			r.Body.Close()
			if r.StatusCode != http.StatusOK {
				t.Errorf("%s%s: %s", url, page, r.Status)
			}
			if r, err = http.Get(url + "/nothing"); err == nil {
				r.Body.Close()
			}
		}
		cmd.Process.Signal(sig)
		rest, _ := io.ReadAll(out)
		if err := cmd.Wait(); err != nil {
			t.Errorf("after %v: %v\n%s", sig, err, errs.String())
		}
		if len(rest) > 0 || strings.Count(errs.String(), `"status":404`) != 3 {
			t.Errorf("on the standard output %q, in the log:\n%s", rest, errs.String())
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) == 0 {
		t.Errorf("the folder has %v, %v", files, err)
	}
}

// A copy that is made of a server's games while it serves is what another
// server goes on with.
func TestBackupOfServer(t *testing.T) {
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	games, restored := t.TempDir(), t.TempDir()
	copied := filepath.Join(restored, "games.db")
	serve := func(data string) (url string, stop func()) {
		cmd := exec.Command(path, "serve", "--listen", "127.0.0.1:0", "--data", data)
		lines := bufio.NewScanner(started(t, cmd))
		lines.Scan()
		return regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()), func() {
			cmd.Process.Signal(os.Interrupt)
			cmd.Wait()
		}
	}
	url, stop := serve(games)
	defer stop()
	r, err := http.Post(url+"/blokus/board/", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	status := func(url string) string {
		r, err := http.Get(url + "/blokus/status/")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, _ := io.ReadAll(r.Body)
		return string(text)
	}
	for _, tc := range []struct {
		args []string
		want int
		says string
	}{
		{[]string{"--data", games, copied}, 0, "has the games"},
		{[]string{"--data", games, copied}, 2, "already exists"},
		{[]string{"--data", games, restored}, 2, "is a folder"},
		{[]string{"--data", t.TempDir(), copied}, 2, "no server has kept games"},
		{[]string{"--data", games, filepath.Join(restored, "none", "x.db")}, 1, "no such file"},
	} {
		cmd := exec.Command(path, append([]string{"backup"}, tc.args...)...)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != tc.want || !strings.Contains(string(out), tc.says) {
			t.Errorf("client backup %v: exit status %d, want %d:\n%s", tc.args, got, tc.want, out)
		}
	}
	second, stop := serve(restored)
	defer stop()
	if first, got := status(url), status(second); first != got || !strings.Contains(got, `"active"`) {
		t.Errorf("served from the copy: %s, want %s", got, first)
	}
}

func TestServeExitStatus(t *testing.T) {
	skipUnderRace(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, []byte("anna\nben/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		args string
		want int
	}{
		{"--listen " + taken.Addr().String(), 2},
		{"--blokus-listen " + taken.Addr().String(), 2},
		{"--listen nonsense", 2}, {"--metrics nonsense", 2}, {"--othello-listen nonsense", 2}, {"--blokus-listen nonsense", 2},
		{"--listen localhost:8099 --metrics localhost:8099", 2}, {"--othello-listen :8099 --blokus-listen :8099", 2},
		{"--square4-pieces -1", 2}, {"--square4-pieces 17", 2},
		{"--engines -1", 2},
		{"--max-think 0s", 2},
		{"--rate NaN", 2},
		{"--rate -1", 2},
		{"--burst 0", 2},
		{"--new-games -1", 2},
		{"--max-file 0", 2},
		{"--square4-level 11", 2}, {"--square4-level 4,5", 2}, {"--square4-level 9.5", 2},
		{"--othello-keys /no/such/file", 2},
		{"--othello-stopped", 2},
		{"--othello-keys " + keys, 2},
		{"--log-level loud", 2},
		{"--data /dev/null", 2},
		{"extra", 2},
		{"--allow-origin example.org", 2},
		{"--allow-origin https://example.org/path", 2},
		{"--allow-origin localhost:3000", 2},
		{"--allow-origin https://*.example.org", 2},
		{"--offline --embed example.org", 2},
		{"--offline --embed null", 2},
		{"--no-offline --embed https://example.org", 2},
		{"--allow-host games.example:80", 2},
		{"--engine /no/such/engine", 3},
		{"--guest /no/such/engine", 3},
		{"--guest games=chess", 3},
		{"--nats-creds /no/such/file", 2}, {"--nats /no/such", 2}, {"--nats http://127.0.0.1:1", 2}, {"--nats nats://", 2}, {"--nats nats://a:b/c@127.0.0.1", 2},
		{"--nats nats://127.0.0.1:1", 3},
		{"--nats-ca /no/such --nats nats://127.0.0.1:1", 2}, {"--nats-cert /dev/null --nats nats://127.0.0.1:1", 2},
		{"--guest tc=5", 2},
		{"--guest proto=chess", 3},
		{"--guest level=5 --guest-movetime 0s", 2},
	} {
		args := append([]string{"serve", "--listen", "127.0.0.1:0", "--data", t.TempDir()}, strings.Fields(tc.args)...)
		got, errs := inside(t, args, "", io.Discard)
		flag, _, _ := strings.Cut(tc.args, " ") // which what is wrong with it names, or the limits of others do
		if tc.args == "--othello-stopped" && !strings.Contains(errs, "--othello-organiser or $QUADRILLE_ORGANISER") {
			t.Errorf("client serve %s does not say how the secret is given:\n%s", tc.args, errs)
		}
		if strings.Contains(tc.args, "8099") && !strings.Contains(errs, "are one address") {
			t.Errorf("client serve %s does not say that two flags have one address:\n%s", tc.args, errs)
		}
		if got != tc.want || !strings.Contains(errs, "client: ") || strings.Contains(errs, "limit") && !strings.Contains(errs, "client: "+flag+" ") {
			t.Errorf("client serve %s: exit status %d, want %d:\n%s", tc.args, got, tc.want, errs)
		}
	}
}

// The server's documents have the flags that the program has, with the same
// defaults.
func TestDocumentedServeFlags(t *testing.T) {
	parser, err := kong.New(&commandLine{}, kong.Vars{"version": "", "released": ""})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, node := range parser.Model.Children {
		if node.Name != "serve" {
			continue
		}
		for _, f := range node.Flags {
			if f.Name != "help" {
				want = append(want, strings.TrimSpace("--"+f.Name+" "+f.Default))
			}
		}
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "serve.md"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(--[a-z0-9-]+)[^`]*` \\| (?:`([^`]*)`)?").FindAllStringSubmatch(string(text), -1) {
		got = append(got, strings.TrimSpace(row[1]+" "+row[2]))
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("flags and defaults (-program +docs/serve.md):\n%s", diff)
	}
}
