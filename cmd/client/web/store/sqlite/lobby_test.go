package sqlite

import (
	"strings"
	"testing"

	"quadrille/cmd/client/web/store/tables"
)

// A list looks at the games that it shows and at no others.
func TestListedByIndex(t *testing.T) {
	s := openIn(t, t.TempDir())
	var id, parent, unused int
	var detail string
	err := s.db.QueryRow("EXPLAIN QUERY PLAN "+tables.ListHeading, 1, 0, 1, "", 9).Scan(&id, &parent, &unused, &detail)
	if err != nil || !strings.Contains(detail, "games_lobby (lobby=? AND updated>? AND updated<?)") {
		t.Errorf("%s %v", detail, err)
	}
}
