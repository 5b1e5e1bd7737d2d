package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"quadrille/cmd/client/web/store/tables"
)

// fill writes rows by COPY.
func fill(ctx context.Context, on *sql.Conn, _ *sql.Tx, table string, columns []string, rows tables.Rows) error {
	return on.Raw(func(driver any) error {
		conn := driver.(*stdlib.Conn).Conn() // as the store was opened
		_, err := conn.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(func() ([]any, error) {
			values, err := rows()
			if err == nil && values != nil {
				err = keepable(table, columns, values)
			}
			return values, err
		}))
		return err
	})
}

// isText says whether PostgreSQL can have a string as text.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// keepable refuses text that PostgreSQL does not keep, by the row's key.
func keepable(table string, columns []string, values []any) error {
	for i, v := range values {
		if text, ok := v.(string); ok && !isText(text) {
			return fmt.Errorf("%s %v: the column %s has bytes that are no text (UTF-8 without zero bytes), which PostgreSQL does not keep", table, values[0], columns[i])
		}
	}
	return nil
}
