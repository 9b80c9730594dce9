import type { DatabaseSync } from 'node:sqlite';
import type { FeatureText } from '../../model/feature/feature-text.ts';
import {
  beginning,
  DELETED,
  expired,
  type HistoryExtent,
  MADE_AT,
  VersionChanges,
} from '../../rules/history.ts';
import { type RowHeader, type StateName, StoredRow } from '../../rules/write/feature-table.ts';

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

/**
 * The retained history of a space, as its writer sees it. The writer itself writes features; this keeps what they were. For a
 * space without history it does nothing but find out, once, that there is none.
 */
export class History {
  readonly #database: DatabaseSync;
  #prepared: ReturnType<typeof prepare> | undefined;
  #extent: HistoryExtent | undefined;
  #hasExpired = false;
  #version = 0;
  /** What is written changes here too, as the version that was begun. */
  readonly changes = new VersionChanges({
    note: (change, seq) => void this.#statements.note.run(this.#version, change, seq),
    strike: (change, seq) => this.#statements.strike.run(this.#version, change, seq).changes > 0,
    endState: (seq) => this.#statements.endOlder.run(this.#version, seq, this.#version).changes > 0,
  });

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

  /** Undefined where no history is retained. */
  get extent(): HistoryExtent | undefined {
    return this.#extent;
  }

  get #statements() {
    this.#prepared ??= prepare(this.#database);
    return this.#prepared;
  }

  /** The present version is the first to be retained; `madeAt`: since when it has been the present one. */
  begin(version: number, madeAt: number): void {
    this.#extent = beginning(version);
    this.#database.prepare('INSERT INTO history VALUES (1, ?, ?)').run(version, this.#extent.oldest);
    if (version > 0) this.noteTime(version, madeAt);
  }

  /** Times of versions never go back. */
  noteTime(version: number, madeAt: number): void {
    this.#statements.note.run(version, MADE_AT, madeAt);
  }

  /** Forgets all of it. */
  end(): void {
    this.restore(undefined);
    this.#database.exec('DELETE FROM past; DELETE FROM change; DELETE FROM history');
  }

  /** Comes before what makes a version. */
  beginVersion(version: number): void {
    this.#version = version;
    this.changes.begin();
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
      .map((row) => new StoredRow(row as RowHeader, row as FeatureText))
      .find(({ revision }) => uuid === undefined || revision.uuid === uuid);
  }

  /** Lets the oldest versions go where there are more than are to be retained. */
  prune(latest: number, versionsToKeep: number): void {
    const extent = expired(this.#extent!, latest, versionsToKeep);
    if (extent !== this.#extent) {
      this.#statements.moveOldest.run(extent.oldest);
      this.#extent = extent;
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
    this.#statements.dropHistory.run(oldest);
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
    dropHistory:
      database.prepare(`DELETE FROM past WHERE rowid IN (SELECT past.rowid FROM (${EXPIRED}) AS expired
      JOIN past ON past.seq = expired.seq AND past.until = expired.version)`),
    dropChanges: database.prepare(`DELETE FROM change WHERE (version, change, seq) IN (${EXPIRED})`),
  };
}
