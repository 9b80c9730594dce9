import { parseStored } from '../../../model/json/exact-json.ts';
import type { JsonObject } from '../../../model/json/own.ts';
import { isVirtual } from '../../../model/virtual.ts';
import {
  type Diagnosis,
  DoctorFault,
  type DoctorOptions,
  type HubDiagnosis,
} from '../../../transfer/diagnosis.ts';
import { locate } from '../location.ts';
import { prepareDatabase } from '../migrate.ts';
import { Session } from '../session.ts';
import { checkTable } from './check-table.ts';
import { othersAt } from './others-at.ts';
import { repairTable } from './repair-table.ts';

type Listed = { id: string; storageKey: string; body: string };

/** Looks at all spaces of a database, each as of one moment. Hubs may serve it meanwhile, but not while it is repaired. */
export async function examineDatabase(store: string, options: DoctorOptions): Promise<HubDiagnosis> {
  const location = locate(store);
  const session = new Session({ url: location.url, ...(await prepareDatabase(location)) });
  try {
    const trouble = options.repair ? await othersAt(session, 'a repair') : undefined;
    if (trouble !== undefined) throw new DoctorFault(trouble);
    const spaces = await session.once<Listed>(
      'SELECT id, place AS "storageKey", body FROM space ORDER BY serial',
    );
    const diagnoses: Diagnosis[] = [];
    for (const space of spaces) {
      const diagnosis = await examine(session, space, options.repair);
      options.onDiagnosis(diagnosis);
      diagnoses.push(diagnosis);
    }
    return { catalogue: [], spaces: diagnoses, leftOver: await leftOver(session) };
  } finally {
    await session.close();
  }
}

async function examine(session: Session, space: Listed, isRepairing: boolean): Promise<Diagnosis> {
  const { id, storageKey, body } = space;
  const { features, findings } = await checked(session, id, storageKey);
  const diagnosis: Diagnosis = { space: id, features, findings, isRepaired: false, lost: [] };
  const canTry = findings.some(({ canRebuild }) => canRebuild);
  if (!isRepairing || !canTry) return diagnosis;
  const isDistributed = session.hasCitus && !isVirtual(parseStored(body) as JsonObject);
  const lost = await repairTable(session, id, storageKey, isDistributed);
  const [now] = await session.rows<{ storageKey: string }>(
    'SELECT place AS "storageKey" FROM space WHERE id = $1',
    [id],
  );
  const after = await checked(session, id, now!.storageKey);
  return { ...diagnosis, features: after.features, isRepaired: after.findings.length === 0, lost };
}

/** In a transaction of its own: as of one moment, and what fails in it ends it. */
async function checked(session: Session, id: string, storageKey: string) {
  await session.begin([
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
    'SET LOCAL idle_in_transaction_session_timeout = 0',
  ]);
  try {
    return await checkTable(session, id, storageKey);
  } finally {
    await session.rollback();
  }
}

/** Tables of features that no space names, and no process is at. */
async function leftOver(session: Session): Promise<string[]> {
  const rows = await session.once<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
      AND relname ~ '^s_[a-z0-9_]{0,30}_[0-9a-f]{12}$'
      AND NOT EXISTS (SELECT FROM space WHERE place = relname) AND NOT EXISTS (SELECT FROM stray_place WHERE place = relname)
      ORDER BY 1`,
  );
  return rows.map(({ name }) => `the table ${name}`);
}
