package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"quadrille/cmd/client/web/store"
)

// The columns of a game: those that stay, of which indexes need no update, and
// those that a change may change.
const (
	staying  = "id, space, game, rules, origin, still, created, earlier, client"
	changing = "start, seats, waiting, result, reason, outcome, tags, intro, version, turns, updated, request, later, clock, since, deadline, offers, lobby"
	columns  = staying + ", " + changing
)

// The statements of every change. They are prepared once.
const (
	insertGame   = "INSERT INTO games (" + columns + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING"
	updateGame   = "UPDATE games SET (" + changing + ") = (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) WHERE id = ? AND version = ?"
	cutActions   = "DELETE FROM actions WHERE game = ? AND n >= ?"
	insertAction = "INSERT INTO actions (game, n, part, text, comment) VALUES (?,?,?,?,?)"
)

// Create writes a new game. Its steps are those given; it is an error when the
// ID is taken.
func (s *Store) Create(g store.Game) error {
	stay, change, err := headFields(g.Head)
	if err != nil {
		return err
	}
	fields := append(stay, change...)
	err = s.write(func(tx *tx) error {
		done, err := tx.Exec(insertGame, fields...)
		if err != nil {
			return err
		}
		if n, _ := done.RowsAffected(); n == 0 {
			return store.ErrExists
		}
		return addSteps(tx, g.ID, 0, g.Steps)
	})
	if err == nil {
		s.count.Add(1)
	}
	return err
}

// Save writes a change of a game, all of it or nothing. ID, Space, Game, Rules,
// Origin, Still, Created, Earlier and Client stay as they were. The error is ErrNoGame,
// ErrStale or one of the database.
func (s *Store) Save(c store.Change) error {
	_, fields, err := headFields(c.Head)
	if err != nil {
		return err
	}
	fields = append(fields, c.Head.ID, c.Head.Version-1)
	return s.write(func(tx *tx) error {
		done, err := tx.Exec(updateGame, fields...)
		if err != nil {
			return err
		}
		if n, _ := done.RowsAffected(); n == 0 {
			return missing(tx, c.Head.ID)
		}
		if _, err := tx.Exec(cutActions, c.Head.ID, c.Keep); err != nil {
			return err
		}
		return addSteps(tx, c.Head.ID, c.Keep, c.Add)
	})
}

// missing says why a game was not changed.
func missing(tx *tx, id string) error {
	var n int
	if err := tx.QueryRow("SELECT count(*) FROM games WHERE id = ?", id).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return store.ErrNoGame
	}
	return store.ErrStale
}

func addSteps(tx *tx, id string, from int, steps []store.Step) error {
	for i, step := range steps {
		if _, err := tx.Exec(insertAction, id, from+i, step.Part, step.Text, step.Comment); err != nil {
			return err
		}
	}
	return nil
}

// Load reads a game. The error is ErrNoGame when there is none of that ID.
func (s *Store) Load(ctx context.Context, id string) (store.Game, error) {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return store.Game{}, wrap(err)
	}
	defer tx.Rollback()
	head, err := scanHead(tx.QueryRowContext(ctx, "SELECT "+columns+" FROM games WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Game{}, store.ErrNoGame
	}
	if err != nil {
		return store.Game{}, wrap(err)
	}
	steps, err := loadSteps(ctx, tx, id)
	return store.Game{Head: head, Steps: steps}, wrap(err)
}

func loadSteps(ctx context.Context, tx *sql.Tx, id string) ([]store.Step, error) {
	rows, err := tx.QueryContext(ctx, "SELECT part, text, comment FROM actions WHERE game = ? ORDER BY n", id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var steps []store.Step
	for rows.Next() {
		var step store.Step
		if err := rows.Scan(&step.Part, &step.Text, &step.Comment); err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, rows.Err()
}

// Waiting returns the IDs of the games in which an engine is to play by itself.
func (s *Store) Waiting(ctx context.Context) ([]string, error) {
	return s.ids(ctx, "SELECT id FROM games WHERE waiting = 1 ORDER BY updated")
}

// Stale returns the IDs of at most limit games that were last changed before a
// time, the oldest first. One in which a clock runs to a deadline is not among
// them.
func (s *Store) Stale(ctx context.Context, before time.Time, limit int) ([]string, error) {
	return s.ids(ctx, "SELECT id FROM games WHERE updated < ? AND deadline = 0 ORDER BY updated LIMIT ?", before.UnixMicro(), limit)
}

// Removable returns the IDs of at most limit games of a client, or of all when
// it is empty: first those that are over or in which no turn was played, and that
// were last changed by the time over; then those that were last changed by the
// time idle, unless a clock runs to a deadline. Of each kind the oldest come
// first.
func (s *Store) Removable(ctx context.Context, client string, over, idle time.Time, limit int) ([]string, error) {
	const done = "(outcome <> 'none' OR turns = 0)"
	where := "(" + done + " AND updated <= ? OR updated <= ? AND deadline = 0)"
	args := []any{over.UnixMicro(), idle.UnixMicro()}
	if client != "" {
		where += " AND client = ?"
		args = append(args, client)
	}
	return s.ids(ctx, "SELECT id FROM games WHERE "+where+" ORDER BY "+done+" DESC, updated LIMIT ?", append(args, limit)...)
}

// CountOf is the number of games that a client made.
func (s *Store) CountOf(ctx context.Context, client string) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE client = ?", client).Scan(&n)
	return n, wrap(err)
}

func (s *Store) ids(ctx context.Context, query string, args ...any) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, wrap(err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, wrap(err)
		}
		ids = append(ids, id)
	}
	return ids, wrap(rows.Err())
}

// Delete removes a game, and what its API has noted under its ID. It is no error
// when there is none.
func (s *Store) Delete(id string) error {
	var gone int64
	err := s.write(func(tx *tx) error {
		if _, err := tx.Exec("DELETE FROM pairs WHERE (space, key) IN (SELECT space, id FROM games WHERE id = ?)", id); err != nil {
			return err
		}
		done, err := tx.Exec("DELETE FROM games WHERE id = ?", id)
		if err != nil {
			return err
		}
		gone, _ = done.RowsAffected()
		_, err = tx.Exec("DELETE FROM actions WHERE game = ?", id)
		return err
	})
	if err == nil {
		s.count.Add(-gone)
	}
	return err
}

// headFields are the values of the columns.
func headFields(h store.Head) (stay, change []any, err error) {
	var failed error
	text := func(v any) string {
		text, err := json.Marshal(v)
		failed = errors.Join(failed, err)
		return string(text)
	}
	some := func(given bool, v any) string {
		if !given {
			return ""
		}
		return text(v)
	}
	stay = []any{h.ID, h.Space, h.Game, text(nonNil(h.Rules)), h.Origin, h.Still, h.Created.UnixMicro(), h.Earlier, h.Client}
	change = []any{h.Start, text(h.Seats), h.Waiting, h.Result, h.Reason, h.Outcome, text(h.Tags), h.Intro, h.Version, h.Turns, h.Updated.UnixMicro(),
		some(h.Request != nil, h.Request), h.Later, some(h.Clock != nil, h.Clock), store.Micros(h.Since), store.Micros(h.Deadline), some(h.Offers != nil, h.Offers), h.Lobby}
	return stay, change, wrap(failed)
}

func nonNil(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

// scanHead reads a row of columns.
func scanHead(row interface{ Scan(...any) error }) (h store.Head, err error) {
	var rules, seats, tags, request, clock, offers string
	var created, updated, since, deadline int64
	err = row.Scan(&h.ID, &h.Space, &h.Game, &rules, &h.Origin, &h.Still, &created, &h.Earlier, &h.Client,
		&h.Start, &seats, &h.Waiting, &h.Result, &h.Reason, &h.Outcome, &tags, &h.Intro, &h.Version, &h.Turns, &updated, &request, &h.Later,
		&clock, &since, &deadline, &offers, &h.Lobby)
	if err != nil {
		return h, err
	}
	h.Created, h.Updated = time.UnixMicro(created).UTC(), time.UnixMicro(updated).UTC()
	h.Since, h.Deadline = store.FromMicros(since), store.FromMicros(deadline)
	return h, errors.Join(decode(rules, &h.Rules), decode(seats, &h.Seats), decode(tags, &h.Tags),
		decodeSome(request, &h.Request), decodeSome(clock, &h.Clock), decodeSome(offers, &h.Offers))
}

// decodeSome is decode for a column that may hold nothing.
func decodeSome(text string, to any) error {
	if text == "" {
		return nil
	}
	return decode(text, to)
}

// decode reads a column that holds JSON.
func decode(text string, to any) error {
	if err := json.Unmarshal([]byte(text), to); err != nil {
		return errors.Join(store.ErrDamaged, err)
	}
	return nil
}
