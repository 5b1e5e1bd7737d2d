package postgres

import (
	"context"
	"embed"
	"fmt"

	"github.com/jackc/pgx/v5"

	"quadrille/cmd/client/web/store"
)

// migrations bring a store from each version to the next, from an empty schema on:
// 1.sql to version 1 and so forth. One that was released is never changed; what is
// new is a file behind it.
//
//go:embed migrations/*.sql
var migrations embed.FS

// version is that of the tables: the number of the last migration.
const version = 4

// upgrade brings the tables to the present version, all of it or nothing, while
// nobody else does. Beside servers of an earlier version, which it could not go on
// with, that is refused.
func upgrade(ctx context.Context, conn *pgx.Conn, alone bool) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock("+lockUpgrade+")"); err != nil {
			return err
		}
		v, err := inspect(ctx, tx)
		if err != nil || v == version {
			return err
		}
		if !alone {
			return &store.Failure{Cause: store.ErrInUse, Text: fmt.Sprintf("servers that have the store open know its version %d and not %d, which this one would bring it to; stop them first", v, version)}
		}
		for n := v + 1; n <= version; n++ {
			text, err := migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", n))
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(text)); err != nil {
				return fmt.Errorf("bringing the tables to version %d: %w", n, err)
			}
		}
		_, err = tx.Exec(ctx, "UPDATE quadrille SET version = $1", version)
		return err
	})
}

// inspect reads the version of the tables. In an empty schema it makes the table
// that has it, which is 0.
func inspect(ctx context.Context, tx pgx.Tx) (v int, err error) {
	var encoding, schema string
	var marked bool
	var tables int
	err = tx.QueryRow(ctx, `SELECT current_setting('server_encoding'), coalesce(current_schema(), ''),
		count(*) FILTER (WHERE tablename = 'quadrille') > 0, count(tablename) FROM
		(SELECT 1) AS always LEFT JOIN pg_tables ON schemaname = current_schema()`).Scan(&encoding, &schema, &marked, &tables)
	switch {
	case err != nil:
		return 0, err
	case schema == "":
		return 0, fmt.Errorf("the connection's search_path (%s) names no schema that there is; CREATE SCHEMA makes one", setting(ctx, tx, "search_path"))
	case encoding != "UTF8":
		return 0, fmt.Errorf("the database is encoded as %s; it must be UTF8, as by CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0", encoding)
	case !marked && tables > 0:
		return 0, &store.Failure{Cause: store.ErrForeign, Text: fmt.Sprintf("the schema %q has %d tables that are not this program's, and was left as it is; "+
			"give the server a database of its own, or a schema by ?search_path=NAME in the address", schema, tables)}
	case !marked:
		_, err := tx.Exec(ctx, "CREATE TABLE quadrille (version INTEGER NOT NULL); INSERT INTO quadrille VALUES (0)")
		return 0, err
	}
	if err := tx.QueryRow(ctx, "SELECT version FROM quadrille").Scan(&v); err != nil {
		return 0, err
	}
	if v > version {
		return 0, &store.Failure{Cause: store.ErrNewer, Text: fmt.Sprintf("the tables are of version %d, written by a later version of this program, "+
			"which knows %d; they were left as they are", v, version)}
	}
	return v, nil
}

// setting is one of the connection's, for people.
func setting(ctx context.Context, tx pgx.Tx, name string) (value string) {
	if err := tx.QueryRow(ctx, "SELECT current_setting($1)", name).Scan(&value); err != nil {
		return "?"
	}
	return value
}
