import type { DatabaseSync } from 'node:sqlite';
import type { FeatureText } from '../../model/feature/feature-text.ts';
import { type RowMarks, type StateName, StoredRow } from '../../rules/write/feature-table.ts';

const INSERTED = 1;
const UPDATED = 2;
const DELETED = 3;
/** A feature that was deleted and came back in the same version: for readers, that is an update of the one that came. */
const SUPERSEDED = 4;

/** So much of what has expired goes with each write; the rest follows in steps of its own. */
const PRUNE_STEP_ROWS = 2000;

/** Puts rows of `feature` into `past`; takes the version that ends them. */
const END_ROWS = `INSERT INTO past SELECT seq, version, ?, id, created_at, updated_at, has_z, geometry_start,
  properties_start, properties_end, text FROM feature`;

const PAST_ROWS = `SELECT seq, id, created_at AS createdAt, updated_at AS updatedAt, geometry_start AS geometryStart,
  properties_start AS propertiesStart, properties_end AS propertiesEnd, text FROM past`;

/** Some changes of versions before one, the oldest first. */
const EXPIRED = `SELECT version, change, seq FROM change WHERE version < ? ORDER BY version, change, seq
  LIMIT ${PRUNE_STEP_ROWS}`;

export type HistoryExtent = { began: number; oldest: number };

/**
 * The kept past of a space, as its writer sees it. The writer itself writes features; this keeps what they were. For a
 * space without history it does nothing but find out, once, that there is none.
 */
export class History {
  readonly #database: DatabaseSync;
  #prepared: ReturnType<typeof prepare> | undefined;
  #extent: HistoryExtent | undefined;
  #hasExpired = false;
  /** Features that this version has removed so far, with their places. */
  readonly #removed = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.reload();
  }

  /** Looks again what is on disk. */
  reload(): void {
    this.restore(
      this.#database.prepare('SELECT began, oldest FROM history').get() as HistoryExtent | undefined,
    );
  }

  /** What it was before a change that was undone. */
  restore(extent: HistoryExtent | undefined): void {
    this.#extent = extent;
    this.#hasExpired = extent !== undefined;
  }

  /** Undefined where no history is kept. */
  get extent(): HistoryExtent | undefined {
    return this.#extent;
  }

  get #statements() {
    this.#prepared ??= prepare(this.#database);
    return this.#prepared;
  }

  /** From here on versions are kept. The present one, if there is any, is the oldest that can be read. */
  begin(version: number): void {
    this.#extent = { began: version, oldest: Math.max(1, version) };
    this.#database.prepare('INSERT INTO history VALUES (1, ?, ?)').run(version, this.#extent.oldest);
  }

  /** Forgets all of it. */
  end(): void {
    this.restore(undefined);
    this.#database.exec('DELETE FROM past; DELETE FROM change; DELETE FROM history');
  }

  /** Comes before what makes a version. */
  beginVersion(): void {
    this.#removed.clear();
  }

  inserted(id: string, seq: number, version: number): void {
    const { note } = this.#statements;
    const removed = this.#removed.get(id);
    if (removed === undefined) note.run(version, INSERTED, seq);
    else {
      this.#renote(version, removed, DELETED, SUPERSEDED);
      note.run(version, UPDATED, seq);
    }
  }

  /** Comes before the row is replaced. A state that came and went within one version was never there. */
  replacing(seq: number, version: number): void {
    const { endOlder, note } = this.#statements;
    if (endOlder.run(version, seq, version).changes > 0) note.run(version, UPDATED, seq);
  }

  /** Comes before the row is removed. */
  removing({ id, seq }: StoredRow, version: number): void {
    const { endOlder, note, strike } = this.#statements;
    const isOlder = endOlder.run(version, seq, version).changes > 0;
    if (!isOlder && strike.run(version, UPDATED, seq).changes === 0) {
      strike.run(version, INSERTED, seq);
      return;
    }
    const removed = this.#removed.get(id);
    if (removed === undefined) {
      note.run(version, DELETED, seq);
      this.#removed.set(id, seq);
    } else this.#renote(version, removed, SUPERSEDED, DELETED);
  }

  #renote(version: number, seq: number, from: number, to: number): void {
    this.#statements.strike.run(version, from, seq);
    this.#statements.note.run(version, to, seq);
  }

  /** Comes before all rows are removed at once. */
  removingAll(version: number): void {
    this.#database.prepare(END_ROWS).run(version);
    this.#database.prepare('INSERT INTO change SELECT ?, ?, seq FROM feature').run(version, DELETED);
  }

  find(id: string, { uuid, version }: StateName): StoredRow | undefined {
    const { ofVersion, withText } = this.#statements;
    const rows =
      uuid === undefined
        ? ofVersion.all(id, version!, version!)
        : withText.all(id, `"uuid":${JSON.stringify(uuid)}`);
    return rows
      .map((row) => new StoredRow(row as RowMarks, row as FeatureText))
      .find(({ marks }) => uuid === undefined || marks.uuid === uuid);
  }

  /** Lets the oldest versions go where there are more than are to be kept. */
  prune(latest: number, versionsToKeep: number): void {
    const oldest = latest - versionsToKeep + 1;
    const { began, oldest: before } = this.#extent!;
    if (oldest > before) {
      this.#statements.moveOldest.run(oldest);
      this.#extent = { began, oldest };
      this.#hasExpired = true;
    }
    if (this.#hasExpired) this.pruneStep();
  }

  /** Whether rows may be there that no readable version needs. */
  get hasExpired(): boolean {
    return this.#hasExpired;
  }

  /** Removes a bounded number of such rows. */
  pruneStep(): void {
    const { oldest } = this.#extent!;
    this.#statements.dropPast.run(oldest);
    this.#hasExpired = this.#statements.dropChanges.run(oldest).changes === PRUNE_STEP_ROWS;
  }
}

function prepare(database: DatabaseSync) {
  return {
    note: database.prepare('INSERT INTO change VALUES (?, ?, ?)'),
    strike: database.prepare('DELETE FROM change WHERE version = ? AND change = ? AND seq = ?'),
    endOlder: database.prepare(`${END_ROWS} WHERE seq = ? AND version < ?`),
    ofVersion: database.prepare(
      `${PAST_ROWS} WHERE id = ? AND until > ? AND since <= ? ORDER BY until LIMIT 1`,
    ),
    withText: database.prepare(`${PAST_ROWS} WHERE id = ? AND instr(text, ?)`),
    moveOldest: database.prepare('UPDATE history SET oldest = ?'),
    dropPast:
      database.prepare(`DELETE FROM past WHERE rowid IN (SELECT past.rowid FROM (${EXPIRED}) AS expired
      JOIN past ON past.seq = expired.seq AND past.until = expired.version)`),
    dropChanges: database.prepare(`DELETE FROM change WHERE (version, change, seq) IN (${EXPIRED})`),
  };
}
