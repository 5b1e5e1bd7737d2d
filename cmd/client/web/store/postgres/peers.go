package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/tables"
)

// First says that no other server had the store when this one joined.
func (s *Store) First() bool { return s.link.first }

// Begin lets other servers in. It is called once, by who has joined.
func (s *Store) Begin(ctx context.Context) error { return s.link.begin(ctx) }

// Current says whether a game is at a version yet, and there at all.
func (s *Store) Current(ctx context.Context, id string, version int) (bool, error) {
	if err := s.link.state(); err != nil {
		return false, err // and nobody waits for the answer
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	var now int
	err := s.DB.QueryRowContext(ctx, "SELECT version FROM games WHERE id = $1", id).Scan(&now)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return now == version, s.Explain(err)
}

// Changed returns those of the games, by their IDs, that are not at these versions.
func (s *Store) Changed(ctx context.Context, versions map[string]int) ([]string, error) {
	ids, at := make([]string, 0, len(versions)), make([]int64, 0, len(versions))
	for id, version := range versions {
		ids, at = append(ids, id), append(at, int64(version))
	}
	return s.IDs(ctx, "SELECT asked.id FROM unnest($1::text[], $2::bigint[]) AS asked (id, version)"+
		" LEFT JOIN games ON games.id = asked.id WHERE games.version IS DISTINCT FROM asked.version", ids, at)
}

// Tell tells the other servers of a change. It does not wait.
func (s *Store) Tell(n store.News) { s.teller.tell(n) }

// Heard waits for what other servers have told. All says that something may have
// been missed.
func (s *Store) Heard(ctx context.Context) (some []store.News, all bool, err error) {
	return s.link.heard.wait(ctx)
}

// living are the servers that were heard of lately.
const living = "(SELECT id FROM servers WHERE seen > now() - " + silent + ")"

// claim is the statement of Claim.
const claim = "INSERT INTO work VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET server = excluded.server," +
	" term = CASE WHEN work.server = excluded.server THEN work.term ELSE excluded.term END" +
	" WHERE work.server = excluded.server OR work.server NOT IN " + living + " RETURNING term"

// Claim has a piece of work for this server, unless another one has it that lives. It
// is false once when another one has had it since it was claimed here.
func (s *Store) Claim(ctx context.Context, work string) (bool, error) {
	if err := s.link.state(); err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	var term string
	err := s.DB.QueryRowContext(ctx, claim, work, s.link.id).Scan(&term)
	if errors.Is(err, sql.ErrNoRows) {
		s.terms.Delete(work)
		return false, nil
	}
	if err != nil {
		return false, s.Explain(err)
	}
	if before, had := s.terms.LoadOrStore(work, term); had && before != term {
		s.terms.Delete(work)
		return false, nil
	}
	return true, nil
}

// fence refuses a transaction for a piece of work that this server does not have, or
// has not had all the time since it was claimed. Nobody takes it over before the end.
func (s *Store) fence(tx tables.Tx, work string) error {
	term, had := s.term(work)
	if !had {
		return store.ErrElsewhere
	}
	var one int
	err := tx.QueryRow("SELECT 1 FROM work WHERE name = $1 AND server = $2 AND term = $3 FOR SHARE", work, s.link.id, term).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrElsewhere
	}
	return err
}

// term is for which this server has a piece of work.
func (s *Store) term(work string) (term string, had bool) {
	v, had := s.terms.Load(work)
	term, _ = v.(string)
	return term, had
}

// Free gives a piece of work back.
func (s *Store) Free(work string) {
	s.terms.Delete(work)
	ctx, cancel := context.WithTimeout(s.running, patience)
	defer cancel()
	s.DB.ExecContext(ctx, "DELETE FROM work WHERE name = $1 AND server = $2", work, s.link.id) // or it is freed with the server
}

// unclaimed is how long a turn that nobody has claimed may be on its way to who does.
const unclaimed = 2 * time.Second

// Idle returns the IDs of games in which an engine is to play by itself and that no
// server that lives has claimed, but for some.
func (s *Store) Idle(ctx context.Context, but []string) ([]string, error) {
	return s.IDs(ctx, "SELECT id FROM games WHERE waiting = 1 AND updated < $1 AND id <> ALL($2::text[]) AND id NOT IN"+
		" (SELECT split_part(name, '/', 1) FROM work WHERE server IN "+living+") ORDER BY updated LIMIT 100", time.Now().Add(-unclaimed).UnixMicro(), append([]string{}, but...))
}
