package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"quadrille/cmd/client/web/limits"
	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/postgres/pgtest"
	"quadrille/cmd/client/web/store/storetest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// Schemas that are not ours, or not yet, are left as they are.
func TestRefusedSchemas(t *testing.T) {
	for name, tc := range map[string]struct {
		statements string
		want       error
	}{
		"another program's": {"CREATE TABLE customers (id INTEGER)", store.ErrForeign},
		"later version":     {"CREATE TABLE quadrille (version INTEGER); INSERT INTO quadrille VALUES (99)", store.ErrNewer},
	} {
		t.Run(name, func(t *testing.T) {
			address := pgtest.URL(t)
			pgtest.Exec(t, address, tc.statements)
			if _, err := Open(t.Context(), address); !errors.Is(err, tc.want) || store.Reason(err) == "" {
				t.Errorf("%v, want %v", err, tc.want)
			}
			pgtest.Exec(t, address, `DO $$ BEGIN
				IF (SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()) <> 1 THEN RAISE 'it was changed'; END IF;
			END $$`)
		})
	}
}

// What a store cannot be opened for is said, and never the password.
func TestRefusedAddresses(t *testing.T) {
	c := pgtest.Start(t)
	over := func(host, password, query string) string {
		u := url.URL{Scheme: "postgres", User: url.UserPassword("tester", password), Host: fmt.Sprint(host, ":", c.Port), Path: "/postgres", RawQuery: query}
		return u.String()
	}
	const secret = "hunter2"
	for name, tc := range map[string]struct{ address, want string }{
		"no address":         {"games.db", "postgres://USER@HOST/DATABASE"},
		"no number":          {"postgres://u:" + secret + "@h:port/d", "is not right"},
		"slash in password":  {"postgres://u:" + secret + "/" + secret + "@h/d", "is not right"},
		"slash after digits": {"postgres://u:12/" + secret + "@h/d", "is written %2F"},
		"hash after digits":  {"postgres://u:12#" + secret + "@h/d", "is written %23"},
		"unknown sslmode":    {over("127.0.0.1", secret, "sslmode=maybe"), "sslmode"},
		"wrong password":     {over("127.0.0.1", secret, "sslmode=require"), "does not let the server in"},
		"no TLS":             {over("127.0.0.1", pgtest.Password, "sslmode=disable"), "does not let the server in"},
		"unknown authority":  {over("localhost", pgtest.Password, "sslmode=verify-full"), "certificate"},
		"another's name":     {over("127.0.0.1", pgtest.Password, "sslmode=verify-full&sslrootcert="+c.Certificate()), "certificate"},
		"no such database":   {strings.Replace(c.Address(""), "/postgres?", "/none?", 1), "no such database"},
		"no such schema":     {c.Address("nowhere"), "names no schema"},
		"nobody listens":     {"postgres://u:" + secret + "@127.0.0.1:1/d", "cannot be reached"},
		"no folder of it":    {"postgres://u:" + secret + "@/d?host=/none", "cannot be reached"},
		"password behind it": {"postgres://h/d?password=" + secret + "&port=x", "is not right"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(t.Context(), tc.address)
			if err == nil {
				s.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("%v, want %q", err, tc.want)
			}
			for _, p := range []string{secret, pgtest.Password, url.QueryEscape(pgtest.Password), "not/to"} {
				if strings.Contains(err.Error(), p) {
					t.Errorf("the error has the password: %v", err)
				}
			}
		})
	}
	s := openAt(t, over("localhost", pgtest.Password, "sslmode=verify-full&sslrootcert="+c.Certificate()+"&search_path="+schemaOf(pgtest.URL(t))))
	if err := s.Writable(t.Context()); err != nil {
		t.Errorf("with TLS and a password: %v", err)
	}
}

func schemaOf(address string) string {
	u, _ := url.Parse(address)
	return u.Query().Get("search_path")
}

// Name says where a store is, and no secret.
func TestName(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://ann:pw@db.example:5433/games?sslmode=verify-full&password=x": "postgres://ann@db.example:5433/games",
		"postgresql://db/games": "postgresql://db/games",
		"postgres://u:p/w@h/d":  "the database",
	} {
		if got := Name(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// One server at a time uses a store; others, in other schemas, do not matter.
func TestOneServerAtATime(t *testing.T) {
	address := pgtest.URL(t)
	s := openAt(t, address)
	if _, err := Open(t.Context(), address); !errors.Is(err, store.ErrInUse) {
		t.Errorf("second Open: %v", err)
	}
	openAt(t, pgtest.URL(t))
	if err := s.Create(storetest.Sample("a")); err != nil {
		t.Errorf("after another tried: %v", err)
	}
	s.Close()
	openAt(t, address)
}

// Of many who change one version of a game one does, and the others are told.
func TestRace(t *testing.T) {
	s := openAt(t, pgtest.URL(t))
	g := storetest.Sample("a")
	if err := s.Create(g); err != nil {
		t.Fatal(err)
	}
	g.Version++
	const many = 20
	outcomes := make(chan error, many)
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			outcomes <- s.Save(store.Change{Head: g.Head, Keep: 1, Add: []store.Step{{Text: fmt.Sprint("move", i)}}})
		})
	}
	all.Wait()
	close(outcomes)
	done := 0
	for err := range outcomes {
		switch {
		case err == nil:
			done++
		case !errors.Is(err, store.ErrStale):
			t.Errorf("a loser is told: %v", err)
		}
	}
	if got := storetest.Load(t, s, "a"); done != 1 || got.Version != 2 || len(got.Steps) != 2 {
		t.Errorf("%d changes were made; the game is %+v", done, got)
	}
}

// connect is somebody else's connection to a store.
func connect(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// When the connections are cut nothing is written until the store is held again,
// and then all goes on.
func TestCutOff(t *testing.T) {
	address := pgtest.URL(t)
	s := openAt(t, address)
	if err := s.Create(storetest.Sample("a")); err != nil {
		t.Fatal(err)
	}
	// Somebody else waits for the store, and has it as soon as this one has lost it.
	other := connect(t, address)
	cut := other.PgConn().Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = "+
		"(hashtext('server ' || current_schema())::bigint & 4294967295)::oid; SELECT pg_advisory_lock("+lockServer+")")
	if _, err := cut.ReadAll(); err != nil {
		t.Fatal(err)
	}
	for s.link.state() == nil { // until it has noticed
		time.Sleep(time.Millisecond)
	}
	g := storetest.Sample("a")
	g.Version++
	if err := s.Save(store.Change{Head: g.Head, Keep: 2}); err == nil || store.Reason(err) == "" {
		t.Errorf("while another has the store: %v", err)
	}
	if _, err := other.Exec(t.Context(), "SELECT pg_advisory_unlock_all()"); err != nil {
		t.Fatal(err)
	}
	for s.Writable(t.Context()) != nil { // until it has the store again
	}
	if err := s.Save(store.Change{Head: g.Head, Keep: 2}); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// makeFirst makes the tables of the first version.
func makeFirst(t *testing.T, address string) {
	t.Helper()
	first, err := migrations.ReadFile("migrations/1.sql")
	if err != nil {
		t.Fatal(err)
	}
	pgtest.Exec(t, address, "CREATE TABLE quadrille (version INTEGER NOT NULL); INSERT INTO quadrille VALUES (1);"+string(first))
}

// A store of the first version is brought to the present one, with what was in it.
func TestUpgrade(t *testing.T) {
	address := pgtest.URL(t)
	makeFirst(t, address)
	pgtest.Exec(t, address, "INSERT INTO pairs VALUES ('s', 'k', 'v')")
	for range 2 { // the second time it is of this version
		s := openAt(t, address)
		if v, err := s.Get(t.Context(), "s", "k"); string(v) != "v" || err != nil {
			t.Errorf("what was in it: %q, %v", v, err)
		}
		s.Close()
		s = joinAt(t, address)
		if mine, err := s.Claim(t.Context(), "work"); !mine || err != nil {
			t.Errorf("what is new: %v, %v", mine, err)
		}
		s.Free("work")
		s.Close()
	}
}

// Beside servers of an earlier version the tables stay as they are.
func TestUpgradeBesideOthers(t *testing.T) {
	address := pgtest.URL(t)
	makeFirst(t, address)
	other := connect(t, address)
	if _, err := other.Exec(t.Context(), "SELECT pg_advisory_lock_shared("+lockServer+")"); err != nil {
		t.Fatal(err)
	}
	if _, err := Join(t.Context(), address); !errors.Is(err, store.ErrInUse) || !strings.Contains(err.Error(), "version 1") {
		t.Errorf("beside it: %v", err)
	}
	var v int
	if err := other.QueryRow(t.Context(), "SELECT version FROM quadrille").Scan(&v); v != 1 || err != nil {
		t.Errorf("the tables are of version %d, %v", v, err)
	}
	if _, err := other.Exec(t.Context(), "SELECT pg_advisory_unlock_all()"); err != nil {
		t.Fatal(err)
	}
	joinAt(t, address)
}

// A database that does not answer is waited for no longer than a change is.
func TestNoAnswer(t *testing.T) {
	address := pgtest.URL(t)
	s := joinAt(t, address)
	if err := s.Create(storetest.Sample("a")); err != nil {
		t.Fatal(err)
	}
	other := connect(t, address)
	hold, err := other.Begin(t.Context())
	if err == nil {
		_, err = hold.Exec(t.Context(), "LOCK TABLE games, pairs, work, buckets, held IN ACCESS EXCLUSIVE MODE")
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Patience = 100 * time.Millisecond
	ctx := t.Context()
	for name, ask := range map[string]func() error{
		"Load":         func() error { _, err := s.Load(ctx, "a"); return err },
		"Get":          func() error { _, err := s.Get(ctx, "s", "k"); return err },
		"CountOf":      func() error { _, err := s.CountOf(ctx, "c"); return err },
		"NextDeadline": func() error { _, err := s.NextDeadline(ctx); return err },
		"Newer":        func() error { _, err := s.Newer(ctx, "a", 1); return err },
		"Save":         func() error { return s.Save(store.Change{Head: storetest.Sample("a").Head}) },
		"Create":       func() error { return s.Create(storetest.Sample("b")) },
		"Current":      func() error { _, err := s.Current(ctx, "a", 1); return err },
		"Changed":      func() error { _, err := s.Changed(ctx, map[string]int{"a": 1}); return err },
		"Idle":         func() error { _, err := s.Idle(ctx, nil); return err },
		"Claim":        func() error { _, err := s.Claim(ctx, "a/1"); return err },
		"Put":          func() error { return s.Put(ctx, "s", "k", nil) },
		"Spend":        func() error { _, err := s.Spend(ctx, "b", limits.Rate{PerSecond: 1, Burst: 1}, 1, 0); return err },
		"Hold":         func() error { _, err := s.Hold(ctx, "c", 1, 1); return err },
	} {
		if err := ask(); !errors.Is(err, store.ErrSlow) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := hold.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	s.Patience = patience
	storetest.Load(t, s, "a")
}
