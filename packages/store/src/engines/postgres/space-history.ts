import { DELETED, type HistoryExtent, MADE_AT } from '../../rules/history.ts';
import { PendingHistory } from '../../rules/write/pending-history.ts';
import type { PendingTable } from '../../rules/write/pending-table.ts';
import type { Session } from './session.ts';
import { createHistoryTable } from './space-table.ts';
import { historyTableOf, tableOf } from './table-name.ts';
import { numberArray, textArray, toKey } from './text-key.ts';
import { insertOldStates } from './write-rows.ts';

/** How the history of a space is stored. */
export class SpaceHistory extends PendingHistory {
  readonly #storageKey: string;

  constructor(storageKey: string, stored: HistoryExtent | undefined) {
    super(stored);
    this.#storageKey = storageKey;
  }

  async save(session: Session, table: PendingTable, isDistributed: boolean): Promise<void> {
    if (this.isForgotten && this.stored)
      await session.script([
        `DROP TABLE IF EXISTS ${historyTableOf(this.#storageKey)}`,
        `DELETE FROM change WHERE place = '${this.#storageKey}'`,
        `DELETE FROM history WHERE place = '${this.#storageKey}'`,
      ]);
    if (!this.extent) return;
    const { began, oldest } = this.extent;
    if (!this.stored || this.isForgotten)
      await session.script(createHistoryTable(this.#storageKey, isDistributed));
    await session.rows(
      `INSERT INTO history VALUES ($1, $2, $3)
       ON CONFLICT (place) DO UPDATE SET began = excluded.began, oldest = excluded.oldest`,
      [this.#storageKey, began, oldest],
    );
    await insertOldStates(session, this.#storageKey, table.oldStates);
    await this.#saveChanges(session, table);
    if (oldest > (this.stored?.oldest ?? oldest)) await this.#removeExpired(session, oldest);
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

  /** What was deleted in the oldest version is still listed. */
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
