import { connect, settingsOf } from './connection.ts';
import { READ_SETTINGS } from './read-settings.ts';

/** How PgBouncer refuses what it can't set for each connection of its own. */
const REFUSED = /unsupported startup parameter/;

/**
 * Whether a pooler such as PgBouncer is between here and the database: it refuses the settings with which a connection is
 * opened, or it is configured to ignore them. Then they are not what the client at the other end has set.
 */
export async function hasPooler(url: string): Promise<boolean> {
  const address = { url, searchPath: 'pg_catalog', isPooled: false };
  const client = connect(address, 1, { settings: READ_SETTINGS });
  try {
    const names = Object.keys(settingsOf(address, READ_SETTINGS));
    const [set] = await client.unsafe(
      `SELECT count(*)::int AS count FROM pg_settings
        WHERE source = 'client' AND name IN (${names.map((name) => `'${name}'`).join(', ')})`,
    );
    return set!.count < names.length;
  } catch (error) {
    if (error instanceof Error && REFUSED.test(error.message)) return true;
    throw error;
  } finally {
    await client.end({ timeout: 1 });
  }
}
