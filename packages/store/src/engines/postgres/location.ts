/** Everything of ours is in one schema of the database. */
const DEFAULT_SCHEMA = 'meridian';
const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;

/** A database as the driver takes it, and the schema in it that `?schema=` names. */
export type Location = { url: string; schema: string };

/** The database can't be used, or not by this version; the message says what would help. */
export class DatabaseUnusable extends Error {
  readonly code = 'DATABASE_UNUSABLE';
}

export function locate(store: string): Location {
  const url = new URL(store);
  const schema = url.searchParams.get('schema') ?? DEFAULT_SCHEMA;
  if (!SCHEMA.test(schema))
    throw new DatabaseUnusable(
      `schema=${schema} in the URL of the store must be lower-case letters, digits and underscores`,
    );
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}

/** The database without the password that its URL may have. */
export function nameOf(store: string): string {
  const { host, pathname } = new URL(store);
  return `the database ${pathname.slice(1) || '(default)'} at ${host || 'the local socket'}`;
}
