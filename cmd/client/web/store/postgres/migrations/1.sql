-- Times are microseconds since 1970, or 0; booleans 0 or 1; lists and objects JSON,
-- or nothing. So it is in package sqlite too, whose statements are the same.
CREATE TABLE games (
	id       TEXT COLLATE "C" PRIMARY KEY,
	space    TEXT NOT NULL,
	game     TEXT NOT NULL,
	rules    TEXT NOT NULL,
	origin   TEXT NOT NULL,
	still    INTEGER NOT NULL,
	created  BIGINT NOT NULL,
	earlier  TEXT NOT NULL,
	client   TEXT NOT NULL,
	start    TEXT NOT NULL,
	seats    TEXT NOT NULL,
	waiting  INTEGER NOT NULL,
	result   TEXT NOT NULL,
	reason   TEXT NOT NULL,
	outcome  TEXT NOT NULL,
	tags     TEXT NOT NULL,
	intro    TEXT NOT NULL,
	version  BIGINT NOT NULL,
	turns    BIGINT NOT NULL,
	updated  BIGINT NOT NULL,
	request  TEXT NOT NULL,
	later    TEXT NOT NULL,
	clock    TEXT NOT NULL,
	since    BIGINT NOT NULL,
	deadline BIGINT NOT NULL,
	offers   TEXT NOT NULL,
	lobby    INTEGER NOT NULL
);
CREATE INDEX games_updated  ON games (updated);
CREATE INDEX games_waiting  ON games (updated) WHERE waiting = 1;
CREATE INDEX games_client   ON games (client);
CREATE INDEX games_deadline ON games (deadline) WHERE deadline > 0;
CREATE INDEX games_lobby    ON games (lobby, updated DESC, id) WHERE lobby > 0;
CREATE TABLE actions (
	game    TEXT COLLATE "C" NOT NULL,
	n       INTEGER NOT NULL, -- from 0
	part    INTEGER NOT NULL,
	text    TEXT NOT NULL,
	comment TEXT NOT NULL,
	PRIMARY KEY (game, n)
);
CREATE TABLE pairs (
	space TEXT COLLATE "C" NOT NULL,
	key   TEXT COLLATE "C" NOT NULL,
	value BYTEA NOT NULL,
	PRIMARY KEY (space, key)
);
