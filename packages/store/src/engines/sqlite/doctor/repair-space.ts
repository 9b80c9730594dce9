import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFile, openExisting, syncFolder } from '../database.ts';
import { fillFile } from '../transfer/fill-space.ts';
import { salvage } from './salvage.ts';

const PAGE = 500;

/**
 * Makes a new file of what can be read of a damaged one: indexes and counts follow from the features, derived data is built
 * when it is next asked for. The damaged file stays beside it under another name. Gives what was lost; undefined where
 * nothing can be read.
 */
export async function repairSpace(path: string): Promise<string[] | undefined> {
  const fresh = `${path}.repair`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true });
  createFile(fresh);
  const lost = await refill(path, fresh).catch((error: unknown) => {
    rmSync(fresh, { force: true });
    throw error;
  });
  if (!lost) {
    rmSync(fresh, { force: true });
    return undefined;
  }
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  renameSync(fresh, path);
  syncFolder(dirname(path));
  return [...lost, ...(lost.length > 0 ? [`the damaged file is kept as ${aside}`] : [])];
}

async function refill(path: string, fresh: string): Promise<string[] | undefined> {
  const database = openExisting(path);
  try {
    if (!hasFeatures(database)) return undefined;
    const { head, features, oldStates, changes, outbox, lost } = salvage(database, path);
    const { version, lastSeq } = head.content;
    let last = lastSeq;
    // Another version, so that no response that was cached before is taken for the present one.
    const content = { ...head.content, version: version + 1 };
    await fillFile(fresh, { ...head, content }, async (filler) => {
      let page = [];
      for (const feature of features) {
        last = Math.max(last, feature.seq);
        if (page.push(feature) < PAGE) continue;
        await filler.features(page);
        page = [];
      }
      await filler.features(page);
      content.lastSeq = last;
      await filler.oldStates(oldStates);
      await filler.changes(changes);
      await filler.outbox(outbox);
      await filler.written();
    });
    return lost;
  } finally {
    database.close();
  }
}

/** Whether there is a table of features at all that can be begun to be read. */
function hasFeatures(database: ReturnType<typeof openExisting>): boolean {
  try {
    database.prepare('SELECT seq FROM feature NOT INDEXED LIMIT 0').get();
    return true;
  } catch {
    return false;
  }
}
