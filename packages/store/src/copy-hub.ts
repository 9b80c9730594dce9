import { openPostgresSource } from './engines/postgres/transfer/postgres-source.ts';
import { openPostgresTarget } from './engines/postgres/transfer/postgres-target.ts';
import { openSqliteSource } from './engines/sqlite/transfer/sqlite-source.ts';
import { openSqliteTarget, type SharedSpace } from './engines/sqlite/transfer/sqlite-target.ts';
import { type MoveProgress, type MoveReport, moveHub } from './transfer/move-hub.ts';

/** Copies the hub in `from` to `to`; each is a data folder or the URL of a PostgreSQL database. */
export async function copyHub(
  from: string,
  to: string,
  onProgress: (progress: MoveProgress) => void,
  shared: readonly SharedSpace[] = [],
): Promise<MoveReport> {
  const source = await (isDatabase(from) ? openPostgresSource(from) : openSqliteSource(from));
  try {
    const target = await (isDatabase(to)
      ? openPostgresTarget(to, source.name)
      : openSqliteTarget(to, source.name, shared));
    try {
      return await moveHub(source, target, onProgress);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Whether a location is the URL of a PostgreSQL database, and not a data folder. */
export function isDatabase(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
