/**
 * The layout of the database, as a list of migrations: entry n takes it from format n to n + 1.
 * A released entry is never changed. The tables of spaces are made by space-table.ts.
 */
export const MIGRATIONS = [
  `
  -- One row. The version moves with every change that processes keep in memory: of spaces, accounts and tokens.
  CREATE TABLE catalogue (one boolean PRIMARY KEY CHECK (one), version bigint NOT NULL);
  INSERT INTO catalogue VALUES (true, 1);

  CREATE TABLE account (
    serial bigint GENERATED ALWAYS AS IDENTITY,
    id text PRIMARY KEY,
    -- as JSON text
    email text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    admin boolean NOT NULL,
    disabled boolean NOT NULL,
    created_at bigint NOT NULL,
    app_id text NOT NULL,
    profile text NOT NULL
  );

  -- The secret itself is never kept.
  CREATE TABLE token (
    serial bigint GENERATED ALWAYS AS IDENTITY,
    id text PRIMARY KEY,
    secret_hash text NOT NULL UNIQUE,
    account text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    body text NOT NULL
  );
  CREATE INDEX ON token (account);

  CREATE TABLE session (
    id_hash text PRIMARY KEY,
    account text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX ON session (account);
  CREATE INDEX ON session (expires_at);

  -- Where accounts have signed in from; the place is a keyed hash of the address.
  CREATE TABLE familiar_place (
    account text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    place text NOT NULL,
    seen_at bigint NOT NULL,
    PRIMARY KEY (account, place)
  );

  -- Keys of the server itself, made at the first start.
  CREATE TABLE server_key (name text PRIMARY KEY, value text NOT NULL);

  -- place: the name of the table with its features. changed: the version of the catalogue that brought this state.
  CREATE TABLE space (
    serial bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    place text NOT NULL UNIQUE,
    owner text,
    body text NOT NULL,
    changed bigint NOT NULL
  );
  CREATE INDEX ON space (changed);
  CREATE INDEX ON space (owner);

  -- text is what is served; revision grows with every change of it.
  CREATE TABLE project (
    serial bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text COLLATE "C" NOT NULL UNIQUE,
    -- as JSON text
    id text NOT NULL,
    owner text NOT NULL,
    published boolean NOT NULL,
    revision bigint NOT NULL,
    text text NOT NULL
  );
  CREATE INDEX ON project (owner, serial);
  CREATE INDEX ON project (published, serial);

  -- Tables that no space owns (yet, or any more), and the connection of the process that is at it.
  CREATE TABLE stray_place (place text PRIMARY KEY, pid integer NOT NULL, connected_at timestamptz NOT NULL);

  -- One row a space: its writer holds this row. Statistics and count answer from here.
  CREATE TABLE content (
    place text PRIMARY KEY,
    version bigint NOT NULL,
    updated_at bigint NOT NULL,
    last_seq bigint NOT NULL,
    count bigint NOT NULL,
    bytes bigint NOT NULL,
    max_bytes bigint NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE geometry_count (
    place text NOT NULL,
    geometry_type smallint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (place, geometry_type)
  ) WITH (fillfactor = 50);

  -- Texts are found by their keys (text-key.ts) and kept as JSON text where that is another.
  CREATE TABLE tag_count (
    place text NOT NULL,
    key text COLLATE "C" NOT NULL,
    tag text COLLATE "C",
    count bigint NOT NULL,
    PRIMARY KEY (place, key)
  ) WITH (fillfactor = 50);

  CREATE TABLE property_count (
    place text NOT NULL,
    key text COLLATE "C" NOT NULL,
    datatype smallint NOT NULL,
    name text COLLATE "C",
    count bigint NOT NULL,
    PRIMARY KEY (place, key, datatype)
  ) WITH (fillfactor = 50);

  -- Properties with an index of their own: the column p<property> of the space's table. path null: the column is free.
  -- built_to: rows up to here have it; null = all, and the index is there.
  CREATE TABLE indexed_property (
    place text NOT NULL,
    property integer NOT NULL,
    path text,
    built_to bigint,
    PRIMARY KEY (place, property)
  );

  -- A row while a space keeps its history: the version it began with, and the oldest one that can still be read. What
  -- features were is in the table past_<place>.
  CREATE TABLE history (place text PRIMARY KEY, began bigint NOT NULL, oldest bigint NOT NULL);

  -- What versions changed: 1 inserted, 2 updated, 3 deleted.
  CREATE TABLE change (
    place text NOT NULL,
    version bigint NOT NULL,
    change smallint NOT NULL,
    seq bigint NOT NULL,
    id text NOT NULL,
    PRIMARY KEY (place, version, change, seq)
  );

  -- What waits to be written into logs. The id of the feature is kept as JSON text.
  CREATE TABLE outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    place text NOT NULL,
    space text NOT NULL,
    feature text NOT NULL,
    text text NOT NULL
  );
  CREATE INDEX ON outbox (place, seq);

  -- The version that a change of what others keep in memory is to have; others that change wait here until the commit.
  CREATE FUNCTION next_version() RETURNS bigint LANGUAGE sql AS
    'UPDATE catalogue SET version = version + 1 RETURNING version';

  -- The serial number of the new space; 0 where the id is taken, -1 where the owner has enough of them, -2 where its
  -- table was cleared away meanwhile.
  CREATE FUNCTION add_space(the_id text, the_place text, the_owner text, the_body text, most bigint)
    RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    now_version bigint := next_version();
    made bigint;
  BEGIN
    IF NOT EXISTS (SELECT 1 FROM stray_place WHERE place = the_place FOR UPDATE) THEN
      RETURN -2;
    END IF;
    IF most IS NOT NULL AND (SELECT count(*) FROM space WHERE owner = the_owner) >= most THEN
      RETURN -1;
    END IF;
    INSERT INTO space (id, place, owner, body, changed)
      VALUES (the_id, the_place, the_owner, the_body, now_version)
      ON CONFLICT (id) DO NOTHING RETURNING serial INTO made;
    IF made IS NULL THEN
      RETURN 0;
    END IF;
    DELETE FROM stray_place WHERE place = the_place;
    RETURN made;
  END $$;
  `,
  `
  -- Spaces that keep an overview, in tables of their own (density-tables.ts). built_to: rows up to here are in it; null = all.
  CREATE TABLE overview (place text PRIMARY KEY, built_to bigint);

  -- Spaces that keep sheets (tile-block-tables.ts). outdated_since: when a write first touched one that has not been made anew.
  CREATE TABLE sheeted (place text PRIMARY KEY, outdated_since bigint);
  `,
  `
  -- The program that was seen to use the session, where its later requests do not name it.
  ALTER TABLE session ADD COLUMN client text;
  `,
  `
  -- Spaces that have columns, in tables of their own (column-tables.ts). covered_to: changes of rows up to here are noted.
  -- generation grows when the space is emptied. written_since: the first write that blocks do not have, 0 while they are
  -- built for the first time, null where there is nothing to build. Of several processes the one with the lease builds.
  CREATE TABLE column_state (
    place text PRIMARY KEY,
    covered_to bigint NOT NULL,
    generation bigint NOT NULL,
    written_since bigint,
    leased_by text,
    leased_until bigint
  ) WITH (fillfactor = 50);

  -- No block of columns ever has the number of another: readers remember what they have read of it.
  CREATE SEQUENCE column_block_number;
  `,
  `
  -- While a process makes the index itself: others leave it alone until then, in milliseconds since 1970.
  ALTER TABLE indexed_property ADD COLUMN leased_until bigint;
  `,
  `
  -- Who changed access or deleted data. body is the entry as JSON; the columns are what it is found by, subject as JSON too.
  -- Entries are removed when they are too old or too many, and never changed.
  CREATE TABLE audit_entry (
    serial bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    action text NOT NULL,
    account text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL
  );
  CREATE INDEX ON audit_entry (at);
  CREATE INDEX ON audit_entry (action, serial);
  CREATE INDEX ON audit_entry (account, serial);
  CREATE INDEX ON audit_entry (subject, serial);
  CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'entries of the audit log are never changed';
  END $$;
  CREATE TRIGGER audit_entry_is_final BEFORE UPDATE ON audit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
  `,
  `
  -- Where the versions from first to last changed features: boxes as a JSON array. There may be gaps, and old ones are merged.
  CREATE TABLE touched (
    place text NOT NULL,
    last bigint NOT NULL,
    first bigint NOT NULL,
    boxes text NOT NULL,
    PRIMARY KEY (place, last)
  );
  `,
  `
  -- indexed_property may have the path [] of an index of words: its column of the space's table is a tsvector. Programs that
  -- know nothing of it must not write.
  `,
  `
  -- Words are folded further (text-search.ts): indexes of words are built again.
  UPDATE indexed_property SET built_to = 0 WHERE path = '[]';
  `,
  `
  -- How many classes of rank features are filed under (sample-classes.ts).
  ALTER TABLE overview ADD COLUMN classes integer NOT NULL DEFAULT 8;
  `,
  `
  -- Entries have the room of features, and deep tiles have counts: overviews are built again. built_to: -1 = to be emptied first.
  UPDATE overview SET built_to = -1;
  `,
  `
  -- Whether a load has left the indexes on geometries and tags to its end (deferred-indexes.ts).
  ALTER TABLE content ADD COLUMN indexes_deferred boolean NOT NULL DEFAULT false;
  `,
  `
  -- Writes may have missed tile blocks, whose indexes were damaged (outdated-blocks.ts): they are made again when a tile asks for them.
  DO $$
  DECLARE
    name text;
  BEGIN
    FOR name IN SELECT substr(place, 3) FROM sheeted LOOP
      EXECUTE format('DROP TABLE IF EXISTS %I, %I', 'cells_' || name, 'sheets_' || name);
    END LOOP;
    DELETE FROM sheeted;
  END $$;
  `,
];
