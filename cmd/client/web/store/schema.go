package store

// mark is the database's application_id, "Quad" in ASCII, and version its
// user_version.
const (
	mark    = 0x51756164
	version = 2
)

// schema makes the tables of a new database.
const schema = `
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
	updated INTEGER NOT NULL,
	request TEXT NOT NULL DEFAULT '', -- JSON object, or nothing
	earlier TEXT NOT NULL DEFAULT '', -- game that this one is the rematch of
	later   TEXT NOT NULL DEFAULT '', -- its rematch
	client  TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX games_listed  ON games (space, created, id);
CREATE INDEX games_updated ON games (updated);
CREATE INDEX games_waiting ON games (waiting) WHERE waiting = 1;
CREATE INDEX games_client  ON games (client);
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

// upgrade makes a database of version 1 one of version 2.
const upgrade = `
ALTER TABLE games ADD COLUMN request TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN earlier TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN later TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN client TEXT NOT NULL DEFAULT '';
CREATE INDEX games_client ON games (client);
`
