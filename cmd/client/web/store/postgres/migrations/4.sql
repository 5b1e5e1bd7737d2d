-- How many games there are, which is counted whoever makes or deletes them, so that
-- there are no more than there may be.
CREATE TABLE total (n BIGINT NOT NULL) WITH (fillfactor = 50);
INSERT INTO total SELECT count(*) FROM games;
CREATE FUNCTION count_games() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed BIGINT;
BEGIN
	SELECT count(*) INTO changed FROM those;
	IF changed > 0 THEN
		UPDATE total SET n = n + CASE TG_OP WHEN 'INSERT' THEN changed ELSE -changed END;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER games_made AFTER INSERT ON games REFERENCING NEW TABLE AS those FOR EACH STATEMENT EXECUTE FUNCTION count_games();
CREATE TRIGGER games_deleted AFTER DELETE ON games REFERENCING OLD TABLE AS those FOR EACH STATEMENT EXECUTE FUNCTION count_games();
CREATE FUNCTION count_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE total SET n = 0;
	RETURN NULL;
END $$;
CREATE TRIGGER games_truncated AFTER TRUNCATE ON games FOR EACH STATEMENT EXECUTE FUNCTION count_none();
