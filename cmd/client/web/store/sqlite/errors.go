package sqlite

import (
	"fmt"

	lib "modernc.org/sqlite/lib"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/internal/sqlitefile"
)

// explain names the errors of SQLite that somebody can do something about.
func explain(err error) error {
	switch sqlitefile.Code(err) {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return store.ErrInUse
	case lib.SQLITE_FULL:
		return fmt.Errorf("%w (%w)", store.ErrFull, err)
	case lib.SQLITE_READONLY, lib.SQLITE_PERM, lib.SQLITE_CANTOPEN:
		return fmt.Errorf("%w (%w)", store.ErrNoWrite, err)
	case lib.SQLITE_IOERR:
		return fmt.Errorf("%w (%w)", store.ErrDisk, err)
	case lib.SQLITE_CORRUPT:
		return fmt.Errorf("%w (%w)", store.ErrDamaged, err)
	case lib.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", store.ErrForeign, err)
	}
	return err
}
