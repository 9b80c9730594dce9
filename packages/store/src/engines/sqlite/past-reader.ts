import type { ReadRow } from '../../model/feature/row.ts';
import { hasTags } from '../../model/feature/tags.ts';
import { tagsOf } from '../../model/query/match.ts';
import type { FeatureView } from '../../model/query/query.ts';
import { showRow } from '../../model/query/view.ts';
import type { VersionRange } from '../../model/results.ts';
import { type KeptVersions, requireVersion, versionRange } from '../../read/version-range.ts';
import { READ_COLUMNS, type SpaceReader } from './space-reader.ts';
import { type RowQuery, rowsPerStep, type Steps } from './steps.ts';

/** So many places are looked at in a step; each may have had many states. */
const SCAN_PLACES = 5000;
const STEP_ROWS = 500;

/** Whether a row of `feature` or `past` is what was there in a version. */
const WAS_CURRENT = { feature: 'version <= $version', past: 'since <= $version AND until > $version' };

/** The rows of one version that satisfy a condition. */
function rowsOfVersion(where: string): string {
  return `SELECT ${READ_COLUMNS} FROM feature WHERE ${where} AND ${WAS_CURRENT.feature}
    UNION ALL SELECT ${READ_COLUMNS} FROM past WHERE ${where} AND ${WAS_CURRENT.past}`;
}

export function readVersions(reader: SpaceReader): VersionRange {
  const row = reader.database
    .prepare('SELECT version AS latest, began, oldest FROM content LEFT JOIN history')
    .get();
  return versionRange(row as KeptVersions);
}

/** The rows of one version in insertion order, a step at a time; tags are settled, property tests are not. */
export function* versionRows(
  reader: SpaceReader,
  version: number,
  { filter, part }: RowQuery,
  from: number,
): Steps<ReadRow[]> {
  requireVersion(readVersions(reader), version);
  const where = `seq > $after AND seq <= $to${part ? ' AND seq % $count = $index' : ''}`;
  const next = reader.database.prepare(`${rowsOfVersion(where)} ORDER BY seq LIMIT $step`);
  const step = Math.min(STEP_ROWS, rowsPerStep(reader));
  const end = reader.lastSeq();
  for (let after = from; after < end; ) {
    const to = Math.min(end, after + SCAN_PLACES);
    const rows = next.all({ version, after, to, step, ...part }) as unknown as ReadRow[];
    // What has expired meanwhile may be gone in part: better no answer than half of one.
    requireVersion(readVersions(reader), version);
    yield filter.tags.length > 0 ? rows.filter((row) => hasTags(tagsOf(row), filter.tags)) : rows;
    after = rows.length < step ? to : rows.at(-1)!.seq;
  }
}

/** Finds rows by their place, as they were in a version or as they are. */
export function rowAt(
  reader: SpaceReader,
  version: number | undefined,
): (seq: number) => ReadRow | undefined {
  if (version === undefined) {
    const find = reader.database.prepare(`SELECT ${READ_COLUMNS} FROM feature WHERE seq = ?`);
    return (seq) => find.get(seq) as ReadRow | undefined;
  }
  const find = reader.database.prepare(rowsOfVersion('seq = $seq'));
  return (seq) => find.get({ seq, version }) as ReadRow | undefined;
}

/** The texts of those features that were there in a version, in the order asked. */
export function textsOfVersion(
  reader: SpaceReader,
  ids: Iterable<string>,
  view: FeatureView,
  version: number,
): string[] {
  requireVersion(readVersions(reader), version);
  const find = reader.database.prepare(rowsOfVersion('id = $id'));
  const texts: string[] = [];
  for (const id of ids) {
    const row = find.get({ id, version }) as ReadRow | undefined;
    if (row) texts.push(showRow(row, view));
  }
  return texts;
}
