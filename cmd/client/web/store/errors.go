package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// What can be wrong with a store or a request to it.
var (
	ErrInUse   = errors.New("another program has it open")
	ErrDamaged = errors.New("the file is damaged; put it aside, or repair it with SQLite's own tools")
	ErrForeign = errors.New("the file is not this program's; it was left as it is")
	ErrNewer   = errors.New("the file was written by a later version of this program; it was left as it is")
	ErrClosed  = errors.New("the store is closed")
	ErrFull    = errors.New("the disk is full")
	ErrNoWrite = errors.New("the file cannot be written to")
	ErrDisk    = errors.New("the disk fails")
	ErrGone    = errors.New("the file was removed or replaced")
	ErrSlow    = errors.New("the disk does not answer")
	ErrNoGame  = errors.New("there is no such game")
	ErrExists  = errors.New("there is such a game already")
	ErrStale   = errors.New("the game has changed meanwhile")
)

// causes are the errors that a store fails with, apart from what a request has
// got wrong.
var causes = []error{ErrInUse, ErrDamaged, ErrForeign, ErrNewer, ErrClosed, ErrFull, ErrNoWrite, ErrDisk, ErrGone, ErrSlow}

// Reason says in a few words for everybody why the store failed, without a path
// or anything else of this machine; "" when the error is not the store's.
func Reason(err error) string {
	for _, cause := range causes {
		if errors.Is(err, cause) {
			return cause.Error()
		}
	}
	return ""
}

// explain names the errors of SQLite that somebody can do something about.
func explain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff { // without the extended part
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return ErrInUse
	case lib.SQLITE_FULL:
		return fmt.Errorf("%w (%w)", ErrFull, err)
	case lib.SQLITE_READONLY, lib.SQLITE_PERM, lib.SQLITE_CANTOPEN:
		return fmt.Errorf("%w (%w)", ErrNoWrite, err)
	case lib.SQLITE_IOERR:
		return fmt.Errorf("%w (%w)", ErrDisk, err)
	case lib.SQLITE_CORRUPT:
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	case lib.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", ErrForeign, err)
	}
	return err
}
