package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"math"
	"time"

	"quadrille/cmd/client/web/store"
)

// The columns of a game: those that stay, of which indexes need no update, and
// those that a change may change.
const (
	staying  = "id, space, game, rules, origin, still, created, earlier, client"
	Changing = "start, seats, waiting, result, reason, outcome, tags, intro, version, turns, updated, request, later, clock, since, deadline, offers, lobby"
	Columns  = staying + ", " + Changing
)

// The statements of every change.
const (
	insertGame   = "INSERT INTO games (" + Columns + ") VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22,$23,$24,$25,$26,$27) ON CONFLICT DO NOTHING"
	updateGame   = "UPDATE games SET (" + Changing + ") = ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18) WHERE id = $19 AND version = $20"
	cutActions   = "DELETE FROM actions WHERE game = $1 AND n >= $2"
	insertAction = "INSERT INTO actions (game, n, part, text, comment) VALUES ($1,$2,$3,$4,$5)"
)

// Create writes a new game. Its steps are those given; it is an error when the
// ID is taken.
func (s *Games) Create(g store.Game) error {
	stay, change, err := s.Fields(g.Head)
	if err != nil {
		return err
	}
	fields := append(stay, change...)
	err = s.write(context.Background(), func(tx Tx) error {
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
// ErrStale, ErrElsewhere or one of the database.
func (s *Games) Save(c store.Change) error {
	_, fields, err := s.Fields(c.Head)
	if err != nil {
		return err
	}
	fields = append(fields, c.Head.ID, c.Head.Version-1)
	return s.writeOf(c.Work, func(tx Tx) error {
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
func missing(tx Tx, id string) error {
	var n int
	if err := tx.QueryRow("SELECT count(*) FROM games WHERE id = $1", id).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return store.ErrNoGame
	}
	return store.ErrStale
}

func addSteps(tx Tx, id string, from int, steps []store.Step) error {
	for i, step := range steps {
		if _, err := tx.Exec(insertAction, id, from+i, Bit(step.Part), step.Text, step.Comment); err != nil {
			return err
		}
	}
	return nil
}

// Load reads a game. The error is ErrNoGame when there is none of that ID.
func (s *Games) Load(ctx context.Context, id string) (store.Game, error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	tx, err := s.DB.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: s.Snapshot})
	if err != nil {
		return store.Game{}, s.Explain(err)
	}
	defer tx.Rollback()
	head, err := ScanHead(tx.QueryRowContext(ctx, "SELECT "+Columns+" FROM games WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Game{}, store.ErrNoGame
	}
	if err != nil {
		return store.Game{}, s.Explain(err)
	}
	steps, err := loadSteps(ctx, tx, id)
	return store.Game{Head: head, Steps: steps}, s.Explain(err)
}

func loadSteps(ctx context.Context, tx *sql.Tx, id string) ([]store.Step, error) {
	rows, err := tx.QueryContext(ctx, "SELECT part, text, comment FROM actions WHERE game = $1 ORDER BY n", id)
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
func (s *Games) Waiting(ctx context.Context) ([]string, error) {
	return s.IDs(ctx, "SELECT id FROM games WHERE waiting = 1 ORDER BY updated")
}

// Stale returns the IDs of at most limit games that were last changed before a
// time, the oldest first. One in which a clock runs to a deadline is not among
// them.
func (s *Games) Stale(ctx context.Context, before time.Time, limit int) ([]string, error) {
	return s.IDs(ctx, "SELECT id FROM games WHERE updated < $1 AND deadline = 0 ORDER BY updated LIMIT $2", before.UnixMicro(), limit)
}

// Removable returns the IDs of at most limit games of a client, or of all when
// it is empty: first those that are over or in which no turn was played, and that
// were last changed by the time over; then those that were last changed by the
// time idle, unless a clock runs to a deadline. Of each kind the oldest come
// first.
func (s *Games) Removable(ctx context.Context, client string, over, idle time.Time, limit int) ([]string, error) {
	const done = "(outcome <> 'none' OR turns = 0)"
	where := "(" + done + " AND updated <= $1 OR updated <= $2 AND deadline = 0)"
	args := []any{over.UnixMicro(), idle.UnixMicro(), limit}
	if client != "" {
		where += " AND client = $4"
		args = append(args, client)
	}
	return s.IDs(ctx, "SELECT id FROM games WHERE "+where+" ORDER BY "+done+" DESC, updated LIMIT $3", args...)
}

// CountOf is the number of games that a client made.
func (s *Games) CountOf(ctx context.Context, client string) (n int, err error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	err = s.DB.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE client = $1", client).Scan(&n)
	return n, s.Explain(err)
}

// IDs are the answer to a query for them.
func (s *Games) IDs(ctx context.Context, query string, args ...any) ([]string, error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	rows, err := s.DB.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, s.Explain(err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, s.Explain(err)
		}
		ids = append(ids, id)
	}
	return ids, s.Explain(rows.Err())
}

// Delete removes a game, and what its API has noted under its ID, if it was last
// changed by a time; at any time when that is zero. It is no error when there is no
// such game, and ErrStale when it was changed later.
func (s *Games) Delete(id string, by time.Time) error {
	last := int64(math.MaxInt64)
	if !by.IsZero() {
		last = by.UnixMicro()
	}
	var gone int64
	err := s.write(context.Background(), func(tx Tx) error {
		if _, err := tx.Exec("DELETE FROM pairs WHERE (space, key) IN (SELECT space, id FROM games WHERE id = $1)", id); err != nil {
			return err
		}
		done, err := tx.Exec("DELETE FROM games WHERE id = $1 AND updated <= $2", id, last)
		if err != nil {
			return err
		}
		if gone, _ = done.RowsAffected(); gone == 0 {
			if err := missing(tx, id); !errors.Is(err, store.ErrNoGame) {
				return err
			}
		}
		_, err = tx.Exec("DELETE FROM actions WHERE game = $1", id)
		return err
	})
	if err == nil {
		s.count.Add(-gone)
	}
	return err
}

// Fields are the values of the columns: of those that stay, and of Changing.
func (s *Games) Fields(h store.Head) (stay, change []any, err error) {
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
	stay = []any{h.ID, h.Space, h.Game, text(nonNil(h.Rules)), h.Origin, Bit(h.Still), h.Created.UnixMicro(), h.Earlier, h.Client}
	change = []any{h.Start, text(h.Seats), Bit(h.Waiting), h.Result, h.Reason, h.Outcome, text(h.Tags), h.Intro, h.Version, h.Turns, h.Updated.UnixMicro(),
		some(h.Request != nil, h.Request), h.Later, some(h.Clock != nil, h.Clock), store.Micros(h.Since), store.Micros(h.Deadline), some(h.Offers != nil, h.Offers), h.Lobby}
	return stay, change, s.Explain(failed)
}

// Bit is how the tables have a boolean.
func Bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

func nonNil(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

// ScanHead reads a row of Columns, and of what follows them there.
func ScanHead(row interface{ Scan(...any) error }, more ...any) (h store.Head, err error) {
	var rules, seats, tags, request, clock, offers string
	var still, waiting int
	var created, updated, since, deadline int64
	err = row.Scan(append([]any{&h.ID, &h.Space, &h.Game, &rules, &h.Origin, &still, &created, &h.Earlier, &h.Client,
		&h.Start, &seats, &waiting, &h.Result, &h.Reason, &h.Outcome, &tags, &h.Intro, &h.Version, &h.Turns, &updated, &request, &h.Later,
		&clock, &since, &deadline, &offers, &h.Lobby}, more...)...)
	if err != nil {
		return h, err
	}
	h.Still, h.Waiting = still == 1, waiting == 1
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
