// Package sqlitefile opens files of SQLite, and tells its errors apart. Its tests are
// those of the packages that keep games in such files.
package sqlitefile

import (
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"

	"modernc.org/sqlite" // the driver "sqlite", in pure Go
)

// Open opens the file of an absolute path with one connection that has the settings.
// The mode is that of SQLite's addresses: rwc makes a file that is not there, rw does
// not. The driver sets the pragmas in the order of their names.
func Open(path, mode string, pragmas ...string) (*sql.DB, error) {
	query := url.Values{"mode": {mode}, "_pragma": pragmas}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", address.String())
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// Code is the result code of an error of SQLite without its extended part, such as
// SQLITE_FULL (sqlite.org/rescode.html); 0 for other errors.
func Code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}
