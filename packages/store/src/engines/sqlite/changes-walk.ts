import type { ReadRow } from '../../model/feature/row.ts';
import { behindChange, ChangesetWriter } from '../../model/query/changesets.ts';
import { CHANGES, type ChangesQuery } from '../../model/query/query.ts';
import { showRow } from '../../model/query/view.ts';
import type { StreamEnd } from '../../model/results.ts';
import { encode } from '../../read/feature-work.ts';
import type { Walk } from '../../read/row-work.ts';
import { requireChanges } from '../../read/version-range.ts';
import { readVersions } from './past-reader.ts';
import type { SpaceReader } from './space-reader.ts';
import { rowsPerStep } from './steps.ts';

const STEP_ROWS = 500;

type ChangeRow = ReadRow & { version: number; change: number };

/** What a read needs of a feature, of whichever of the two tables has it. */
const COLUMNS = ['id', 'has_z', 'geometry_start', 'properties_start', 'properties_end', 'text'] as const;
const [id, hasZ, geometryStart, propertiesStart, propertiesEnd, text] = COLUMNS.map(
  (name) => `coalesce(feature.${name}, past.${name})`,
);

/**
 * Each change with the feature as it became, which it still is or was until a later version; or as it was until it was
 * deleted.
 */
const ROWS = `SELECT change.version, change.change, change.seq, ${id} AS id, ${hasZ} AS hasZ, ${geometryStart} AS geometryStart,
    ${propertiesStart} AS propertiesStart, ${propertiesEnd} AS propertiesEnd, ${text} AS text
  FROM change
  LEFT JOIN feature ON change.change < 3 AND feature.seq = change.seq AND feature.version = change.version
  LEFT JOIN past ON feature.seq IS NULL AND past.rowid = (SELECT rowid FROM past
    WHERE past.seq = change.seq AND until > change.version - (change.change = 3) ORDER BY until LIMIT 1)
  WHERE (change.version, change.change, change.seq) > ($version, $change, $seq) AND change.version <= $to AND change.change <= 3
  ORDER BY change.version, change.change, change.seq LIMIT $step`;

/** What the versions of a range changed, written down as Changesets. */
export function* changesWalk(reader: SpaceReader, query: ChangesQuery): Walk {
  requireChanges(readVersions(reader), query);
  const next = reader.database.prepare(ROWS);
  const step = Math.min(STEP_ROWS, rowsPerStep(reader));
  const writer = new ChangesetWriter(query);
  let last = query.after;
  for (let left = query.limit; ; ) {
    // One more than is wanted tells whether there is more.
    const asked = Math.min(step, left + 1);
    const rows = next.all({
      ...behindChange(last, query.from),
      to: query.to,
      step: asked,
    }) as unknown as ChangeRow[];
    // What has expired meanwhile may be gone in part: better no answer than half of one.
    requireChanges(readVersions(reader), query);
    for (const row of rows.slice(0, left)) {
      last = { version: row.version, change: CHANGES[row.change - 1]!, seq: row.seq };
      writer.add(row.version, last.change, showRow(row, query.view));
    }
    if (rows.length > left) return yield* ending(writer, { more: true, last: 0, lastChange: last! });
    if (rows.length < asked) return yield* ending(writer, { more: false, last: 0 });
    left -= rows.length;
    yield encode([writer.take()]);
  }
}

function* ending(writer: ChangesetWriter, end: StreamEnd): Walk {
  const rest = writer.end();
  if (rest !== '') yield encode([rest]);
  return end;
}
