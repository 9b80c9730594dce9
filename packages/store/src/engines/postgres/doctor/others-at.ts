import type { Session } from '../session.ts';

/** Why tables can't be replaced now: a server may be using them, and would write to those that go. */
export async function othersAt(session: Session, purpose: string): Promise<string | undefined> {
  if (session.isPooled)
    return `${purpose} needs the address of PostgreSQL itself, not that of a pooler: behind it, nobody can see whether a server still uses the database`;
  const [others] = await session.once<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'meridian' AND pid <> pg_backend_pid()`,
  );
  return others!.count > 0
    ? `${others!.count} connections of Meridian to this database are open: stop every server that uses it before ${purpose}`
    : undefined;
}
