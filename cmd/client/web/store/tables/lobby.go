package tables

import (
	"context"
	"time"

	"quadrille/cmd/client/web/store"
)

// ListHeading lists games of one heading from a place on. That lobby is more than
// 0 is said for the index.
const ListHeading = "SELECT " + Columns + " FROM games WHERE lobby = $1 AND lobby > 0 AND updated >= $2 AND updated <= $3 AND (updated < $3 OR id > $4)" +
	" ORDER BY updated DESC, id LIMIT $5"

// Listed returns at most limit listed games without their turns, from a place on:
// by heading, of each those that were changed last first, and none that was last
// changed before a time. Under one heading only, unless that is Unlisted.
func (s *Games) Listed(ctx context.Context, only store.Heading, since time.Time, from store.Place, limit int) ([]store.Head, error) {
	low, high := store.ListedOpen, store.ListedOver
	if only != store.Unlisted {
		low, high = only, only
	}
	var heads []store.Head
	for heading := max(low, from.Heading); heading <= high && len(heads) < limit; heading++ {
		before, id := int64(1<<62), ""
		if heading == from.Heading {
			before, id = from.Updated.UnixMicro(), from.ID
		}
		some, err := s.heads(ctx, ListHeading, heading, since.UnixMicro(), before, id, limit-len(heads))
		if err != nil {
			return nil, err
		}
		heads = append(heads, some...)
	}
	return heads, nil
}

func (s *Games) heads(ctx context.Context, query string, args ...any) ([]store.Head, error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	rows, err := s.DB.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, s.Explain(err)
	}
	defer rows.Close()
	var heads []store.Head
	for rows.Next() {
		head, err := ScanHead(rows)
		if err != nil {
			return nil, s.Explain(err)
		}
		heads = append(heads, head)
	}
	return heads, s.Explain(rows.Err())
}
