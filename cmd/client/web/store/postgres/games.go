package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/tables"
)

// Reading and changing a game are one statement each, and so one round trip, a
// transaction by itself. What package tables does in several is the same.

// places are the parameters from one number to another.
func places(from, to int) string {
	var list []string
	for n := from; n <= to; n++ {
		list = append(list, fmt.Sprint("$", n))
	}
	return strings.Join(list, ", ")
}

// addSteps adds the steps behind those that stay, to the games of a WITH clause: $1 is
// how many stay, and $2 to $4 are the columns of the others.
const addSteps = `INSERT INTO actions (game, n, part, text, comment)
	SELECT id, $1::int + i - 1, step.part, step.text, step.comment FROM %s, unnest($2::int[], $3::text[], $4::text[]) WITH ORDINALITY AS step (part, text, comment, i)
	ON CONFLICT (game, n) DO UPDATE SET part = excluded.part, text = excluded.text, comment = excluded.comment`

// The statements. Behind the parameters of addSteps are those that they name, and the
// columns of the game.
var (
	// $5 is how many games there may be, 0 for any number. Who creates one waits for
	// others who do, so that they count each other's.
	insertGame = `WITH room AS MATERIALIZED (SELECT n FROM total WHERE n < $5::bigint OR $5 = 0 FOR UPDATE),
	made AS (INSERT INTO games (` + tables.Columns + `) SELECT ` + places(6, 32) + ` FROM room ON CONFLICT DO NOTHING RETURNING id),
	added AS (` + fmt.Sprintf(addSteps, "made") + `)
SELECT (SELECT n FROM room), (SELECT count(*) FROM made)`
	// $5 and $6 are the game and its version; $7 to $9 the work that the change belongs
	// to, or "", with its server and term.
	updateGame = `WITH changed AS (UPDATE games SET (` + tables.Changing + `) = (` + places(10, 27) + `) WHERE id = $5 AND version = $6
		AND ($7 = '' OR EXISTS (SELECT FROM work WHERE name = $7 AND server = $8 AND term::text = $9 FOR SHARE)) RETURNING id),
	cut AS (DELETE FROM actions USING changed WHERE game = id AND n >= $1::int + cardinality($2::int[])),
	added AS (` + fmt.Sprintf(addSteps, "changed") + `)
SELECT count(*) FROM changed`
	// $1 is the game, and $2 the version at which it is not wanted.
	selectGame = `SELECT now.* FROM games AS known LEFT JOIN LATERAL (SELECT ` + tables.Columns + `,
	ARRAY(SELECT part FROM actions WHERE game = id ORDER BY n), ARRAY(SELECT text FROM actions WHERE game = id ORDER BY n),
	ARRAY(SELECT comment FROM actions WHERE game = id ORDER BY n)) AS now ON known.version <> $2 WHERE known.id = $1`
)

// steps are the parameters of addSteps, with room for more.
func steps(keep int, add []store.Step) []any {
	parts, texts, comments := make([]int, len(add)), make([]string, len(add)), make([]string, len(add))
	for i, s := range add {
		parts[i], texts[i], comments[i] = tables.Bit(s.Part), s.Text, s.Comment
	}
	return append(make([]any, 0, 40), keep, parts, texts, comments)
}

// Create writes a new game, as Create of tables.Games does. The error is ErrRoom where
// there are as many as Bound allows.
func (s *Store) Create(g store.Game) error {
	stay, change, err := s.Fields(g.Head)
	if err != nil {
		return err
	}
	most := s.most.Load()
	fields := append(append(append(steps(0, g.Steps), most), stay...), change...)
	var before *int64
	var made int
	err = s.change(insertGame, fields, &before, &made)
	switch {
	case err == nil && before == nil:
		s.Counted(most) // at least
		err = store.ErrRoom
	case err == nil && made == 0:
		err = store.ErrExists
	case err == nil:
		s.Counted(*before + 1)
	}
	return s.Ended(err)
}

// Bound has Create refuse a game where there are so many already, whoever has made
// them; 0 is no bound.
func (s *Store) Bound(games int) { s.most.Store(int64(games)) }

// Save writes a change, as Save of tables.Games does.
func (s *Store) Save(c store.Change) error {
	_, change, err := s.Fields(c.Head)
	if err != nil {
		return err
	}
	term, had := "", true
	if c.Work != "" {
		term, had = s.term(c.Work)
	}
	if !had {
		return store.ErrElsewhere
	}
	fields := append(append(steps(c.Keep, c.Add), c.Head.ID, c.Head.Version-1, c.Work, s.link.id, term), change...)
	var changed int
	if err = s.change(updateGame, fields, &changed); err == nil && changed == 0 {
		err = s.unchanged(c, term)
	}
	return s.Ended(err)
}

// unchanged says why a change was not made, which belongs to work of a term.
func (s *Store) unchanged(c store.Change, term string) error {
	var game, work bool
	err := s.change("SELECT EXISTS (SELECT FROM games WHERE id = $1), $2 = '' OR EXISTS (SELECT FROM work WHERE name = $2 AND server = $3 AND term::text = $4)",
		[]any{c.Head.ID, c.Work, s.link.id, term}, &game, &work)
	switch {
	case err != nil:
		return err
	case !work:
		return store.ErrElsewhere
	case !game:
		return store.ErrNoGame
	}
	return store.ErrStale
}

// change performs a statement that gives one row, while the store is held.
func (s *Store) change(statement string, args []any, to ...any) error {
	if err := s.link.state(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.Patience)
	defer cancel()
	return s.pool.QueryRow(ctx, statement, args...).Scan(to...)
}

// Load reads a game. The error is ErrNoGame when there is none of that ID.
func (s *Store) Load(ctx context.Context, id string) (store.Game, error) {
	g, err := s.read(ctx, id, -1)
	if err != nil {
		return store.Game{}, err
	}
	return *g, nil
}

// Newer reads a game that is not at a version any more, and is nil where it is. The
// error is ErrNoGame when there is none of that ID.
func (s *Store) Newer(ctx context.Context, id string, version int) (*store.Game, error) {
	if err := s.link.state(); err != nil {
		return nil, err // and nobody waits for the answer
	}
	return s.read(ctx, id, version)
}

// read reads a game unless it is at a version. There is none by an ID that is no
// text, which the database would refuse to be asked for.
func (s *Store) read(ctx context.Context, id string, version int) (*store.Game, error) {
	switch {
	case s.running.Err() != nil:
		return nil, store.ErrClosed
	case !isText(id):
		return nil, store.ErrNoGame
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	rows, err := s.pool.Query(ctx, selectGame, id, version)
	if err != nil {
		return nil, s.Explain(err)
	}
	g, err := pgx.CollectExactlyOneRow(rows, scanGame)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, store.ErrNoGame
	}
	return g, s.Explain(err)
}

// scanGame reads a row of selectGame; nil is that the game is at the version.
func scanGame(row pgx.CollectableRow) (*store.Game, error) {
	if row.RawValues()[0] == nil {
		return nil, nil
	}
	var parts []int
	var texts, comments []string
	head, err := tables.ScanHead(row, &parts, &texts, &comments)
	if err != nil {
		return nil, err
	}
	g := &store.Game{Head: head}
	for i, text := range texts {
		g.Steps = append(g.Steps, store.Step{Text: text, Part: parts[i] == 1, Comment: comments[i]})
	}
	return g, nil
}
