package tables

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"strconv"
	"strings"
)

// ErrNotEmpty is the answer to who wants to copy into a store that has something.
var ErrNotEmpty = errors.New("the store is not empty")

// Sum is what a store has: counts of rows, and a checksum of all that is in them
// (SHA-256 in hexadecimal), which is the same for two stores that have the same.
type Sum struct {
	Games, Actions, Notes int
	Checksum              string
}

// Rows gives a table's rows one after the other, and nil behind the last.
type Rows func() ([]any, error)

// Fill writes rows of columns into a table, within a transaction on a connection.
type Fill func(ctx context.Context, on *sql.Conn, tx *sql.Tx, table string, columns []string, rows Rows) error

// table is one of the store's with its columns, of which the first are its key.
type table struct {
	name    string
	columns string
	key     string
}

// all are the tables in the order of Sum's counts.
func all() [3]table {
	return [3]table{{"games", Columns, "id"}, {"actions", "game, n, part, text, comment", "game, n"}, {"pairs", "space, key, value", "space, key"}}
}

// counter counts what was read and feeds it to a checksum.
type counter struct {
	counts   [3]int
	sum      hash.Hash
	to       *bufio.Writer
	progress func(Sum)
}

func newCounter(progress func(Sum)) *counter {
	c := &counter{sum: sha256.New(), progress: progress}
	c.to = bufio.NewWriterSize(c.sum, 1<<16)
	return c
}

// row adds a row. Every value has its length before it, so that no two rows are
// written alike.
func (c *counter) row(table int, values []any) error {
	c.counts[table]++
	if n := c.counts[0] + c.counts[1] + c.counts[2]; n%1000 == 0 && c.progress != nil {
		c.progress(c.counted())
	}
	c.to.WriteByte('0' + byte(table))
	for _, v := range values {
		var text string
		switch v := v.(type) {
		case string:
			text = v
		case []byte:
			text = string(v)
		case int64:
			text = strconv.FormatInt(v, 10)
		default:
			return fmt.Errorf("the table %s has a value of type %T", all()[table].name, v)
		}
		c.to.WriteString(strconv.Itoa(len(text)) + ":" + text)
	}
	return nil
}

func (c *counter) counted() Sum {
	return Sum{Games: c.counts[0], Actions: c.counts[1], Notes: c.counts[2]}
}

func (c *counter) total() Sum {
	c.to.Flush()
	s := c.counted()
	s.Checksum = hex.EncodeToString(c.sum.Sum(nil))
	return s
}

// Copy copies everything from one store into another, which must be empty: all of it
// or nothing. What was written is read again before it counts, and must have the
// sum of what was to be copied, which is the answer. Progress, when it is given, is
// called now and then with what has been read, which begins anew when it is read again.
func Copy(ctx context.Context, from, to *Games, progress func(Sum)) (Sum, error) {
	source, err := from.DB.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: from.Snapshot})
	if err != nil {
		return Sum{}, from.Explain(err)
	}
	defer source.Rollback()
	conn, err := to.DB.Conn(ctx)
	if err != nil {
		return Sum{}, to.Explain(err)
	}
	defer conn.Close()
	target, err := conn.BeginTx(context.WithoutCancel(ctx), nil) // or it would not be known what became of a commit
	if err != nil {
		return Sum{}, to.Explain(err)
	}
	defer target.Rollback()
	sum, err := copyAll(ctx, from, to, source, target, conn, progress)
	if err != nil {
		return Sum{}, err
	}
	if err := target.Commit(); err != nil {
		return Sum{}, to.Explain(err)
	}
	to.count.Store(int64(sum.Games))
	return sum, nil
}

func copyAll(ctx context.Context, from, to *Games, source, target *sql.Tx, conn *sql.Conn, progress func(Sum)) (Sum, error) {
	if old, err := sumOf(ctx, target, nil); err != nil {
		return Sum{}, to.Explain(err)
	} else if old.Games+old.Actions+old.Notes > 0 {
		return Sum{}, fmt.Errorf("%w (games: %d, turns: %d, notes: %d)", ErrNotEmpty, old.Games, old.Actions, old.Notes)
	}
	read := newCounter(progress)
	for i, t := range all() {
		if err := each(ctx, source, i, func(rows Rows) error {
			return to.Fill(ctx, conn, target, t.name, strings.Split(t.columns, ", "), func() ([]any, error) {
				values, err := rows()
				if err == nil && values != nil {
					err = read.row(i, values)
				}
				return values, err
			})
		}); err != nil {
			return Sum{}, from.Explain(err)
		}
	}
	want := read.total()
	got, err := sumOf(ctx, target, progress)
	if err == nil && got != want {
		err = fmt.Errorf("what was written is not what was read (%+v, not %+v); nothing was kept", got, want)
	}
	return want, to.Explain(err)
}

// Sum reads everything and sums it up. Progress is as that of Copy.
func (s *Games) Sum(ctx context.Context, progress func(Sum)) (Sum, error) {
	tx, err := s.DB.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: s.Snapshot})
	if err != nil {
		return Sum{}, s.Explain(err)
	}
	defer tx.Rollback()
	sum, err := sumOf(ctx, tx, progress)
	return sum, s.Explain(err)
}

func sumOf(ctx context.Context, tx *sql.Tx, progress func(Sum)) (Sum, error) {
	c := newCounter(progress)
	for i := range len(c.counts) {
		if err := each(ctx, tx, i, func(rows Rows) error {
			for {
				values, err := rows()
				if err != nil || values == nil {
					return err
				}
				if err := c.row(i, values); err != nil {
					return err
				}
			}
		}); err != nil {
			return Sum{}, err
		}
	}
	return c.total(), nil
}

// each reads a table in the order of its key.
func each(ctx context.Context, tx *sql.Tx, i int, use func(Rows) error) error {
	t := all()[i]
	rows, err := tx.QueryContext(ctx, "SELECT "+t.columns+" FROM "+t.name+" ORDER BY "+t.key)
	if err != nil {
		return err
	}
	defer rows.Close()
	n := strings.Count(t.columns, ",") + 1
	return use(func() ([]any, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		values, to := make([]any, n), make([]any, n)
		for i := range values {
			to[i] = &values[i]
		}
		return values, rows.Scan(to...)
	})
}

// Insert is a Fill by a statement for each row.
func Insert(ctx context.Context, _ *sql.Conn, tx *sql.Tx, table string, columns []string, rows Rows) error {
	places := make([]string, len(columns))
	for i := range places {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	insert, err := tx.PrepareContext(ctx, "INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES ("+strings.Join(places, ", ")+")")
	if err != nil {
		return err
	}
	defer insert.Close()
	for {
		values, err := rows()
		if err != nil || values == nil {
			return err
		}
		if _, err := insert.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
}
