import { stepRows } from '../../../read/step-size.ts';
import {
  type MovedChange,
  type MovedEntry,
  type MovedFeature,
  type MovedOldState,
  MoveFault,
  type SpaceHead,
  type SpaceRows,
} from '../../../transfer/hub-image.ts';
import type { Session } from '../session.ts';
import { type FetchedRow, idOf, ROW_COLUMNS } from '../stored-row.ts';
import { historyTableOf, tableOf } from '../table-name.ts';
import { textArray } from '../text-key.ts';
import { cursorPages } from './cursor-pages.ts';

type Keyed = Omit<FetchedRow, 'hasZ'> & { hasZ?: boolean };

export async function readHead(
  session: Session,
  { id, storageKey }: { id: string; storageKey: string },
): Promise<SpaceHead> {
  tableOf(storageKey);
  const [content] = await session.once<SpaceHead['content']>(
    `SELECT version, updated_at AS "updatedAt", last_seq AS "lastSeq", count, bytes, max_bytes AS "maxBytes"
      FROM content WHERE place = '${storageKey}'`,
  );
  if (!content) throw new MoveFault(`the hub is not whole: the content of the space ${id} is missing`);
  const [history] = await session.once<{ began: number; oldest: number }>(
    `SELECT began, oldest FROM history WHERE place = '${storageKey}'`,
  );
  const indexes = await session.once<{ path: string }>(
    `SELECT path FROM indexed_property WHERE place = '${storageKey}' AND path IS NOT NULL ORDER BY path COLLATE "C"`,
  );
  return {
    content: { ...content },
    history: history && { ...history },
    indexes: indexes.map(({ path }) => JSON.parse(path)),
  };
}

export function readSpaceRows(session: Session, storageKey: string, head: SpaceHead): SpaceRows {
  const step = stepRows(head.content);
  const oldest = head.history?.oldest ?? 0;
  const table = tableOf(storageKey);
  const past = historyTableOf(storageKey);
  return {
    features: mapped(
      cursorPages<Keyed & { version: number }>(
        session,
        `SELECT ${ROW_COLUMNS}, version FROM ${table} ORDER BY seq`,
        step,
      ),
      ({ hasZ: _, ...row }) => withId(row) as MovedFeature,
    ),
    oldStates: head.history
      ? mapped(
          cursorPages<FetchedRow & { since: number; until: number }>(
            session,
            `SELECT ${ROW_COLUMNS}, since, until FROM ${past} WHERE until >= ${oldest} ORDER BY seq, until, since`,
            step,
          ),
          (row) => withId(row) as MovedOldState,
        )
      : none(),
    changes: head.history ? changes(session, storageKey, oldest) : none(),
    outbox: mapped(
      cursorPages<MovedEntry>(
        session,
        `SELECT space AS "spaceId", feature, text FROM outbox WHERE place = '${storageKey}' ORDER BY seq`,
        step,
      ),
      (row) => ({ ...row, feature: JSON.parse(row.feature) }),
    ),
  };
}

const CHANGE_STEP_ROWS = 2000;

async function* changes(session: Session, storageKey: string, oldest: number): AsyncGenerator<MovedChange[]> {
  const pages = cursorPages<MovedChange>(
    session,
    `SELECT version, change, seq, id FROM change WHERE place = '${storageKey}' AND version >= ${oldest}
      ORDER BY version, change, seq`,
    CHANGE_STEP_ROWS,
  );
  for await (const page of pages) {
    const ids = await idsOfKeys(session, storageKey, page);
    yield page.map((row) => ({ ...row, id: ids.get(row.id) ?? row.id }));
  }
}

/** Keys that are no ids lead to rows that have the id. */
async function idsOfKeys(
  session: Session,
  storageKey: string,
  page: readonly MovedChange[],
): Promise<Map<string, string>> {
  const keys = page.map(({ id }) => id).filter((key) => key.startsWith('\\'));
  if (keys.length === 0) return new Map();
  const columns = 'id AS key, geometry_start AS "geometryStart", text';
  const rows = await session.rows<Keyed>(
    `SELECT ${columns} FROM ${tableOf(storageKey)} WHERE id = ANY($1::text[])
      UNION ALL SELECT ${columns} FROM ${historyTableOf(storageKey)} WHERE id = ANY($1::text[])`,
    [textArray([...new Set(keys)])],
  );
  return new Map(rows.map((row) => [row.key, idOf(row)]));
}

function withId({ key, ...row }: Keyed): unknown {
  return { ...row, id: idOf({ key, ...row }) };
}

async function* mapped<F, T>(pages: AsyncIterable<F[]>, map: (row: F) => T): AsyncGenerator<T[]> {
  for await (const page of pages) yield page.map(map);
}

async function* none<T>(): AsyncGenerator<T[]> {}
