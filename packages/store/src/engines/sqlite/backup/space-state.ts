import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { fingerprintOf } from '../../../transfer/space-digest.ts';
import { checkFormat } from '../database.ts';
import { SPACE_MIGRATIONS } from '../schema.ts';
import { readHead } from '../transfer/space-rows.ts';
import type { SpaceFile } from './checked-files.ts';

/** Names what a backup has of a space: its definition, features, history, indexes and what its activity log still lacks. */
export function stateOf({ file, body }: SpaceFile, database: DatabaseSync, path: string): string {
  const format = checkFormat(database, path, SPACE_MIGRATIONS.length);
  const outbox =
    format === 0
      ? undefined
      : database.prepare('SELECT count(*) AS count, max(seq) AS last FROM outbox').get();
  const state = [format, body, fingerprintOf(file, readHead(database, path)), outbox?.count, outbox?.last];
  return createHash('sha256').update(JSON.stringify(state)).digest('hex');
}
