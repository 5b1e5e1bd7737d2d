package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/shlex"
)

// deployed reads a file of the folder deploy.
func deployed(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The command lines in the folder deploy are some that this program takes, and the
// limits of its proxies those of the server.
func TestDeployedCommands(t *testing.T) {
	parser, err := kong.New(&commandLine{}, kong.Vars{"version": "", "released": "false"}, kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	check := func(file, line string) {
		t.Helper()
		found++
		words, err := shlex.Split(line)
		if err == nil {
			_, err = parser.Parse(words)
		}
		if err != nil {
			t.Errorf("%s: client %s: %v", file, line, err)
		}
	}
	for _, unit := range []string{"quadrille.service", "quadrille-worker.service"} {
		for _, m := range regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/client (.*)$`).FindAllStringSubmatch(deployed(t, unit), -1) {
			check(unit, m[1])
		}
	}
	const image = "Containerfile"
	text := deployed(t, image)
	for _, m := range regexp.MustCompile(`(?m)^CMD (\[.*\])$`).FindAllStringSubmatch(text, -1) {
		var words []string
		if err := json.Unmarshal([]byte(m[1]), &words); err != nil {
			t.Errorf("%s: %s: %v", image, m[1], err)
		}
		check(image, strings.Join(words, " "))
	}
	for _, m := range regexp.MustCompile(`(?m)^# .*podman run .* quadrille (.+)$|^#\tpodman run .* quadrille (.+)$`).FindAllStringSubmatch(text, -1) {
		check(image, m[1]+m[2])
	}
	for _, file := range []string{"nginx.conf", "Caddyfile", image} {
		for _, m := range regexp.MustCompile(`--proxy --allow-host [A-Za-z.]+[A-Za-z]`).FindAllString(deployed(t, file), -1) {
			check(file, "serve "+m)
		}
	}
	if found != 7 {
		t.Errorf("%d command lines were found", found)
	}
	const largest = "2097152" // bytes, of --max-file, which the proxies write as 2 MiB
	if !strings.Contains(deployed(t, "nginx.conf"), "client_max_body_size 2m;") || !strings.Contains(deployed(t, "Caddyfile"), "max_size 2MiB") {
		t.Error("a proxy has another limit than --max-file")
	}
	for _, node := range parser.Model.Children {
		for _, f := range node.Flags {
			if f.Name == "max-file" && f.Default != largest {
				t.Errorf("--max-file is %s, and the proxies have %s", f.Default, largest)
			}
		}
	}
}

// systemd finds nothing wrong with the units.
func TestDeployedUnits(t *testing.T) {
	systemd, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze, which checks units, is not here")
	}
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	program := regexp.MustCompile(`(?m)^ExecStart=\S+`)
	for _, name := range []string{"quadrille.service", "quadrille-worker.service", "quadrille-nats.service"} {
		unit := filepath.Join(t.TempDir(), name)
		text := program.ReplaceAllLiteralString(deployed(t, name), "ExecStart="+path) // which is there
		if err := os.WriteFile(unit, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(systemd, "verify", "--man=no", unit).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// Behind the nginx of the folder deploy the server is played with as through no
// proxy: the page comes, events come at once, and who asks is not what somebody
// writes into a header.
func TestBehindNginx(t *testing.T) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("nginx is not here")
	}
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	server := exec.Command(path, "serve", "--listen", "127.0.0.1:0", "--data", filepath.Join(dir, "games"),
		"--proxy", "--allow-host", "games.example", "--log-level", "debug", "--log-json")
	var log bytes.Buffer
	server.Stderr = &log
	address := firstMatch(t, server, `http://(127\.0\.0\.1:\d+)`)
	cert, pool := localCertificate(t, dir, "games.example")
	secure := free(t)
	text := deployed(t, "nginx.conf")
	for _, r := range [][2]string{
		{`(?m)^\s*listen \[::\].*\n`, ""}, // there may be no IPv6
		{`listen 443`, "listen " + secure}, {`listen 80`, "listen " + free(t)},
		{`server 127\.0\.0\.1:8000`, "server " + address},
		{`/etc/ssl/games\.example`, cert},
	} {
		change := regexp.MustCompile(r[0])
		if !change.MatchString(text) {
			t.Fatalf("nginx.conf has no %s", r[0])
		}
		text = change.ReplaceAllLiteralString(text, r[1])
	}
	text = fmt.Sprintf("daemon off;\npid %[1]s/pid;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path %[1]s/body;\n"+
		"proxy_temp_path %[1]s/proxy;\nfastcgi_temp_path %[1]s/f;\nuwsgi_temp_path %[1]s/u;\nscgi_temp_path %[1]s/s;\n%[2]s}\n", dir, text)
	conf := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	proxy := exec.Command(nginx, "-e", "stderr", "-p", dir, "-c", conf)
	var complaints bytes.Buffer
	proxy.Stderr = &complaints
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { proxy.Process.Signal(os.Interrupt); proxy.Wait() })
	await(t, secure, &complaints)

	var dialer net.Dialer
	people := &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: pool},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, secure)
		}}}
	ask := func(method, path, body string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, "https://games.example"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", "https://games.example")
		r.Header.Set("X-Forwarded-For", "198.51.100.7")
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		answer, err := people.Do(r)
		if err != nil {
			t.Fatalf("%s: %v\n%s", path, err, complaints.String())
		}
		t.Cleanup(func() { answer.Body.Close() })
		if answer.StatusCode/100 != 2 || answer.ProtoMajor != 2 {
			text, _ := io.ReadAll(answer.Body)
			t.Fatalf("%s: %s %s\n%s", path, answer.Proto, answer.Status, text)
		}
		return answer
	}
	ask("GET", "/", "")
	var game struct{ State struct{ ID string } }
	if err := json.NewDecoder(ask("POST", "/api/v1/games", `{"game":"othello"}`).Body).Decode(&game); err != nil || game.State.ID == "" {
		t.Fatalf("a new game: %+v, %v", game, err)
	}
	events := bufio.NewScanner(ask("GET", "/api/v1/games/"+game.State.ID+"/events", "").Body)
	events.Buffer(nil, 1<<20)
	heard := func(what string) { // while the stream is open, or the test's time is up
		t.Helper()
		for events.Scan() {
			if strings.Contains(events.Text(), what) {
				return
			}
		}
		t.Fatalf("the stream of events ended without %s: %v", what, events.Err())
	}
	heard(`"version":1,`)
	ask("POST", "/api/v1/games/"+game.State.ID+"/act", `{"action":"place d3"}`)
	heard(`"version":2,`)
	people.CloseIdleConnections()
	stopServer(t, server)
	if !strings.Contains(log.String(), `"client":"127.0.0.1`) || strings.Contains(log.String(), "198.51.100.7") {
		t.Errorf("who asks is told by whoever asks:\n%s", log.String())
	}
}

// firstMatch starts a program and returns what is found in its first line.
func firstMatch(t *testing.T, cmd *exec.Cmd, pattern string) string {
	t.Helper()
	lines := bufio.NewScanner(started(t, cmd))
	t.Cleanup(func() { stopServer(t, cmd) })
	lines.Scan()
	found := regexp.MustCompile(pattern).FindStringSubmatch(lines.Text())
	if found == nil {
		t.Fatalf("%q is not %s", lines.Text(), pattern)
	}
	return found[1]
}

// stopServer ends a program, once.
func stopServer(t *testing.T, cmd *exec.Cmd) {
	if cmd.ProcessState == nil {
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// free is an address of this machine that nobody listens at.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// await waits until somebody listens at an address.
func await(t *testing.T, address string, complaints fmt.Stringer) {
	t.Helper()
	for range 600 {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("nobody listens at %s\n%s", address, complaints)
}

// localCertificate writes a certificate of a name and its key, as PATH.crt and
// PATH.key, and returns that path and who trusts it.
func localCertificate(t *testing.T, dir, name string) (path string, pool *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err1 := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	private, err2 := x509.MarshalPKCS8PrivateKey(key)
	parsed, err3 := x509.ParseCertificate(der)
	path = filepath.Join(dir, "site")
	err4 := os.WriteFile(path+".crt", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600)
	err5 := os.WriteFile(path+".key", pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600)
	if err := cmp.Or(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AddCert(parsed)
	return path, pool
}
