package sqlite

import "strings"

// mark is the database's application_id, "Quad" in ASCII, and version its
// user_version.
const (
	mark    = 0x51756164
	version = 4
)

// steps bring a database from each version to the next, from an empty file on.
// One that was released is never changed; what is new is a step behind it.
func steps() [version]string {
	return [version]string{first, agreements, clocks, lobby}
}

// stepsFrom are the statements that a database of version v lacks.
func stepsFrom(v int) string {
	all := steps()
	return strings.Join(all[v:], "")
}

// first makes the tables.
const first = `
CREATE TABLE games (
	id      TEXT PRIMARY KEY,
	space   TEXT NOT NULL,
	game    TEXT NOT NULL,
	rules   TEXT NOT NULL, -- JSON object
	origin  TEXT NOT NULL,
	start   TEXT NOT NULL,
	seats   TEXT NOT NULL, -- JSON array
	still   INTEGER NOT NULL,
	waiting INTEGER NOT NULL,
	result  TEXT NOT NULL,
	reason  TEXT NOT NULL,
	outcome TEXT NOT NULL,
	tags    TEXT NOT NULL, -- JSON array
	intro   TEXT NOT NULL,
	version INTEGER NOT NULL,
	turns   INTEGER NOT NULL,
	created INTEGER NOT NULL, -- microseconds since 1970
	updated INTEGER NOT NULL
) STRICT;
CREATE INDEX games_listed  ON games (space, created, id);
CREATE INDEX games_updated ON games (updated);
CREATE INDEX games_waiting ON games (waiting) WHERE waiting = 1;
CREATE TABLE actions (
	game    TEXT NOT NULL,
	n       INTEGER NOT NULL, -- from 0
	part    INTEGER NOT NULL,
	text    TEXT NOT NULL,
	comment TEXT NOT NULL,
	PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE pairs (
	space TEXT NOT NULL,
	key   TEXT NOT NULL,
	value BLOB NOT NULL,
	PRIMARY KEY (space, key)
) STRICT, WITHOUT ROWID;
`

// agreements are what players ask each other for: a request (a JSON object, or
// nothing), the game that one is the rematch of, and its own rematch; and who
// made the game.
const agreements = `
ALTER TABLE games ADD COLUMN request TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN earlier TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN later TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN client TEXT NOT NULL DEFAULT '';
CREATE INDEX games_client ON games (client);
`

// clocks are the clock (a JSON object, or nothing), since when it runs and when
// somebody's time is up, in microseconds since 1970 or 0; and after which turns
// each seat offered a draw last (a JSON array, or nothing).
const clocks = `
ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN deadline INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN offers TEXT NOT NULL DEFAULT '';
CREATE INDEX games_deadline ON games (deadline) WHERE deadline > 0;
`

// lobby says under which heading a game is listed for everybody: 1 open to join,
// 2 going on, 3 over; 0 when it is not listed.
const lobby = `
ALTER TABLE games ADD COLUMN lobby INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_lobby ON games (lobby, updated DESC, id) WHERE lobby > 0;
`
