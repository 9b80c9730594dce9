import type { ReadRow } from '../../model/feature/row.ts';
import { behindChange, ChangesetWriter } from '../../model/query/changesets.ts';
import { CHANGES, type ChangesQuery } from '../../model/query/query.ts';
import { showRow } from '../../model/query/view.ts';
import { encode } from '../../read/feature-work.ts';
import type { WaitingWalk } from '../../read/row-work.ts';
import { requireChanges } from '../../read/version-range.ts';
import { readVersions } from './past-reader.ts';
import { DELETED } from './pending-table.ts';
import { pastTableOf, tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';
import { textArray } from './text-key.ts';

const STEP_ROWS = 500;

type ChangeRow = { version: number; change: number; seq: number; id: string };
type State = ReadRow & { key: string; since: number; until: number | null };

/** What the versions of a range changed, written down as Changesets. */
export async function* changesWalk(reading: Reading, query: ChangesQuery): WaitingWalk {
  requireChanges(await readVersions(reading), query);
  const step = Math.min(STEP_ROWS, await reading.stepRows());
  const writer = new ChangesetWriter(query);
  let last = query.after;
  for (let left = query.limit; ; ) {
    // One more than is wanted tells whether there is more.
    const asked = Math.min(step, left + 1);
    const { version, change, seq } = behindChange(last, query.from);
    const rows = await reading.rows<ChangeRow>(
      `SELECT version, change, seq, id FROM change
        WHERE place = $1 AND (version, change, seq) > ($2, $3, $4) AND version <= $5 AND change <= 3
        ORDER BY version, change, seq LIMIT $6`,
      [reading.place, version, change, seq, query.to, asked],
    );
    const shown = rows.slice(0, left);
    const states = await statesOf(reading, shown);
    // What has expired meanwhile may be gone in part: better no answer than half of one.
    requireChanges(await readVersions(reading), query);
    for (const [i, row] of shown.entries()) {
      last = { version: row.version, change: CHANGES[row.change - 1]!, seq: row.seq };
      writer.add(row.version, last.change, showRow(states[i]!, query.view));
    }
    const isLast = rows.length < asked;
    if (rows.length > left || isLast) {
      const rest = writer.end();
      if (rest !== '') yield encode([rest]);
      return isLast ? { more: false, last: 0 } : { more: true, last: 0, lastChange: last! };
    }
    left -= rows.length;
    yield encode([writer.take()]);
  }
}

/** The feature of each change as it became, which it still is or was until a later version; or was until it was deleted. */
async function statesOf(reading: Reading, changes: ChangeRow[]): Promise<(State | undefined)[]> {
  if (changes.length === 0) return [];
  const ids = textArray([...new Set(changes.map(({ id }) => id))]);
  const oldest = Math.min(...changes.map(({ version }) => version));
  const newest = Math.max(...changes.map(({ version }) => version));
  const states = await reading.rows<State>(
    `SELECT id AS key, ${READ_COLUMNS}, version AS since, NULL AS until FROM ${tableOf(reading.place)}
       WHERE id = ANY($1::text[]) AND version >= $2 AND version <= $3
     UNION ALL SELECT id AS key, ${READ_COLUMNS}, since, until FROM ${pastTableOf(reading.place)}
       WHERE id = ANY($1::text[]) AND until >= $2 AND since <= $3`,
    [ids, oldest, newest],
  );
  const bySeq = Map.groupBy(states, ({ seq }) => seq);
  return changes.map(({ version, change, seq }) => {
    const isIt = ({ since, until }: State) => (change === DELETED ? until === version : since === version);
    const state = bySeq.get(seq)?.find(isIt);
    return state && { ...state, id: idOf(state) };
  });
}
