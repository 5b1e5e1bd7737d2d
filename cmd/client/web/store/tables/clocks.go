package tables

import (
	"context"
	"database/sql"
	"encoding/binary"
	"time"

	"quadrille/cmd/client/web/store"
)

// Due returns the IDs of at most limit games in which somebody's time is up by a
// time, the first deadline first.
func (s *Games) Due(ctx context.Context, by time.Time, limit int) ([]string, error) {
	return s.IDs(ctx, "SELECT id FROM games WHERE deadline > 0 AND deadline <= $1 ORDER BY deadline LIMIT $2", by.UnixMicro(), limit)
}

// NextDeadline is the first deadline of all games, zero when there is none.
func (s *Games) NextDeadline(ctx context.Context) (time.Time, error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	var first sql.NullInt64
	err := s.DB.QueryRowContext(ctx, "SELECT min(deadline) FROM games WHERE deadline > 0").Scan(&first)
	return store.FromMicros(first.Int64), s.Explain(err)
}

// The pair that says until when the clocks ran.
const (
	clockSpace = "clocks"
	clockKey   = "seen"
)

// SawClocks notes that the clocks ran until a time.
func (s *Games) SawClocks(at time.Time) error {
	return s.write(context.Background(), PutPair(clockSpace, clockKey, seen(at)))
}

// seen is a time as the pair has it.
func seen(at time.Time) []byte { return binary.BigEndian.AppendUint64(nil, uint64(at.UnixMicro())) }

// ResumeClocks lets clocks that ran when they were last seen go on at a time,
// as if nothing had been in between. It is done as a whole or not at all.
func (s *Games) ResumeClocks(ctx context.Context, at time.Time) error {
	value, err := s.Get(ctx, clockSpace, clockKey)
	if err != nil {
		return err
	}
	var last int64
	if len(value) == 8 {
		last = int64(binary.BigEndian.Uint64(value))
	}
	return s.write(context.Background(), func(tx Tx) error {
		// What had been used of the turn is used; a clock that began after it was
		// last seen begins anew.
		const since = "CASE WHEN since < $2 THEN $1 - $2 + since ELSE $1 END"
		_, err := tx.Exec("UPDATE games SET since = "+since+", deadline = CASE deadline WHEN 0 THEN 0 ELSE deadline - since + "+since+
			" END WHERE since > 0", at.UnixMicro(), last)
		if err != nil {
			return err
		}
		return PutPair(clockSpace, clockKey, seen(at))(tx)
	})
}
