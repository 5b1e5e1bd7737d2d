-- A server that has lost a piece of work and has it again has it for another term.
ALTER TABLE work ADD COLUMN term UUID NOT NULL DEFAULT gen_random_uuid();
-- What clients may do, of all servers together; after a crash of the database nobody
-- has used anything. A bucket of tokens is as full as the time at which it is full
-- again says; one that is full has no row.
CREATE UNLOGGED TABLE buckets (
	name TEXT COLLATE "C" PRIMARY KEY,
	full_at TIMESTAMPTZ NOT NULL -- by the database's clock
) WITH (fillfactor = 50);
-- Of what a name stands for, such as requests that are being answered, each server
-- holds so many.
CREATE UNLOGGED TABLE held (
	name   TEXT COLLATE "C" NOT NULL,
	server TEXT COLLATE "C" NOT NULL,
	n      INTEGER NOT NULL,
	PRIMARY KEY (name, server)
) WITH (fillfactor = 50);
