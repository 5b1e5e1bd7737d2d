package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"quadrille/cmd/client/web/store"
)

// explain names the errors of PostgreSQL that somebody can do something about. The
// first words are for everybody; what the database itself said follows them.
func explain(err error) error {
	if store.Reason(err) != "" {
		return err
	}
	if f := failure(err); f != nil {
		return fmt.Errorf("%w (%w)", f, err)
	}
	return err
}

// failure is what an error comes to, or nil.
func failure(err error) *store.Failure {
	var e *pgconn.PgError
	switch {
	case errors.As(err, &e):
		return byCode(e.Code)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, sql.ErrTxDone): // which its deadline has ended
		return &store.Failure{Cause: store.ErrSlow, Text: "the database does not answer in time"}
	case errors.Is(err, context.Canceled):
		return nil
	case isLost(err):
		return &store.Failure{Cause: store.ErrAway, Text: store.ErrAway.Error()}
	}
	return nil
}

// isLost says whether a connection could not be made, or has ended.
func isLost(err error) bool {
	var connecting *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connecting) || errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err)
}

// byCode is what PostgreSQL means by an SQLSTATE; nil for those that mean that this
// program is wrong.
func byCode(code string) *store.Failure {
	for _, known := range []struct {
		prefix string
		cause  error
		text   string
	}{
		{"53100", store.ErrFull, "the database's disk is full"},
		{"53300", store.ErrAway, "the database takes no more connections"},
		{"53", store.ErrAway, "the database has run out of memory"},
		{"08", store.ErrAway, store.ErrAway.Error()},
		{"57014", store.ErrSlow, "the database does not answer in time"},
		{"57P", store.ErrAway, "the database is stopping or starting"},
		{"55P03", store.ErrSlow, "the database does not answer in time"},
		{"58", store.ErrDisk, "the database's disk fails"},
		{"25006", store.ErrNoWrite, "the database takes no changes; it is read-only or a standby"},
		{"42501", store.ErrNoWrite, "the database's user may not do this"},
		{"28", store.ErrAway, "the database does not let the server in"},
		{"3D000", store.ErrAway, "there is no such database"},
		{"XX00", store.ErrDamaged, "the database is damaged"},
	} {
		if strings.HasPrefix(code, known.prefix) {
			return &store.Failure{Cause: known.cause, Text: known.text}
		}
	}
	return nil
}
