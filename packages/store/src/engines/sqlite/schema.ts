/**
 * The layout of a space's file, as a list of migrations: entry n takes a file from format n to n + 1.
 * A released entry is never changed.
 */
export const SPACE_MIGRATIONS = [
  `
  -- One row a feature. text is what is served; the *_start and *_end columns are the places of its parts
  -- (UTF-16 units); west…north is the exact box, which the R*Tree keeps only in single precision; version is the
  -- one that made it so, 0 where no history was kept then.
  CREATE TABLE feature (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    geometry_type INTEGER NOT NULL,
    has_z INTEGER NOT NULL,
    west REAL, south REAL, east REAL, north REAL,
    geometry_start INTEGER NOT NULL,
    properties_start INTEGER NOT NULL,
    properties_end INTEGER NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    text TEXT NOT NULL
  ) STRICT;

  CREATE VIRTUAL TABLE box USING rtree(seq, west, east, south, north);

  CREATE TABLE tag (
    tag TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (tag, seq)
  ) STRICT, WITHOUT ROWID;

  -- Properties with an index of their own. built_to: rows up to here are in it; null = all.
  CREATE TABLE indexed_property (
    property INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    built_to INTEGER
  ) STRICT;

  CREATE TABLE property_value (
    property INTEGER NOT NULL,
    value ANY NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (property, value, seq)
  ) STRICT, WITHOUT ROWID;

  -- What statistics and count answer from; kept by every write.
  CREATE TABLE content (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    version INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_seq INTEGER NOT NULL,
    count INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    max_bytes INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE geometry_count (
    geometry_type INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE tag_count (
    tag TEXT PRIMARY KEY,
    count INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE property_count (
    key TEXT NOT NULL,
    datatype INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (key, datatype)
  ) STRICT, WITHOUT ROWID;

  -- One row while history is kept: the version it began with, and the oldest one that can still be read.
  CREATE TABLE history (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    began INTEGER NOT NULL,
    oldest INTEGER NOT NULL
  ) STRICT;

  -- What features were in the versions from since to the one before until, which changed or deleted them.
  CREATE TABLE past (
    seq INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    has_z INTEGER NOT NULL,
    geometry_start INTEGER NOT NULL,
    properties_start INTEGER NOT NULL,
    properties_end INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX past_of_place ON past (seq, until, since);
  CREATE INDEX past_of_id ON past (id, until, since);

  -- What each version did to which features: 1 inserted, 2 updated, 3 deleted, 4 deleted to come back as another row.
  CREATE TABLE change (
    version INTEGER NOT NULL,
    change INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (version, change, seq)
  ) STRICT, WITHOUT ROWID;

  -- What low zooms are answered from. No row here: nobody has asked for it; built_to: as above.
  CREATE TABLE overview (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    built_to INTEGER
  ) STRICT;

  -- Features that rank low, by class of rank and by place; kind 0: a point, which has no east and north.
  CREATE TABLE overview_sample (
    class INTEGER NOT NULL,
    key INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind INTEGER NOT NULL,
    west REAL NOT NULL, south REAL NOT NULL, east REAL, north REAL,
    PRIMARY KEY (class, key, seq)
  ) STRICT, WITHOUT ROWID;

  -- Features per tile, many tiles a block.
  CREATE TABLE overview_count (
    block INTEGER PRIMARY KEY,
    counts BLOB NOT NULL
  ) STRICT;

  -- Features per tile and H3 cell.
  CREATE TABLE overview_hex (
    zoom INTEGER NOT NULL,
    tile INTEGER NOT NULL,
    cell TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (zoom, tile, cell)
  ) STRICT, WITHOUT ROWID;

  -- Features that are in neither of these counts.
  CREATE TABLE overview_large (
    seq INTEGER PRIMARY KEY,
    west REAL NOT NULL, south REAL NOT NULL, east REAL NOT NULL, north REAL NOT NULL
  ) STRICT;

  -- Entries of activity logs that are still to be written into the spaces they belong to.
  CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    feature TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- The cells that the world is divided into for vector tiles, by their places on the Z-order curve; none: nobody has
  -- asked for them. state: 0 the sheet is to be made, 1 it is there, 2 it would be of no use.
  CREATE TABLE sheet (
    key INTEGER PRIMARY KEY,
    level INTEGER NOT NULL,
    state INTEGER NOT NULL,
    entries INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sheet_to_make ON sheet (key) WHERE state = 0;

  -- What a cell shows, ready to be drawn; others: numbers of features too large to be in it, as a JSON array.
  CREATE TABLE sheet_body (
    key INTEGER PRIMARY KEY,
    others TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  `,
  `
  -- All features and not only those that rank low: an overview that is there is built again.
  ALTER TABLE overview_sample RENAME TO overview_place;
  DELETE FROM overview_place;
  DELETE FROM overview_count;
  DELETE FROM overview_hex;
  DELETE FROM overview_large;
  UPDATE overview SET built_to = 0;
  `,
  `
  -- Columns. No row here: nobody has asked for them; covered_to: changes of rows up to here are noted in column_stale.
  CREATE TABLE column_state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    covered_to INTEGER NOT NULL
  ) STRICT;

  -- What columns there are; key: the JSON text of a path below properties, or the name of what is no property.
  CREATE TABLE column_path (
    path INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE
  ) STRICT;

  -- The rows from first to last; gaps: what may occur in them without a column. A block never changes.
  CREATE TABLE column_block (
    block INTEGER PRIMARY KEY AUTOINCREMENT,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    gaps TEXT NOT NULL
  ) STRICT;

  -- key: path * 2^32 + block.
  CREATE TABLE column_body (
    key INTEGER PRIMARY KEY,
    summary BLOB NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;

  -- Rows that have changed since their block was made, and in which version last.
  CREATE TABLE column_stale (
    seq INTEGER PRIMARY KEY,
    version INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Where the versions from first to last changed features: boxes as a JSON array. There may be gaps, and old ones are merged.
  CREATE TABLE touched (
    last INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    boxes TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- indexed_property may have the path [] of an index of words, in the table word (text-index.ts), which is made when it is
  -- first asked for. Programs that know nothing of it must not write.
  `,
  `
  -- Words are folded further (text-search.ts): an index of words is emptied and built again. built_to: -1 = to be emptied first.
  UPDATE indexed_property SET built_to = -1 WHERE path = '[]';
  `,
  `
  -- How many classes of rank features are filed under (sample-classes.ts).
  ALTER TABLE overview ADD COLUMN classes INTEGER NOT NULL DEFAULT 8;
  `,
  `
  -- What is known of a feature without its text, in bytes (candidate-entry.ts): an overview that is there is built again.
  DROP TABLE overview_place;
  CREATE TABLE overview_place (
    class INTEGER NOT NULL,
    key INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    entry BLOB NOT NULL,
    PRIMARY KEY (class, key, seq)
  ) STRICT, WITHOUT ROWID;
  DELETE FROM overview_count;
  DELETE FROM overview_hex;
  DELETE FROM overview_large;
  UPDATE overview SET built_to = 0, classes = 18;
  `,
  `
  -- Counts of deep tiles (tile-counts.ts): an overview that is there is built again.
  DELETE FROM overview_place;
  DELETE FROM overview_count;
  DELETE FROM overview_hex;
  DELETE FROM overview_large;
  UPDATE overview SET built_to = 0, classes = 18;
  `,
];

/** The formats from which on a file has these as they are read now. */
export const SINCE = { tileBlocks: 2, densityIndex: 10, columns: 4, touched: 5, words: 7 };

/** The catalogue: everything that is not a feature. Same rule. */
export const CATALOGUE_MIGRATIONS = [
  `
  CREATE TABLE account (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    admin INTEGER NOT NULL,
    disabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    app_id TEXT NOT NULL,
    profile TEXT NOT NULL
  ) STRICT;

  -- The secret itself is never kept.
  CREATE TABLE token (
    id TEXT PRIMARY KEY,
    secret_hash TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX token_of_account ON token (account);

  CREATE TABLE session (
    id_hash TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX session_of_account ON session (account);
  CREATE INDEX session_by_expiry ON session (expires_at);

  -- Where accounts have signed in from; the place is a keyed hash of the address.
  CREATE TABLE familiar_place (
    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    place TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (account, place)
  ) STRICT, WITHOUT ROWID;

  -- Keys of the server itself, made at the first start.
  CREATE TABLE server_key (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE space (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    file TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL
  ) STRICT;

  -- text is what is served; revision grows with every change of it.
  CREATE TABLE project (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    published INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    text TEXT NOT NULL
  ) STRICT;

  CREATE INDEX project_of_owner ON project (owner, serial);
  CREATE INDEX project_published ON project (published, serial);

  -- Files that no space owns (yet, or any more): removed at the next start.
  CREATE TABLE stray_file (file TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  `,
  `
  -- The program that was seen to use the session, where its later requests do not name it.
  ALTER TABLE session ADD COLUMN client TEXT;
  `,
  `
  -- Who changed access or deleted data. body is the entry as JSON; the columns are what it is found by, subject as JSON too.
  -- Entries are removed when they are too old or too many, and never changed.
  CREATE TABLE audit_entry (
    serial INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    account TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_entry_by_time ON audit_entry (at);
  CREATE INDEX audit_entry_of_action ON audit_entry (action);
  CREATE INDEX audit_entry_of_account ON audit_entry (account);
  CREATE INDEX audit_entry_of_subject ON audit_entry (subject);
  CREATE TRIGGER audit_entry_is_final BEFORE UPDATE ON audit_entry
    BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never changed'); END;
  `,
];

/** Empties the R*Tree by creating it again: deleting row by row takes as long as it took to fill. */
export const EMPTY_BOXES =
  'DROP TABLE box; CREATE VIRTUAL TABLE box USING rtree(seq, west, east, south, north)';
