package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// What can be wrong with a store or a request to it.
var (
	ErrInUse   = errors.New("another server has it open")
	ErrDamaged = errors.New("the file is damaged; put it aside, or repair it with SQLite's own tools")
	ErrForeign = errors.New("the file is not this program's; it was left as it is")
	ErrNewer   = errors.New("the file was written by a later version of this program; it was left as it is")
	ErrClosed  = errors.New("the store is closed")
	ErrNoGame  = errors.New("there is no such game")
	ErrExists  = errors.New("there is such a game already")
	ErrStale   = errors.New("the game has changed meanwhile")
)

// explain names the errors of SQLite that somebody can do something about.
func explain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff { // without the extended part
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return ErrInUse
	case lib.SQLITE_CORRUPT:
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	case lib.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", ErrForeign, err)
	}
	return err
}
