package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/store/postgres/pgtest"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/store/storetest"
	"quadrille/cmd/client/web/store/tables"
)

// filled is a store with some of everything.
func filled(t *testing.T) *sqlite.Store {
	t.Helper()
	s := emptySQLite(t)
	for i := range 4 {
		g := storetest.Sample(fmt.Sprint("g", i))
		g.Intro = "ångström, 将棋 and \"quotes\"\t\\N"
		if err := s.Create(g); err != nil {
			t.Fatal(err)
		}
		if err := s.Put(t.Context(), "s", fmt.Sprint("k", i), []byte{0, 0xff, byte(i)}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func emptySQLite(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// What goes from SQLite to PostgreSQL and back is the same, and has the same sum.
func TestCopy(t *testing.T) {
	first, second, third := filled(t), openAt(t, pgtest.URL(t)), emptySQLite(t)
	want, err := first.Sum(t.Context(), nil)
	if err != nil || want.Games != 4 || want.Actions != 8 || want.Notes != 4 {
		t.Fatalf("%+v, %v", want, err)
	}
	for _, step := range []struct{ from, to *tables.Games }{{first.Games, second.Games}, {second.Games, third.Games}} {
		for n, wanted := range []error{nil, tables.ErrNotEmpty} {
			got, err := tables.Copy(t.Context(), step.from, step.to, nil)
			if !errors.Is(err, wanted) || wanted == nil && got != want {
				t.Fatalf("copy %d: %+v, %v; want %+v", n, got, err, want)
			}
		}
		if got, err := step.to.Sum(t.Context(), nil); got != want || err != nil || step.to.Count() != 4 {
			t.Errorf("the copy has %+v, %d games, %v", got, step.to.Count(), err)
		}
	}
	if diff := cmp.Diff(storetest.Load(t, first, "g3"), storetest.Load(t, third, "g3")); diff != "" {
		t.Errorf("a game:\n%s", diff)
	}
	if err := third.Put(t.Context(), "s", "k1", []byte("else")); err != nil {
		t.Fatal(err)
	}
	if got, _ := third.Sum(t.Context(), nil); got.Checksum == want.Checksum {
		t.Error("the checksum does not see a note that was changed")
	}
	for _, step := range []struct {
		statement string
		games     int
	}{{"SELECT", 4}, {"DELETE FROM games WHERE id = 'g0'", 3}, {"TRUNCATE games", 0}} { // the database counts, whoever changes them
		if _, err := second.DB.Exec(step.statement); err != nil {
			t.Fatal(err)
		}
		if err := second.Recount(t.Context()); err != nil || second.Count() != step.games {
			t.Errorf("after %s: %d games, %v; want %d", step.statement, second.Count(), err, step.games)
		}
	}
}

// A copy that is not whole, or of what cannot be kept, leaves nothing behind.
func TestCopyFails(t *testing.T) {
	spoiled := filled(t)
	g := storetest.Sample("spoiled")
	g.Intro = "a\x00b"
	if err := spoiled.Create(g); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	lossy := func(fill tables.Fill) tables.Fill {
		return func(ctx context.Context, on *sql.Conn, tx *sql.Tx, table string, columns []string, rows tables.Rows) error {
			if table == "actions" {
				rows() // one is lost
			}
			return fill(ctx, on, tx, table, columns, rows)
		}
	}
	for name, tc := range map[string]struct {
		ctx  context.Context
		from *sqlite.Store
		fill func(tables.Fill) tables.Fill
		want string
	}{
		"a row is lost": {t.Context(), filled(t), lossy, "is not what was read"},
		"no text":       {t.Context(), spoiled, nil, "games spoiled: the column intro"},
		"given up":      {canceled, filled(t), nil, "canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			to := openAt(t, pgtest.URL(t))
			if tc.fill != nil {
				to.Fill = tc.fill(to.Fill)
			}
			if _, err := tables.Copy(tc.ctx, tc.from.Games, to.Games, nil); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
			if got, err := to.Sum(t.Context(), nil); got.Games+got.Actions+got.Notes > 0 || err != nil {
				t.Errorf("left behind: %+v, %v", got, err)
			}
		})
	}
}
