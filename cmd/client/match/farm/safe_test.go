//go:build unix

package farm

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"flag"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"quadrille/cmd/client/match"
	"quadrille/cmd/internal/bus"
	"quadrille/cmd/internal/natstest"
)

// documented starts a server with the users and permissions of deploy/nats.conf.
func documented(t *testing.T) *server.Server {
	t.Helper()
	users := natstest.Users(t, "../../../../deploy/nats.conf")
	return start(t, t.TempDir(), -1, func(o *server.Options) { o.Users = users })
}

func as(s *server.Server, user string) bus.Server {
	return bus.Server{URL: natstest.As(s, user)}
}

// The permissions that are documented are enough for a match, for a worker and for
// those who watch.
func TestDocumentedPermissions(t *testing.T) {
	s := documented(t)
	path := begin(t, newSpec(6))
	var last match.View
	watched := make(chan error, 1)
	view := &Viewed{Reporter: &begun{log: &log{}, do: func(p match.Progress) {
		seen := false
		go func() {
			watched <- Watch(t.Context(), as(s, "guest"), p.Spec.ID, func(v match.View, over bool) {
				if last = v; !seen { // the games begin when somebody watches
					w := newWorker("", "lab1")
					w.Server = as(s, "lab1")
					work(t, w)
				}
				seen = true
			})
		}()
	}}}
	if err := resume(t.Context(), path, &Match{Server: as(s, "coordinator"), View: view}, view); err != nil {
		t.Fatal(err)
	}
	if err := <-watched; err != nil {
		t.Fatal(err)
	}
	expectSame(t, alone(t, newSpec(6)), games(t, path))
	if !strings.Contains(last.Title, "square4: a, b; roundrobin, 6 games, match ") || !strings.Contains(last.Table, "lab1          1      6") ||
		!strings.Contains(last.Table, "6 of 6 games") {
		t.Errorf("the last that is seen:\n%s\n%s", last.Title, last.Table)
	}
}

// The unit in the folder deploy starts the server with flags that it has, and with
// nats.conf, whose passwords the unit names and whose files are in the folder that it
// gives it.
func TestDeployedServer(t *testing.T) {
	unit, err := os.ReadFile("../../../../deploy/quadrille-nats.service")
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(unit), "\nExecStart=/usr/local/bin/nats-server ")
	line, _, _ = strings.Cut(line, "\n")
	flags := flag.NewFlagSet("nats-server", flag.ContinueOnError)
	line = strings.Replace(line, "/etc/quadrille/", "../../../../deploy/", 1)
	for line := range strings.Lines(string(unit)) { // its comment says which passwords there are
		if name, ok := strings.CutPrefix(line, "#\tNATS_"); ok {
			name, _, _ = strings.Cut(name, "=")
			t.Setenv("NATS_"+name, "secret")
		}
	}
	help := func() { t.Errorf("nats-server takes no %q", line) }
	o, err := server.ConfigureOptions(flags, strings.Fields(line), help, help, help)
	if err != nil || o == nil || o.ConfigFile == "" {
		t.Fatalf("nats-server %s: %v", line, err)
	}
	if folder := strings.TrimPrefix(o.StoreDir, "/var/lib/"); !strings.Contains(string(unit), "\nStateDirectory="+folder+"\n") {
		t.Errorf("the unit does not make %s", o.StoreDir)
	}
}

// begun is a log that does something when the match begins.
type begun struct {
	*log
	do func(match.Progress)
}

func (b *begun) Begin(p match.Progress) {
	b.log.Begin(p)
	b.do(p)
}

// A worker may do nothing but what it is for.
func TestLeastRights(t *testing.T) {
	s := documented(t)
	boss := dial(t, as(s, "coordinator"))
	if _, err := boss.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ user, publish, subscribe string }{
		{user: "lab1", publish: "quadrille.work.M.1.x"},
		{user: "lab1", publish: "quadrille.result.M.lab2.1"},
		{user: "lab1", publish: "quadrille.hello.lab2"},
		{user: "lab1", publish: "quadrille.call"},
		{user: "lab1", publish: "quadrille.watch.M"},
		{user: "lab1", publish: "$JS.API.STREAM.DELETE.QUADRILLE_WORK"},
		{user: "lab1", publish: "$JS.API.STREAM.PURGE.QUADRILLE_RESULTS"},
		{user: "lab1", publish: "$JS.API.CONSUMER.NAMES.QUADRILLE_WORK"},
		{user: "lab1", publish: "$JS.API.CONSUMER.LIST.QUADRILLE_WORK"},
		{user: "lab1", publish: "$JS.API.CONSUMER.CREATE.QUADRILLE_WORK.x"},
		{user: "lab1", publish: "$JS.API.CONSUMER.DELETE.QUADRILLE_WORK.x"},
		{user: "lab1", publish: "$JS.API.CONSUMER.MSG.NEXT.QUADRILLE_RESULTS.x"},
		{user: "lab1", publish: "$JS.ACK.QUADRILLE_RESULTS.x.1.1.1.1.0"},
		{user: "lab1", publish: "$O.quadrille.M.x"},
		{user: "lab1", publish: "_INBOX_lab2.x"},
		{user: "lab1", subscribe: "_INBOX_lab2.>"},
		{user: "lab1", subscribe: "quadrille.result.>"},
		{user: "lab1", subscribe: "quadrille.hello.*"},
		{user: "lab1", subscribe: "quadrille.>"},
		{user: "lab1", subscribe: "$JS.>"},
		{user: "guest", publish: "quadrille.watch.M"},
		{user: "guest", subscribe: "quadrille.result.>"},
		{user: "coordinator", publish: "_INBOX_lab1.x"}, // but for answers
	} {
		l, err := connect(t.Context(), as(s, tc.user), "test", "_INBOX_"+tc.user)
		if err != nil {
			t.Fatal(err)
		}
		if tc.publish != "" {
			l.conn.Publish(tc.publish, nil)
		} else if _, err := l.conn.Subscribe(tc.subscribe, func(*nats.Msg) {}); err != nil {
			t.Fatal(err)
		}
		l.conn.Flush()
		select {
		case what := <-l.denied:
			if !strings.Contains(what, tc.publish+tc.subscribe) {
				t.Errorf("%+v: %s", tc, what)
			}
		case <-time.After(time.Minute):
			t.Errorf("%+v is permitted", tc)
		}
		l.close()
	}
}

// What is missing is told.
func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	ca, files := certificates(t, dir)
	open := start(t, t.TempDir(), -1, nil)
	plain := start(t, t.TempDir(), -1, func(o *server.Options) { o.JetStream = false })
	locked := start(t, t.TempDir(), -1, func(o *server.Options) { o.Username, o.Password = "u", "secret" })
	secure := func(verify bool) *server.Server {
		config, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: files[0], KeyFile: files[1], CaFile: ca, Verify: verify})
		if err != nil {
			t.Fatal(err)
		}
		return start(t, t.TempDir(), -1, func(o *server.Options) { o.TLSConfig, o.TLS, o.TLSVerify, o.TLSTimeout = config, true, verify, 5 })
	}
	tls, mutual := secure(false), secure(true)
	seed, public := nkey(t, dir)
	keyed := start(t, t.TempDir(), -1, func(o *server.Options) { o.Nkeys = []*server.NkeyUser{{Nkey: public}} })
	other, _ := nkey(t, t.TempDir())
	user := func(s *server.Server, who string) string {
		return strings.Replace(s.ClientURL(), "://", "://"+who+"@", 1)
	}
	for _, tc := range []struct {
		server bus.Server
		want   string // "" is none
	}{
		{bus.Server{URL: open.ClientURL()}, ""},
		{bus.Server{URL: "nats://127.0.0.1:1"}, "there is no NATS server at nats://127.0.0.1:1; start one with nats-server, or for matches with nats-server -js"},
		{bus.Server{URL: plain.ClientURL()}, "JetStream, which is to be switched on"},
		{bus.Server{URL: locked.ClientURL()}, "wants to know who this is: put USER:PASSWORD@ into the URL"},
		{bus.Server{URL: user(locked, "u:wrong")}, "does not know this user, or the password or key is wrong"},
		{bus.Server{URL: user(locked, "u:secret")}, ""},
		{bus.Server{URL: tls.ClientURL()}, "--nats-ca"},
		{bus.Server{URL: tls.ClientURL(), CA: ca}, ""},
		{bus.Server{URL: strings.Replace(open.ClientURL(), "nats://", "tls://", 1)}, "does not speak TLS"},
		{bus.Server{URL: mutual.ClientURL(), CA: ca}, "--nats-cert"},
		{bus.Server{URL: mutual.ClientURL(), CA: ca, Cert: files[0], Key: files[1]}, ""},
		{bus.Server{URL: mutual.ClientURL(), CA: ca, Cert: files[0]}, "--nats-cert and --nats-key belong together"},
		{bus.Server{URL: tls.ClientURL(), CA: filepath.Join(dir, "none")}, "--nats-ca: open"},
		{bus.Server{URL: keyed.ClientURL(), NKey: seed}, ""},
		{bus.Server{URL: keyed.ClientURL(), NKey: other}, "does not know this user, or the password or key is wrong"},
		{bus.Server{URL: keyed.ClientURL(), NKey: ca}, "--nats-nkey"},
		{bus.Server{URL: keyed.ClientURL(), NKey: seed, Creds: ca}, "exclude each other"},
		{as(documented(t), "guest"), "deploy/nats.conf lists"}, // who may only watch
	} {
		l, err := connect(t.Context(), tc.server, "test", "_INBOX")
		if err == nil {
			_, err = l.prepare(t.Context())
			l.close()
		}
		switch {
		case tc.want == "" && err != nil:
			t.Errorf("%+v: %v", tc.server, err)
		case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
			t.Errorf("%+v: %v, want %q", tc.server, err, tc.want)
		case err != nil && strings.Contains(err.Error(), "wrong@"):
			t.Errorf("%v tells the password", err)
		}
	}
	w := newWorker("", "lab2") // which is not the user's name
	w.Server = as(documented(t), "lab1")
	if err := w.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "deploy/nats.conf") ||
		!strings.Contains(err.Error(), "quadrille.hello.lab2") && !strings.Contains(err.Error(), "_INBOX_lab2") {
		t.Errorf("a worker with the user of another: %v", err)
	}
}

// certificates writes that of an authority and, signed by it, one of the local
// machine with its key.
func certificates(t *testing.T, dir string) (ca string, files [2]string) {
	t.Helper()
	sign := func(c, parent *x509.Certificate, key, by *ecdsa.PrivateKey) []byte {
		der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, by)
		if err != nil {
			t.Fatal(err)
		}
		return der
	}
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	key := func() *ecdsa.PrivateKey {
		k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	from, to := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	root := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: from, NotAfter: to,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	rootKey, leafKey := key(), key()
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "localhost"}, NotBefore: from, NotAfter: to,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	private, err := x509.MarshalECPrivateKey(leafKey)
	if err != nil {
		t.Fatal(err)
	}
	ca = write("ca.pem", "CERTIFICATE", sign(root, root, rootKey, rootKey))
	return ca, [2]string{write("leaf.pem", "CERTIFICATE", sign(leaf, root, leafKey, rootKey)), write("key.pem", "EC PRIVATE KEY", private)}
}

// nkey writes the seed of a new user.
func nkey(t *testing.T, dir string) (path, public string) {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, err1 := pair.Seed()
	public, err2 := pair.PublicKey()
	path = filepath.Join(dir, "user.nk")
	if err := errors.Join(err1, err2, os.WriteFile(path, seed, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path, public
}
