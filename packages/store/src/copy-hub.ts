import type { SharedSpace } from './engines/sqlite/transfer/sqlite-target.ts';
import type { HubSource, HubTarget } from './transfer/hub-image.ts';
import { type MoveProgress, type MoveReport, moveHub } from './transfer/move-hub.ts';

/** Copies the hub in `from` to `to`; each is a data folder or the URL of a PostgreSQL database. */
export async function copyHub(
  from: string,
  to: string,
  onProgress: (progress: MoveProgress) => void,
  shared: readonly SharedSpace[] = [],
): Promise<MoveReport> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to, source.name, shared);
    try {
      return await moveHub(source, target, onProgress);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function openSource(from: string): Promise<HubSource> {
  if (isDatabase(from)) {
    const { openPostgresSource } = await import('./engines/postgres/transfer/postgres-source.ts');
    return openPostgresSource(from);
  }
  const { openSqliteSource } = await import('./engines/sqlite/transfer/sqlite-source.ts');
  return openSqliteSource(from);
}

async function openTarget(to: string, origin: string, shared: readonly SharedSpace[]): Promise<HubTarget> {
  if (isDatabase(to)) {
    const { openPostgresTarget } = await import('./engines/postgres/transfer/postgres-target.ts');
    return openPostgresTarget(to, origin);
  }
  const { openSqliteTarget } = await import('./engines/sqlite/transfer/sqlite-target.ts');
  return openSqliteTarget(to, origin, shared);
}

/** Whether a location is the URL of a PostgreSQL database, and not a data folder. */
export function isDatabase(location: string): boolean {
  return /^postgres(ql)?:\/\//.test(location);
}
