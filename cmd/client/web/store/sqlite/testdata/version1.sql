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
INSERT INTO games (id,space,game,rules,origin,start,seats,still,waiting,result,reason,outcome,tags,intro,version,turns,created,updated)
	VALUES ('abcdefghjkmn','v1','square4','{"pieces":"8"}','','startpos','[{"kind":"person","name":"Ann"},{"kind":"engine","level":5}]',0,1,'','','none','null','begins',3,1,1764295323004000,1764295323004000);
INSERT INTO actions VALUES ('abcdefghjkmn',0,0,'0.0s1','bold');
PRAGMA application_id = 1366647140;
PRAGMA user_version = 1;
