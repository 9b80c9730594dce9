import { databaseAt, newDatabase } from '../../testing/postgres/database.ts';

const ENGINES = ['embedded', 'postgres', 'memory'] as const;

/** Which engine the hubs of this run have: all tests are run on more than one, see scripts/test.ts. */
export const ENGINE = ENGINES.find((name) => name === process.env.MERIDIAN_TEST_ENGINE) ?? 'embedded';

// Started here, since whatever runs the program does not wait.
const template = ENGINE === 'postgres' ? await newDatabase() : undefined;

/** What a data folder is on the embedded engine, a database is on the other: one for each folder that is named. */
const databases = new Map<string, string>();

export function engineSettings({
  MERIDIAN_DATA: folder,
}: Record<string, string | undefined>): Record<string, string> {
  if (ENGINE === 'memory') return { MERIDIAN_STORE: 'memory:' };
  if (template === undefined || folder === undefined) return {};
  const known = databases.get(folder) ?? databaseAt(template);
  databases.set(folder, known);
  return { MERIDIAN_STORE: known, MERIDIAN_STORE_CONNECTIONS: '8' };
}

/**
 * How many processes each hub of this run has that asks for no other number: one, whatever machine it is, unless the run is
 * about several (see scripts/runner/processes.ts).
 */
export const PROCESSES = process.env.MERIDIAN_TEST_PROCESSES ?? '1';
