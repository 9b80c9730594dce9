import type { HubSource, LastSerials, MovedSpace } from '../../../transfer/hub-image.ts';
import { locate } from '../location.ts';
import { prepareDatabase } from '../migrate.ts';
import { Session } from '../session.ts';
import { selectAll, toMoved } from './catalogue-rows.ts';
import { cursorPages } from './cursor-pages.ts';
import { locationName } from './location-name.ts';
import { readHead, readSpaceRows } from './space-rows.ts';

const CATALOGUE_STEP_ROWS = 100;

/** All of it is read in one transaction, so as of one moment; hubs may go on serving it. */
export async function openPostgresSource(store: string): Promise<HubSource> {
  const location = locate(store);
  const facilities = await prepareDatabase(location);
  const session = new Session({ url: location.url, ...facilities });
  await session.begin([
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
    'SET LOCAL idle_in_transaction_session_timeout = 0',
  ]);
  return {
    name: locationName(location),
    spaces: () =>
      session.once<MovedSpace>('SELECT serial, id, place AS "storageKey", body FROM space ORDER BY serial'),
    async lastSerials() {
      const [row] = await session.once<LastSerials>(
        `SELECT (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM space_serial_seq) AS space,
          (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM project_serial_seq) AS project,
          (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM audit_entry_serial_seq) AS audit_entry`,
      );
      return { ...row! };
    },
    async *rows(table) {
      for await (const page of cursorPages<Record<string, string | number | boolean>>(
        session,
        selectAll(table),
        CATALOGUE_STEP_ROWS,
      ))
        yield page.map((row) => toMoved(table, row));
    },
    head: (space) => readHead(session, space),
    spaceRows: ({ storageKey }, head) => readSpaceRows(session, storageKey, head),
    close: () => session.close(),
  };
}
