import type { DatabaseSync } from 'node:sqlite';
import { StatsDelta } from '../../../model/statistics/stats-delta.ts';
import type { SpaceFiller, SpaceHead } from '../../../transfer/hub-image.ts';
import { newRowOf } from '../../../transfer/new-row.ts';
import { BoxTree } from '../box-tree/box-tree.ts';
import { openForWriting, syncFile, transaction } from '../database.ts';
import { columnsOf, prepareRows } from '../feature-rows.ts';
import { MaintainedCounts } from '../maintained-counts.ts';
import { PropertyIndex } from '../property-index.ts';
import { SPACE_MIGRATIONS } from '../schema.ts';
import { readHead, readSpaceRows } from './space-rows.ts';

/** So many different names are counted in memory before they are written down. */
const MAX_COUNTED = 50_000;

/** Fills a new file with a space as it was elsewhere, and syncs it at the end only: a file cut short is thrown away. */
export async function fillFile(
  path: string,
  head: SpaceHead,
  fill: (filler: SpaceFiller) => Promise<void>,
): Promise<void> {
  const database = openForWriting(path, SPACE_MIGRATIONS);
  try {
    database.exec('PRAGMA synchronous = OFF');
    await fill(fillerOf(database, path, head));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  syncFile(path);
}

function fillerOf(database: DatabaseSync, path: string, head: SpaceHead): SpaceFiller {
  const { content, history, indexes } = head;
  const index = new PropertyIndex(database);
  const counts = new MaintainedCounts(database);
  const statements = prepareRows(database);
  const boxes = new BoxTree(database);
  const statsDelta = new StatsDelta();
  const sizes = { count: 0, bytes: 0 };
  transaction(database, () => {
    index.define(indexes, true);
    if (history) database.prepare('INSERT INTO history VALUES (1, ?, ?)').run(history.began, history.oldest);
  });
  const keepCounts = () => {
    sizes.count += statsDelta.count;
    sizes.bytes += statsDelta.bytes;
    counts.take(statsDelta);
  };
  const past = database.prepare('INSERT INTO past VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const change = database.prepare('INSERT INTO change VALUES (?, ?, ?)');
  const entry = database.prepare('INSERT INTO outbox (space, feature, text) VALUES (?, ?, ?)');
  return {
    async features(rows) {
      transaction(database, () => {
        for (const moved of rows) {
          const { seq, id, version } = moved;
          const row = newRowOf(moved);
          statements.insertVersion.run(seq, id, ...columnsOf(row), version);
          const box = row.facts?.bbox;
          if (box) boxes.add(seq, box);
          for (const tag of row.feature.tags) statements.insertTag.run(tag, seq);
          index.add(seq, row.feature);
          statsDelta.add(row.feature, Buffer.byteLength(row.text), 1);
        }
        boxes.flush();
        if (statsDelta.tags.size + statsDelta.properties.size > MAX_COUNTED) keepCounts();
      });
    },
    async oldStates(rows) {
      transaction(database, () => {
        for (const { seq, since, until, id, createdAt, updatedAt, hasZ, ...stored } of rows)
          past.run(
            ...[seq, since, until, id, createdAt, updatedAt, hasZ ? 1 : 0],
            ...[stored.geometryStart, stored.propertiesStart, stored.propertiesEnd, stored.text],
          );
      });
    },
    async changes(rows) {
      transaction(database, () => {
        for (const row of rows) change.run(row.version, row.change, row.seq);
      });
    },
    async outbox(rows) {
      transaction(database, () => {
        for (const { spaceId, feature, text } of rows) entry.run(spaceId, feature, text);
      });
    },
    async written() {
      boxes.forget();
      transaction(database, () => {
        keepCounts();
        const { version, updatedAt, lastSeq, maxBytes } = content;
        database
          .prepare('INSERT INTO content VALUES (1, ?, ?, ?, ?, ?, ?)')
          .run(version, updatedAt, lastSeq, sizes.count, sizes.bytes, maxBytes);
      });
      const found = readHead(database, path);
      return { head: found, rows: readSpaceRows(database, found) };
    },
  };
}
