import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { STEP_MS } from '../../read/row-work.ts';
import { SCAN_ROWS } from '../../read/step-size.ts';
import { areaSieve, nearbySteps } from './area-seqs.ts';
import { keptStatement } from './kept-statements.ts';
import { versionRows } from './past-reader.ts';
import type { SeqSource } from './seq-pages.ts';
import { chooseSource } from './seq-source.ts';
import { READ_COLUMNS, type SpaceReader } from './space-reader.ts';
import { IN_LIST, type RowQuery, type SeqStep, type StepSizes, type Steps, stepSizes } from './steps.ts';
import { tagSieve } from './tag-search.ts';
import { textSieve } from './text-sieve.ts';

/**
 * Numbers of the rows that pass everything but property tests, in insertion order, a step at a time; undefined where
 * no index leads to them.
 */
export function seqSteps(reader: SpaceReader, query: RowQuery, from: number): Steps<SeqStep> | undefined {
  return query.area ? meetingSteps(reader, query.area, query, from) : candidateSteps(reader, query, from);
}

/** The same, but for rows of which it is still open whether they meet the area. */
export function candidateSteps(
  reader: SpaceReader,
  query: RowQuery,
  from: number,
): Steps<SeqStep> | undefined {
  if (query.area) return areaSteps(reader, query.area, query, from);
  const chosen = chooseSource(reader.database, query.filter);
  if (!chosen) return undefined;
  const sieve = chosen.settlesTags ? undefined : tagSieve(reader.database, query.filter.tags);
  return sievedSteps(chosen.source, sieve, query.part, from, stepSizes(reader, query.limit));
}

function* sievedSteps(
  source: SeqSource,
  sieve: ((seqs: number[]) => number[]) | undefined,
  part: RowQuery['part'],
  from: number,
  sizes: StepSizes,
): Steps<SeqStep> {
  for (let after = from; ; ) {
    const step = sizes.next().value;
    const seqs = source(after, step);
    const tagged = sieve && seqs.length > 0 ? sieve(seqs) : seqs;
    yield { seqs: part ? tagged.filter((seq) => seq % part.count === part.index) : tagged };
    if (seqs.length < step) return;
    after = seqs.at(-1)!;
  }
}

function* areaSteps(reader: SpaceReader, area: AreaTest, query: RowQuery, from: number): Steps<SeqStep> {
  const { filter, part } = query;
  const tagged = filter.tags.length > 0 ? tagSieve(reader.database, filter.tags) : undefined;
  for (const { seqs, unsure } of nearbySteps(reader, area, from, stepSizes(reader, query.limit))) {
    const own = part ? seqs.filter((seq) => seq % part.count === part.index) : seqs;
    yield { seqs: tagged && own.length > 0 ? tagged(own) : own, unsure };
  }
}

/** So many rows are held against the area before the clock is looked at; a polygon may take a millisecond. */
const TESTED_TOGETHER = 250;

function* meetingSteps(reader: SpaceReader, area: AreaTest, query: RowQuery, from: number): Steps<SeqStep> {
  const meets = areaSieve(reader, area);
  for (const { seqs, unsure } of areaSteps(reader, area, query, from)) {
    let kept: number[] = [];
    let started = performance.now();
    for (let i = 0; i < seqs.length; i += TESTED_TOGETHER) {
      kept.push(...meets({ seqs: seqs.slice(i, i + TESTED_TOGETHER), unsure: unsure! }));
      if (performance.now() - started < STEP_MS) continue;
      yield { seqs: kept, unsure: unsure! };
      kept = [];
      started = performance.now();
    }
    yield { seqs: kept, unsure: unsure! };
  }
}

/**
 * The rows that may pass the property tests and may meet the area, in insertion order, a step at a time. A step may be
 * empty.
 */
export function rowSteps(reader: SpaceReader, query: RowQuery, from: number): Steps<ReadRow[]> {
  if (query.version !== undefined) return versionRows(reader, query.version, query, from);
  const seqs = candidateSteps(reader, query, from);
  return seqs ? pickedRows(reader, seqs) : scannedRows(reader, query, from);
}

export function* pickedRows(reader: SpaceReader, steps: Iterable<SeqStep>): Steps<ReadRow[]> {
  const pick = keptStatement(
    reader.database,
    `SELECT ${READ_COLUMNS} FROM feature WHERE seq ${IN_LIST} ORDER BY seq`,
  );
  for (const { seqs, unsure } of steps) {
    const rows = pick.all(JSON.stringify(seqs)) as unknown as ReadRow[];
    if (unsure) for (const row of rows) row.reachesOut = unsure.has(row.seq);
    yield rows;
  }
}

function* scannedRows(
  reader: SpaceReader,
  { filter, part, limit }: RowQuery,
  from: number,
): Steps<ReadRow[]> {
  const { sql, values } = textSieve(filter.tests);
  if (part) {
    sql.push('seq % ? = ?');
    values.push(part.count, part.index);
  }
  const where = ['seq > ?', 'seq <= ?', ...sql].join(' AND ');
  const next = reader.database.prepare(
    `SELECT ${READ_COLUMNS} FROM feature WHERE ${where} ORDER BY seq LIMIT ?`,
  );
  const sizes = stepSizes(reader, limit);
  const end = reader.lastSeq();
  for (let after = from; after < end; ) {
    const step = sizes.next().value;
    const to = Math.min(end, after + SCAN_ROWS);
    const rows = next.all(after, to, ...values, step) as unknown as ReadRow[];
    yield rows;
    after = rows.length < step ? to : rows.at(-1)!.seq;
  }
}
