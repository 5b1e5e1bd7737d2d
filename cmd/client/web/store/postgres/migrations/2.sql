-- The servers that use the store, and the work that each has for itself. After a
-- crash of the database both are empty, which is as well.
CREATE UNLOGGED TABLE servers (
	id   TEXT COLLATE "C" PRIMARY KEY,
	seen TIMESTAMPTZ NOT NULL -- by the database's clock
);
CREATE UNLOGGED TABLE work (
	name   TEXT COLLATE "C" PRIMARY KEY,
	server TEXT COLLATE "C" NOT NULL
);
