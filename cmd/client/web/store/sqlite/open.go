package sqlite

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/internal/sqlitefile"
)

// FileName is the database's name in its folder.
const FileName = "games.db"

// lockName is that of an empty file beside it, which the server that uses the
// folder holds locked. The database itself is not, so that it can be copied
// meanwhile.
const lockName = "server.lock"

// Open opens the store in a folder. The folder and the file are made when they
// are not there, for their owner only, since games have secrets. The error
// wraps [store.ErrInUse], [store.ErrDamaged], [store.ErrForeign] or
// [store.ErrNewer] where one of them is the cause.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	path, err := filepath.Abs(filepath.Join(dir, FileName))
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	s, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, explain(err))
	}
	return s, nil
}

func open(path string) (*Store, error) {
	lock, err := hold(filepath.Join(filepath.Dir(path), lockName))
	if err != nil {
		return nil, err
	}
	s, err := openLocked(path)
	if err != nil {
		lock.Close()
		return nil, err
	}
	s.lock = lock
	return s, nil
}

// hold locks a file, as long as it is open and the process lives. SQLite's own
// locks are used for it, which are the same everywhere.
func hold(path string) (*sql.DB, error) {
	lock, err := sqlitefile.Open(path, "rwc", "locking_mode(EXCLUSIVE)", "journal_mode(MEMORY)", "busy_timeout(500)")
	if err != nil {
		return nil, err
	}
	if _, err := lock.Exec("BEGIN EXCLUSIVE"); err != nil {
		lock.Close()
		return nil, err
	}
	return lock, nil
}

func openLocked(path string) (*Store, error) {
	v, err := inspect(path)
	if err != nil {
		return nil, err
	}
	db, err := sqlitefile.Open(path, "rwc", "journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(500)")
	if err != nil {
		return nil, err
	}
	err = prepare(db, v)
	var s *Store
	if err == nil {
		s, err = begin(db, path)
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// inspect looks at a file without changing it, apart from what SQLite itself
// finishes of transactions that were cut off. The version v is 0 when nothing is
// in it yet.
func inspect(path string) (v int, err error) {
	if err := inspectHeader(path); err != nil {
		return 0, err
	}
	db, err := sqlitefile.Open(path, "rw", "busy_timeout(500)")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return check(db)
}

// magic begins every SQLite database.
const magic = "SQLite format 3\x00"

// inspectHeader makes the file when there is none, and refuses one that is no
// SQLite database.
func inspectHeader(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, len(magic))
	switch n, err := io.ReadFull(f, head); {
	case n == 0 && err == io.EOF:
		return nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case !bytes.Equal(head[:n], []byte(magic)):
		return store.ErrForeign
	}
	return nil
}

// check reads the mark and the version, and looks for damage.
func check(db *sql.DB) (v int, err error) {
	if v, err = checkMark(db); err != nil || v == 0 {
		return v, err
	}
	var verdict string
	if err := db.QueryRow("PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return 0, err
	}
	if verdict != "ok" {
		return 0, fmt.Errorf("%w (%s)", store.ErrDamaged, strings.ReplaceAll(verdict, "\n", " "))
	}
	return v, nil
}

// checkMark reads the mark and the version, which is 0 when nothing is in the
// file yet.
func checkMark(db *sql.DB) (v int, err error) {
	var id, tables int
	row := db.QueryRow("SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) " +
		"FROM pragma_application_id, pragma_user_version")
	if err := row.Scan(&id, &v, &tables); err != nil {
		return 0, err
	}
	switch {
	case id == 0 && v == 0 && tables == 0:
		return 0, nil
	case id != mark:
		return 0, store.ErrForeign
	case v > version:
		return 0, store.ErrNewer
	case v < 1:
		return 0, fmt.Errorf("%w (version %d)", store.ErrDamaged, v)
	}
	return v, nil
}

// prepare makes the tables of a new file, or those that one of an old version v
// lacks, and finds out whether another one can be written to.
func prepare(db *sql.DB, v int) error {
	switch {
	case v == 0:
		return change(db, stepsFrom(0)+fmt.Sprintf("PRAGMA application_id = %d;", mark))
	case v < version:
		return change(db, stepsFrom(v))
	}
	_, err := db.Exec(fmt.Sprintf("PRAGMA user_version = %d", version))
	return err
}

// change brings the tables to the present version, all or none, so a server
// that is killed here finds the file as it was the next time.
func change(db *sql.DB, statements string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(statements + fmt.Sprintf("PRAGMA user_version = %d;", version)); err != nil {
		return err
	}
	return tx.Commit()
}
