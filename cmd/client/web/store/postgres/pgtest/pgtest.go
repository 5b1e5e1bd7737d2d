// Package pgtest gives tests a PostgreSQL of their own: a cluster in a temporary
// folder that lasts as long as the test's process, whatever that ends by.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Cluster is a PostgreSQL that runs. It has a user "tester", who may do anything.
type Cluster struct {
	Folder string    // which has its socket
	Port   int       // on 127.0.0.1, where it wants TLS and a password
	input  io.Closer // the cluster ends when it is closed
}

// Password is that of the user tester over TCP.
const Password = "not/to be:seen@"

// cluster is the one of the process.
var cluster = sync.OnceValues(begin)

// errNone says that there is no PostgreSQL on this machine.
var errNone = errors.New("PostgreSQL (initdb) was not found")

// Start starts the cluster of the process, once for all its tests. Where there is
// no PostgreSQL the test is skipped, or fails where one is required.
func Start(t testing.TB) *Cluster {
	t.Helper()
	c, err := cluster()
	if errors.Is(err, errNone) && os.Getenv("QUADRILLE_POSTGRES") != "required" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// URL is the address of an empty schema in the cluster.
func URL(t testing.TB) string {
	t.Helper()
	c := Start(t)
	name := fmt.Sprintf("t%d", time.Now().UnixNano())
	Exec(t, c.Address(""), "CREATE SCHEMA "+name)
	return c.Address(name)
}

// Address is that of a schema over the socket; "" is the public one.
func (c *Cluster) Address(schema string) string {
	query := url.Values{"host": {c.Folder}, "port": {strconv.Itoa(c.Port)}}
	if schema != "" {
		query.Set("search_path", schema)
	}
	return (&url.URL{Scheme: "postgres", User: url.User("tester"), Path: "/postgres", RawQuery: query.Encode()}).String()
}

// Exec performs statements.
func Exec(t testing.TB, address, statements string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statements); err != nil {
		t.Fatal(err)
	}
}

// errTaken says that somebody else listens at the port that was free.
var errTaken = errors.New("the port is taken")

// begin makes a cluster and starts it.
func begin() (c *Cluster, err error) {
	programs, err := find()
	if err != nil {
		return nil, err
	}
	for range 5 {
		if c, err = try(programs); !errors.Is(err, errTaken) {
			break
		}
	}
	return c, err
}

func try(programs string) (*Cluster, error) {
	folder, err := os.MkdirTemp("", "pg")
	if err != nil {
		return nil, err
	}
	c := &Cluster{Folder: folder}
	owner, err := newOwner(folder)
	if err == nil {
		err = c.make(programs, owner)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	if err := c.start(programs, owner); err != nil {
		c.input.Close()
		return nil, err
	}
	return c, nil
}

// find returns the folder of PostgreSQL's programs.
func find() (string, error) {
	// Debian has them beside each other by versions.
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	slices.SortFunc(found, func(a, b string) int { return strings.Compare(fmt.Sprintf("%40s", a), fmt.Sprintf("%40s", b)) })
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errNone
	}
	return filepath.Dir(path), nil
}

// owner is who runs the cluster: not root, whom PostgreSQL refuses.
type owner struct{ uid, gid int }

func newOwner(folder string) (owner, error) {
	if os.Getuid() != 0 {
		return owner{os.Getuid(), os.Getgid()}, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		return owner{}, err
	}
	uid, err := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	if err := errors.Join(err, err2); err != nil {
		return owner{}, err
	}
	return owner{uid, gid}, os.Chown(folder, uid, gid)
}

// make makes the files of a cluster, with its certificate.
func (c *Cluster) make(programs string, o owner) error {
	secret := filepath.Join(c.Folder, "password")
	if err := o.write(secret, Password+"\n"); err != nil {
		return err
	}
	made := o.command(filepath.Join(programs, "initdb"), "--no-sync", "-D", c.data(), "-U", "tester", "--pwfile", secret,
		"-E", "UTF8", "--locale=C", "--auth-local=trust", "--auth-host=scram-sha-256")
	made.Dir = c.Folder
	if out, err := made.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	certificate, key, err := certificate()
	if err != nil {
		return err
	}
	return errors.Join(o.write(c.Certificate(), certificate), o.write(filepath.Join(c.Folder, "key.pem"), key),
		o.write(filepath.Join(c.data(), "pg_hba.conf"), "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n"))
}

func (c *Cluster) data() string { return filepath.Join(c.Folder, "data") }

// Certificate is the file of the cluster's certificate, for the name localhost.
func (c *Cluster) Certificate() string { return filepath.Join(c.Folder, "certificate.pem") }

func (o owner) write(path, text string) error {
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err
	}
	return os.Chown(path, o.uid, o.gid)
}

// start starts the cluster and waits until it answers.
func (c *Cluster) start(programs string, o owner) error {
	var err error
	if c.Port, err = freePort(); err != nil {
		return err
	}
	// The shell ends it when the process of the test ends.
	run := o.command("sh", "-c", `"$@" & read end; kill -QUIT $!; wait; rm -rf "$0"`, c.Folder, filepath.Join(programs, "postgres"), "-D", c.data(),
		"-k", c.Folder, "-p", strconv.Itoa(c.Port), "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200",
		"-c", "ssl=on", "-c", "ssl_cert_file="+c.Certificate(), "-c", "ssl_key_file="+filepath.Join(c.Folder, "key.pem"),
		"-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off")
	run.Dir = "/"
	log, err := os.Create(filepath.Join(c.Folder, "log"))
	if err != nil {
		return err
	}
	run.Stdout, run.Stderr = log, log
	if c.input, err = run.StdinPipe(); err != nil {
		return err
	}
	if err := errors.Join(run.Start(), log.Close()); err != nil {
		return err
	}
	return c.wait(log.Name()) // nobody waits for the shell, which outlives the process
}

// wait waits until the cluster answers.
func (c *Cluster) wait(log string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, c.Address(""))
		if err == nil {
			return conn.Close(ctx)
		}
		if text, _ := os.ReadFile(log); strings.Contains(string(text), "could not create any TCP/IP sockets") {
			return errTaken
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL does not answer: %w", err)
		}
	}
}

// freePort is one that nobody listens at.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
