import { beginning, DELETED, expired, type HistoryExtent, MADE_AT } from '../../rules/history.ts';
import type { Versioning } from '../../rules/write/write-request.ts';
import type { PendingTable } from './pending-table.ts';
import type { Session } from './session.ts';
import { createHistoryTable } from './space-table.ts';
import { historyTableOf, tableOf } from './table-name.ts';
import { numberArray, textArray, toKey } from './text-key.ts';
import { insertOldStates } from './write-rows.ts';

/** The retained history of a space through one transaction: what of it begins, ends and expires. */
export class SpaceHistory {
  readonly #storageKey: string;
  readonly #stored: HistoryExtent | undefined;
  #extent: HistoryExtent | undefined;
  /** Whether what was stored of it is to go. */
  #isForgotten = false;

  constructor(storageKey: string, stored: HistoryExtent | undefined) {
    this.#storageKey = storageKey;
    this.#stored = stored;
    this.#extent = stored;
  }

  /**
   * Runs one request as its space wants its history kept; what it does to it is undone if the request fails. `times`: since when
   * the present version has been that, and when a new one is made.
   */
  attempt<T>(
    table: PendingTable,
    versioning: Versioning | undefined,
    times: { before: number; now: number },
    work: () => T,
  ): T {
    const [extent, isForgotten] = [this.#extent, this.#isForgotten];
    const latest = table.nextVersion - 1;
    const versionsToKeep = versioning?.versionsToKeep;
    try {
      const result = table.attempt(() => {
        if (versionsToKeep === undefined && this.#extent) this.#end(table);
        if (versionsToKeep !== undefined) this.#extent ??= beginning(latest);
        table.keepsHistory = versionsToKeep !== undefined;
        return work();
      });
      if (versionsToKeep !== undefined) {
        if (!extent && latest > 0) table.noteTime(latest, times.before);
        if (table.nextVersion - 1 > latest) table.noteTime(latest + 1, Math.max(times.before, times.now));
        this.expire(table.nextVersion - 1, versionsToKeep);
      }
      return result;
    } catch (error) {
      this.#extent = extent;
      this.#isForgotten = isForgotten;
      throw error;
    }
  }

  #end(table: PendingTable): void {
    table.forgetHistory();
    this.#extent = undefined;
    this.#isForgotten = true;
  }

  /** Lets the oldest versions go where there are more than are to be retained. */
  expire(latest: number, versionsToKeep: number): void {
    this.#extent = expired(this.#extent!, latest, versionsToKeep);
  }

  /** Whether there is a past to look into. */
  get isStored(): boolean {
    return this.#stored !== undefined;
  }

  get isChanged(): boolean {
    return this.#isForgotten || this.#extent !== this.#stored;
  }

  async save(session: Session, table: PendingTable, isDistributed: boolean): Promise<void> {
    if (this.#isForgotten && this.#stored)
      await session.script([
        `DROP TABLE IF EXISTS ${historyTableOf(this.#storageKey)}`,
        `DELETE FROM change WHERE place = '${this.#storageKey}'`,
        `DELETE FROM history WHERE place = '${this.#storageKey}'`,
      ]);
    if (!this.#extent) return;
    const { began, oldest } = this.#extent;
    if (!this.#stored || this.#isForgotten)
      await session.script(createHistoryTable(this.#storageKey, isDistributed));
    await session.rows(
      `INSERT INTO history VALUES ($1, $2, $3)
       ON CONFLICT (place) DO UPDATE SET began = excluded.began, oldest = excluded.oldest`,
      [this.#storageKey, began, oldest],
    );
    await insertOldStates(session, this.#storageKey, table.oldStates);
    await this.#saveChanges(session, table);
    if (oldest > (this.#stored?.oldest ?? oldest)) await this.#removeExpired(session, oldest);
  }

  async #saveChanges(session: Session, { noted }: PendingTable): Promise<void> {
    if (noted.length === 0) return;
    await session.rows(
      `INSERT INTO change SELECT $1, * FROM unnest($2::bigint[], $3::smallint[], $4::bigint[], $5::text[])`,
      [
        this.#storageKey,
        numberArray(noted.map(({ version }) => version)),
        numberArray(noted.map(({ change }) => change)),
        numberArray(noted.map(({ seq }) => seq)),
        textArray(noted.map(({ id }) => toKey(id))),
      ],
    );
  }

  /** What was deleted in the oldest version is still told of. */
  async #removeExpired(session: Session, oldest: number): Promise<void> {
    await session.rows(`DELETE FROM ${historyTableOf(this.#storageKey)} WHERE until < $1`, [oldest]);
    await session.rows('DELETE FROM change WHERE place = $1 AND version < $2', [this.#storageKey, oldest]);
  }

  /** Keeps all features as they are before all of them go. */
  async keepAll(session: Session, version: number, madeAt: number): Promise<void> {
    await session.rows(
      `INSERT INTO ${historyTableOf(this.#storageKey)} (id, seq, since, until, created_at, updated_at, has_z, geometry_start,
         properties_start, properties_end, uuid, text)
       SELECT id, seq, version, $1::bigint, created_at, updated_at, has_z, geometry_start, properties_start, properties_end,
         substring(text FROM '"uuid":"([0-9a-f-]{36})"'), text FROM ${tableOf(this.#storageKey)}`,
      [version],
    );
    await session.rows(
      `INSERT INTO change SELECT $1, $2::bigint, ${DELETED}, seq, id FROM ${tableOf(this.#storageKey)}
       UNION ALL SELECT $1, $2::bigint, ${MADE_AT}, $3::bigint, ''`,
      [this.#storageKey, version, madeAt],
    );
  }
}
