package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"quadrille/cmd/internal/sqlitefile"
)

// Backup copies the games of a folder into a new file, as they are at one
// moment, whether or not a server uses them; it goes on meanwhile. The copy is a
// database that Open takes when it lies in a folder as FileName. It is there as
// a whole, checked and on the disk, or not at all, and no file is replaced.
// Progress, when it is given, is called a few times a second with the bytes
// written and about how many there will be.
func Backup(ctx context.Context, dir, target string, progress func(done, all int64)) error {
	if _, err := os.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s: %w", target, fs.ErrExist))
	}
	part, err := os.CreateTemp(filepath.Dir(target), ".quadrille-*") // for its owner only
	if err != nil {
		return err
	}
	part.Close()
	defer os.Remove(part.Name())
	if err := copyGames(ctx, filepath.Join(dir, FileName), part.Name(), progress); err != nil {
		return err
	}
	return publish(part.Name(), target)
}

// copyGames copies the games into an empty file and checks the copy.
func copyGames(ctx context.Context, from, to string, progress func(done, all int64)) error {
	from, err := filepath.Abs(from)
	if err != nil {
		return err
	}
	if _, err := os.Stat(from); err != nil {
		return err
	}
	db, err := sqlitefile.Open(from, "rw", "busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer db.Close()
	v, err := checkMark(db)
	if err == nil && v == 0 {
		err = errors.New("there is nothing in it yet")
	}
	if err == nil {
		err = vacuum(ctx, db, to, progress)
	}
	if err != nil {
		return fmt.Errorf("store %s: %w", from, explain(err))
	}
	if to, err = filepath.Abs(to); err == nil {
		_, err = inspect(to)
	}
	if err != nil {
		return fmt.Errorf("the copy: %w", explain(err))
	}
	return nil
}

// vacuum has SQLite write the copy, in one reading transaction that holds no
// writer up, and tells how far it is by the size of the file.
func vacuum(ctx context.Context, db *sql.DB, to string, progress func(done, all int64)) error {
	var all int64
	if err := db.QueryRow("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&all); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		_, err := db.ExecContext(ctx, "VACUUM INTO ?", to)
		done <- err
	}()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return err
		case <-tick.C:
			if file, err := os.Stat(to); err == nil && progress != nil {
				progress(file.Size(), all)
			}
		}
	}
}

// publish puts a file that is on the disk in its place, where none is.
func publish(part, target string) error {
	f, err := os.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	err = os.Link(part, target)
	if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links, such as FAT
		err = rename(part, target)
	}
	if err != nil {
		return err
	}
	if folder, err := os.Open(filepath.Dir(target)); err == nil {
		folder.Sync() // not every system can
		folder.Close()
	}
	return nil
}

// rename moves a file to where none is.
func rename(part, target string) error {
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	f.Close()
	if err := os.Rename(part, target); err != nil {
		return errors.Join(err, os.Remove(target))
	}
	return nil
}
