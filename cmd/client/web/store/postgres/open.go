package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"quadrille/cmd/client/web/store/tables"
)

// mostConnections is how many connections a store has when its address does not
// say (pool_max_conns).
const mostConnections = 8

// IsAddress says whether a text is the address of a database, and not of a folder.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// Name is an address as people may see it: without the password, and without what
// follows the database's name, where there may be one too.
func Name(address string) string {
	u, err := url.Parse(address)
	if err != nil || !IsAddress(address) {
		return "the database"
	}
	name := &url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if u.User.Username() != "" {
		name.User = url.User(u.User.Username())
	}
	return name.String()
}

// Open opens the store at an address such as postgres://USER@HOST/DATABASE. What
// the address does not say comes from PostgreSQL's own variables and files (PGHOST,
// PGPASSWORD, ~/.pgpass, ...); sslmode says how the connection is protected. The
// tables are made or brought to the present version where needed. No error has the
// password. The error wraps [store.ErrInUse], [store.ErrForeign], [store.ErrNewer]
// or another of that package where one of them is the cause.
//
// The store is this one's alone until it is closed.
func Open(ctx context.Context, address string) (*Store, error) { return openAs(ctx, address, true) }

// Join is Open for one of several servers of a store, which are each other's peers
// as package host wants them.
func Join(ctx context.Context, address string) (*Store, error) { return openAs(ctx, address, false) }

func openAs(ctx context.Context, address string, only bool) (*Store, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	s, err := open(ctx, config, only)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", Name(address), explain(err))
	}
	return s, nil
}

// parse reads an address. An error does not repeat it, since it may have a
// password.
func parse(address string) (*pgxpool.Config, error) {
	if !IsAddress(address) {
		return nil, errors.New("the address of a PostgreSQL database is postgres://USER@HOST/DATABASE")
	}
	if u, err := url.Parse(address); err == nil && (strings.Contains(u.EscapedPath(), "@") || u.Fragment != "") {
		return nil, errors.New("the address of the PostgreSQL database is not right: in a name or a password / is written %2F and # is written %23")
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("the address of the PostgreSQL database is not right, which is postgres://USER@HOST/DATABASE: %s", reason(err))
	}
	if !strings.Contains(address, "pool_max_conns") {
		config.MaxConns = mostConnections
	}
	if p := config.ConnConfig.RuntimeParams; p["application_name"] == "" {
		p["application_name"] = "quadrille"
	}
	if t := &config.ConnConfig.ConnectTimeout; *t <= 0 || *t > patience {
		*t = patience
	}
	return config, nil
}

// reason is what is wrong with an address, without the address.
func reason(err error) string {
	text := err.Error()
	return strings.TrimPrefix(text[strings.LastIndexByte(text, '`')+1:], ": ")
}

func open(ctx context.Context, config *pgxpool.Config, only bool) (*Store, error) {
	l, err := join(ctx, config.ConnConfig, only)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), config)
	if err != nil {
		l.close()
		return nil, err
	}
	s := &Store{pool: pool, link: l, teller: newTeller(pool, l.id)}
	s.Games = &tables.Games{DB: stdlib.OpenDBFromPool(pool), Write: s.write, Name: explain, Fence: s.fence, Fill: fill, Snapshot: sql.LevelRepeatableRead, Patience: patience, Fresh: time.Second}
	s.running, s.stop = context.WithCancel(context.Background())
	s.all.Go(func() { s.recount(s.running) })
	s.all.Go(func() { s.teller.run(s.running) })
	if err := s.Recount(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}
