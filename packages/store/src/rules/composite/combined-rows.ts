import { NAMESPACE } from '../../model/feature/feature.ts';
import { parseProperties } from '../../model/feature/feature-text.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { JsonObject } from '../../model/json/own.ts';
import { NO_FILTER, type TagFilter } from '../../model/query/query.ts';
import { askAndPause, type Effect, forEach } from '../../read/effect.ts';
import type { RowQuery, RowReader } from '../../read/row-reader.ts';
import { rowsOf } from '../../read/scan.ts';
import { type Node, seqBehind, toPosition, type Unit, unitsOf, valueIn } from './composite-source.ts';
import { mergeRows } from './merge-rows.ts';

/** More candidates than this are not collected: scanning all rows is as good. */
const MAX_CANDIDATES = 50_000;
const BATCH = 500;

/**
 * The rows of a composite space that may pass the property tests and may meet the area, in the order of their positions:
 * space by space, and there in insertion order. What several spaces have stands where the first of them has it.
 */
export function* combinedRows(
  node: Node,
  sources: readonly RowReader[],
  query: RowQuery,
  after: number,
): Effect<void, ReadRow[]> {
  for (const unit of unitsOf(node)) {
    if (unit.leaves.every((leaf) => seqBehind(leaf, after) === undefined)) continue;
    yield* rowsOfUnit(unit, sources, query, after);
  }
}

export function* rowsOfUnit(
  unit: Unit,
  sources: readonly RowReader[],
  query: RowQuery,
  after: number,
): Effect<void, ReadRow[]> {
  if ('leaf' in unit.node) return yield* rowsOfSpace(unit.node.leaf, sources, query, after);
  const ids = yield* candidatesOf(unit, sources, query);
  if (ids) yield* pickedRows(unit, sources, ids, query, after);
  else yield* scannedRows(unit, sources, query, after);
}

function* rowsOfSpace(
  leaf: number,
  sources: readonly RowReader[],
  query: RowQuery,
  position: number,
): Effect<void, ReadRow[]> {
  const rows = rowsOf(sources[leaf]!, query, { after: seqBehind(leaf, position)! });
  yield* forEach(rows, function* (rows) {
    // Copies: the reader continues behind the last one.
    yield leaf === 0 ? rows : rows.map((row) => ({ ...row, seq: toPosition(leaf, row.seq) }));
  });
}

/**
 * Ids that may match: a combined feature has its tags, its geometry and each plain value from one of its spaces, so it
 * can only match where one of them does. Which of them may differ from condition to condition: one is looked up.
 */
function* candidatesOf(
  unit: Unit,
  sources: readonly RowReader[],
  query: RowQuery,
): Effect<Set<string> | undefined> {
  for (const condition of conditionsOf(query)) {
    const ids = yield* idsOf(unit, sources, condition);
    if (ids) return ids;
  }
  return undefined;
}

function conditionsOf({ area, filter: { tags, tests } }: RowQuery): RowQuery[] {
  return [
    ...(area ? [{ filter: NO_FILTER, area }] : []),
    ...tests.map((test) => ({ filter: { tags: [], tests: [test] } })),
    ...(tags.length > 0 ? [{ filter: { tags, tests: [] } }] : []),
  ];
}

function* idsOf(
  unit: Unit,
  sources: readonly RowReader[],
  condition: RowQuery,
): Effect<Set<string> | undefined> {
  const ids = new Set<string>();
  for (const leaf of unit.leaves) {
    const found = yield* candidateIds(sources[leaf]!, condition, MAX_CANDIDATES - ids.size);
    if (!found) return undefined;
    for (const id of found) ids.add(id);
  }
  return ids;
}

/** Ids of all rows that an index finds for a condition, if there is one and they are not more than `most`. */
function* candidateIds(source: RowReader, condition: RowQuery, most: number): Effect<string[] | undefined> {
  for (const access of yield* askAndPause(() => source.accesses(condition))) {
    const seqs = yield* askAndPause(() => access.positions(0, most));
    if (seqs) return yield* askAndPause(() => source.idsAt(seqs));
  }
  return undefined;
}

function* pickedRows(
  unit: Unit,
  sources: readonly RowReader[],
  ids: ReadonlySet<string>,
  { part, filter }: RowQuery,
  after: number,
): Effect<void, ReadRow[]> {
  const positions = new Map<string, number>();
  for (const leaf of unit.leaves)
    for (const batch of batches([...ids].filter((id) => !positions.has(id)))) {
      const seqs = yield* askAndPause(() => sources[leaf]!.seqsOf(batch));
      for (const [id, seq] of seqs) positions.set(id, isOfPart(seq, part) ? toPosition(leaf, seq) : 0);
    }
  const wanted = [...positions].filter(([, position]) => position > after).sort(([, a], [, b]) => a - b);
  for (const batch of batches(wanted)) {
    const found = yield* contributions(
      unit.leaves,
      sources,
      batch.map(([id]) => id),
    );
    yield batch.flatMap(([id, position]) => combined(unit.node, found, id, position, filter.tags));
  }
}

function isOfPart(seq: number, part: RowQuery['part']): boolean {
  return !part || seq % part.count === part.index;
}

/** Every row of every space, but for those that an earlier space has too. */
function* scannedRows(
  unit: Unit,
  sources: readonly RowReader[],
  query: RowQuery,
  after: number,
): Effect<void, ReadRow[]> {
  const everything: RowQuery = { filter: NO_FILTER, ...(query.part ? { part: query.part } : {}) };
  for (const [i, leaf] of unit.leaves.entries()) {
    const from = seqBehind(leaf, after);
    if (from === undefined) continue;
    yield* forEach(rowsOf(sources[leaf]!, everything, { after: from }), function* (rows) {
      const own = yield* withoutThoseOf(unit.leaves.slice(0, i), sources, rows);
      const ids = own.map(({ id }) => id);
      const found = yield* contributions(unit.leaves.slice(i + 1), sources, ids);
      found.set(leaf, new Map(own.map((row) => [row.id, row])));
      yield own.flatMap(({ id, seq }) =>
        combined(unit.node, found, id, toPosition(leaf, seq), query.filter.tags),
      );
    });
  }
}

function* withoutThoseOf(
  leaves: readonly number[],
  sources: readonly RowReader[],
  rows: ReadRow[],
): Effect<ReadRow[]> {
  let left = rows;
  for (const leaf of leaves) {
    if (left.length === 0) return left;
    const ids = left.map(({ id }) => id);
    const taken = yield* askAndPause(() => sources[leaf]!.seqsOf(ids));
    left = left.filter(({ id }) => !taken.has(id));
  }
  return left;
}

/** What each space has under these ids. */
export type Contributions = Map<number, Map<string, ReadRow>>;

export function* contributions(
  leaves: readonly number[],
  sources: readonly RowReader[],
  ids: readonly string[],
): Effect<Contributions> {
  const found: Contributions = new Map();
  if (ids.length === 0) return found;
  for (const leaf of leaves) {
    const rows = yield* askAndPause(() => sources[leaf]!.byIds(ids));
    found.set(leaf, new Map(rows.map((row) => [row.id, row])));
  }
  return found;
}

/** The feature that an id is; undefined where it is nowhere. */
export function combinedRow(node: Node, found: Contributions, id: string): ReadRow | undefined {
  return valueIn(node, (leaf) => found.get(leaf)?.get(id), mergeRows);
}

function combined(
  node: Node,
  found: Contributions,
  id: string,
  position: number,
  tags: TagFilter,
): ReadRow[] {
  const row = combinedRow(node, found, id);
  return row && hasTags(row, tags) ? [{ ...row, seq: position }] : [];
}

function hasTags(row: ReadRow, filter: TagFilter): boolean {
  if (filter.length === 0) return true;
  const { tags } = parseProperties(row)[NAMESPACE] as JsonObject & { tags: string[] };
  return filter.some((all) => all.every((tag) => tags.includes(tag)));
}

export function* batches<T>(list: readonly T[]): Generator<T[], void, void> {
  for (let i = 0; i < list.length; i += BATCH) yield list.slice(i, i + BATCH);
}
