package match

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	lib "modernc.org/sqlite/lib"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/internal/sqlitefile"
)

// A journal keeps the games of a match in an SQLite database, one transaction
// after each, so that nothing that was finished is ever lost.

// Journal is an open database. One process has it at a time.
type Journal struct {
	db   *sql.DB
	path string
}

// ErrInUse is the error of opening a journal that a running match has open.
var ErrInUse = errors.New("another match is writing to it")

// journalTables are made when a journal is new. The version is checked on opening.
const (
	journalVersion = 1
	journalTables  = `
CREATE TABLE match (version INTEGER NOT NULL, spec TEXT NOT NULL);
CREATE TABLE games (
	id INTEGER PRIMARY KEY, round INTEGER NOT NULL, grp INTEGER NOT NULL, size INTEGER NOT NULL,
	opening INTEGER NOT NULL, seats TEXT NOT NULL, start TEXT NOT NULL, opened INTEGER NOT NULL,
	turns TEXT NOT NULL, notes TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,
	end TEXT NOT NULL, fault INTEGER NOT NULL, detail TEXT NOT NULL, points TEXT NOT NULL,
	scores TEXT NOT NULL, used TEXT NOT NULL, begun TEXT NOT NULL, elapsed_ms INTEGER NOT NULL
) STRICT;`
	// awayTables came later, for games that other machines play.
	awayTables = `
CREATE TABLE IF NOT EXISTS away (id INTEGER PRIMARY KEY, worker TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS refused (worker TEXT PRIMARY KEY, why TEXT NOT NULL) STRICT;`
)

// newJournal makes a journal in the working directory that is named after the
// time. Of several that begin in the same second each has a name of its own.
func newJournal(now time.Time, spec []byte) (*Journal, error) {
	name := now.Format("match-20060102-150405")
	path := name + ".db"
	for n := 2; ; n++ {
		j, err := createJournal(path, spec)
		if !errors.Is(err, fs.ErrExist) {
			return j, err
		}
		path = fmt.Sprintf("%s-%d.db", name, n)
	}
}

// createJournal makes a new journal with the specification of a match, which is
// any JSON. The file must not exist.
func createJournal(path string, spec []byte) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	f.Close()
	j, err := openDB(path)
	if err == nil {
		if err = j.begin(spec); err != nil {
			j.Close()
			err = fmt.Errorf("journal %s: %w", path, explain(err))
		}
	}
	if err != nil { // nothing of it is to stand in the way of another try
		os.Remove(path)
		os.Remove(path + "-wal")
		return nil, err
	}
	return j, nil
}

// begin makes the tables and writes the specification, all or nothing: a
// journal that was killed before is empty, and OpenJournal says so.
func (j *Journal) begin(spec []byte) error {
	tx, err := j.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(journalTables + awayTables); err != nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO match VALUES (?, ?)", journalVersion, string(spec)); err != nil {
		return err
	}
	return tx.Commit()
}

// OpenJournal opens a journal and returns the specification of its match.
func OpenJournal(path string) (*Journal, []byte, error) {
	switch info, err := os.Stat(path); {
	case err != nil:
		return nil, nil, fmt.Errorf("journal: %w", err)
	case info.IsDir():
		return nil, nil, fmt.Errorf("journal %s: it is a folder; name the file of a match", path)
	}
	j, err := openDB(path)
	if err != nil {
		return nil, nil, err
	}
	spec, err := j.spec()
	if err == nil {
		_, err = j.db.Exec(awayTables)
	}
	if err != nil {
		j.Close()
		return nil, nil, fmt.Errorf("journal %s: %w", path, explain(err))
	}
	return j, spec, nil
}

func (j *Journal) spec() ([]byte, error) {
	var v int
	var spec string
	err := j.db.QueryRow("SELECT version, spec FROM match").Scan(&v, &spec)
	switch {
	case err != nil && strings.Contains(err.Error(), "no such table"):
		return nil, errors.New("it is not the journal of a match, or of one that was ended before it began")
	case err != nil:
		return nil, err
	case v != journalVersion:
		return nil, fmt.Errorf("it has version %d, and this program knows version %d", v, journalVersion)
	}
	return []byte(spec), nil
}

// openDB sets the pragmas: a write-ahead log that is forced to the disk with
// every transaction, and the file locked for as long as it is open.
func openDB(path string) (*Journal, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	db, err := sqlitefile.Open(absolute, "rwc", "locking_mode(EXCLUSIVE)", "synchronous(FULL)", "busy_timeout(500)")
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	// Only a log that is opened when the database is for us alone, and so not by one
	// of the pragmas above, needs no file of shared memory beside it, for which a full
	// disk has no room. That takes the lock.
	if _, err := db.Exec("PRAGMA journal_mode = WAL"); err != nil {
		db.Close()
		err = explain(err)
		// A lock for us alone needs a file that is open for writing.
		if f, closed := os.OpenFile(path, os.O_RDWR, 0); errors.Is(closed, fs.ErrPermission) {
			err = errors.New("permission to write to it is needed, also to show a match; copy it, with its -wal file if there is one")
		} else if closed == nil {
			f.Close()
		}
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return &Journal{db: db, path: path}, nil
}

// explain names the errors of SQLite that somebody can do something about.
func explain(err error) error {
	switch sqlitefile.Code(err) {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return ErrInUse
	case lib.SQLITE_FULL:
		return fmt.Errorf("the disk is full; make room on it (%w)", err)
	case lib.SQLITE_IOERR:
		return fmt.Errorf("the disk is full or fails; make room on it, or copy the journal to another with its -wal file (%w)", err)
	}
	return err
}

// Close closes the database.
func (j *Journal) Close() error { return j.db.Close() }

// Append writes games in one transaction. When it returns nil they are on the
// disk.
func (j *Journal) Append(ctx context.Context, games ...arena.Game) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("journal: %w", explain(err))
	}
	defer tx.Rollback()
	for _, g := range games {
		if err := insert(ctx, tx, g); err != nil {
			return fmt.Errorf("journal: game %d: %w", g.ID, explain(err))
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("journal: %w", explain(err))
	}
	return nil
}

func insert(ctx context.Context, tx *sql.Tx, g arena.Game) error {
	_, err := tx.ExecContext(ctx, "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
		g.ID, g.Round, g.Group, g.Size, g.Opening, jsonList(g.Seats), g.Start, g.Opened,
		strings.Join(g.Turns, " "), strings.Join(g.Notes, "\n"), g.Result, g.Reason,
		string(g.End), g.Fault, g.Detail, jsonList(g.Points), jsonList(g.Scores), jsonList(g.Used),
		g.Begun.UTC().Format(time.RFC3339Nano), g.Elapsed.Milliseconds())
	if err == nil && g.Worker != "" {
		_, err = tx.ExecContext(ctx, "INSERT INTO away VALUES (?,?)", g.ID, g.Worker)
	}
	return err
}

// Refuse remembers a machine that has lied and deletes its games between two
// numbers, which it returns.
func (j *Journal) Refuse(ctx context.Context, worker, why string, first, last int) (gone []int, err error) {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO refused VALUES (?,?)", worker, why); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	rows, err := tx.QueryContext(ctx, "DELETE FROM away WHERE worker = ? AND id BETWEEN ? AND ? RETURNING id", worker, first, last)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			rows.Close()
			return nil, fmt.Errorf("journal: %w", err)
		}
		gone = append(gone, id)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	for _, id := range gone {
		if _, err := tx.ExecContext(ctx, "DELETE FROM games WHERE id = ?", id); err != nil {
			return nil, fmt.Errorf("journal: %w", err)
		}
	}
	slices.Sort(gone)
	return gone, tx.Commit()
}

// Refused are the machines that have lied, and how.
func (j *Journal) Refused(ctx context.Context) (map[string]string, error) {
	rows, err := j.db.QueryContext(ctx, "SELECT worker, why FROM refused")
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var worker, why string
		if err := rows.Scan(&worker, &why); err != nil {
			return nil, fmt.Errorf("journal: %w", err)
		}
		all[worker] = why
	}
	return all, rows.Err()
}

// jsonList writes numbers as JSON, which SQLite's own functions read.
func jsonList[T any](values []T) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // numbers are always JSON, and no points are infinite
	}
	return string(text)
}

// Games returns all games in the order of their numbers.
func (j *Journal) Games(ctx context.Context) ([]arena.Game, error) {
	rows, err := j.db.QueryContext(ctx, "SELECT games.*, coalesce(worker, '') FROM games LEFT JOIN away USING (id) ORDER BY id")
	if err != nil {
		return nil, fmt.Errorf("journal: %w", explain(err))
	}
	defer rows.Close()
	var games []arena.Game
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, fmt.Errorf("journal: %w", err)
		}
		games = append(games, g)
	}
	return games, rows.Err()
}

func scanGame(rows *sql.Rows) (g arena.Game, err error) {
	var seats, turns, notes, points, scores, used, begun string
	var elapsed int64
	err = rows.Scan(&g.ID, &g.Round, &g.Group, &g.Size, &g.Opening, &seats, &g.Start, &g.Opened,
		&turns, &notes, &g.Result, &g.Reason, &g.End, &g.Fault, &g.Detail, &points, &scores, &used, &begun, &elapsed, &g.Worker)
	if err != nil {
		return g, err
	}
	g.Turns = strings.Fields(turns)
	if notes != "" {
		g.Notes = strings.Split(notes, "\n")
	}
	g.Elapsed = time.Duration(elapsed) * time.Millisecond
	g.Begun, err = time.Parse(time.RFC3339Nano, begun)
	for text, to := range map[*string]any{&seats: &g.Seats, &points: &g.Points, &scores: &g.Scores, &used: &g.Used} {
		err = errors.Join(err, json.Unmarshal([]byte(*text), to))
	}
	return g, err
}
