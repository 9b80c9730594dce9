import type { DatabaseSync } from 'node:sqlite';
import type {
  MovedChange,
  MovedEntry,
  MovedFeature,
  MovedOldState,
  SpaceHead,
} from '../../../transfer/hub-image.ts';
import { newRowOf } from '../../../transfer/new-row.ts';
import { CHANGES, OLD_STATES, readHead, TEXT } from '../transfer/space-rows.ts';

const PAGE = 500;

/** What could be read of a damaged file, and what could not. */
export type Salvaged = {
  head: SpaceHead;
  features: Iterable<MovedFeature>;
  oldStates: MovedOldState[];
  changes: MovedChange[];
  outbox: MovedEntry[];
  lost: string[];
};

/** Reads around what is damaged. `features` adds to `lost` while it is gone through. */
export function salvage(database: DatabaseSync, path: string): Salvaged {
  const lost: string[] = [];
  const head = salvageHead(database, path, lost);
  const history = salvageHistory(database, head, lost);
  const outbox = attempt(lost, 'entries of activity logs that were not delivered', [], () =>
    all<MovedEntry>(database, 'SELECT space AS spaceId, feature, text FROM outbox ORDER BY seq'),
  );
  return { ...history, outbox, lost, features: salvageFeatures(database, head.content.count, lost) };
}

function salvageHead(database: DatabaseSync, path: string, lost: string[]): SpaceHead {
  try {
    return readHead(database, path);
  } catch {
    lost.push('the state of the content and which properties are searchable: set searchableProperties again');
    // Greater than any number of writes, so that no response that was cached before is taken for the present one.
    const content = {
      version: Date.now(),
      updatedAt: Date.now(),
      lastSeq: 0,
      count: 0,
      bytes: 0,
      maxBytes: 0,
    };
    return { content, history: undefined, indexes: [] };
  }
}

/** Old states and changes belong together: versions that lack some of them would be shown wrongly. */
function salvageHistory(database: DatabaseSync, head: SpaceHead, lost: string[]) {
  if (!head.history) return { head, oldStates: [], changes: [] };
  try {
    const oldStates = all<MovedOldState & { hasZ: unknown }>(database, OLD_STATES);
    return {
      head,
      oldStates: oldStates.map((row) => ({ ...row, hasZ: (row.hasZ as unknown) === 1 })),
      changes: all<MovedChange>(database, CHANGES),
    };
  } catch {
    lost.push('the history: it begins again with the present version');
    const { version } = head.content;
    return {
      head: { ...head, history: { began: version + 1, oldest: version + 1 } },
      oldStates: [],
      changes: [],
    };
  }
}

function attempt<T>(lost: string[], what: string, otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    lost.push(what);
    return otherwise;
  }
}

function all<T>(database: DatabaseSync, sql: string, ...values: number[]): T[] {
  return database
    .prepare(sql)
    .all(...values)
    .map((row) => ({ ...row }) as T);
}

/** Each feature that can be read, in the order of insertion. */
function* salvageFeatures(database: DatabaseSync, stored: number, lost: string[]): Generator<MovedFeature> {
  const ids = new Set<string>();
  const damaged: string[] = [];
  for (const row of readableRows(database)) {
    if (ids.has(row.id) || !isWhole(row)) damaged.push(row.id);
    else {
      ids.add(row.id);
      yield row;
    }
  }
  const missing = stored - ids.size - damaged.length;
  if (damaged.length > 0) lost.push(`features that are damaged themselves: ${damaged.join(', ')}`);
  if (missing > 0) lost.push(`${missing} of ${stored} features, which stood where the file is damaged`);
}

/** Pages of rows; row by row where a page can't be read, and past what can't be read at all. */
function* readableRows(database: DatabaseSync): Generator<MovedFeature> {
  for (let after = 0; ; ) {
    const page = readFrom(database, after, PAGE) ?? readFrom(database, after, 1);
    if (page) {
      yield* page;
      if (page.length === 0) return;
      after = page.at(-1)!.seq;
      continue;
    }
    const next = nextReadable(database, after);
    if (next === undefined) return;
    after = next - 1;
  }
}

function isWhole(row: MovedFeature): boolean {
  try {
    newRowOf(row);
    return true;
  } catch {
    return false;
  }
}

/** Undefined where one of these rows can't be read. */
function readFrom(database: DatabaseSync, after: number, limit: number): MovedFeature[] | undefined {
  const sql = `SELECT ${TEXT}, version FROM feature NOT INDEXED WHERE seq > ? ORDER BY seq LIMIT ?`;
  try {
    return all<MovedFeature>(database, sql, after, limit);
  } catch {
    return undefined;
  }
}

/** The lowest insertion number behind the damage at which a row can be read again: further and further, then back. */
function nextReadable(database: DatabaseSync, after: number): number | undefined {
  let unreadable = after + 1;
  for (let step = 1; step < 2 ** 40; step *= 2) {
    const [row] = readFrom(database, unreadable + step - 1, 1) ?? [];
    if (!row) {
      unreadable += step;
      continue;
    }
    let readable = row.seq;
    while (readable - unreadable > 1) {
      const middle = Math.floor((readable + unreadable) / 2);
      const found = readFrom(database, middle - 1, 1)?.[0];
      if (found && found.seq < readable) readable = found.seq;
      else if (found) readable = middle;
      else unreadable = middle;
    }
    return readable;
  }
  return undefined;
}
