import type { DatabaseSync } from 'node:sqlite';
import { type Feature, makeFeature, NAMESPACE } from '../data/feature.ts';
import { type Box, boxOf } from '../data/geometry.ts';
import { serveCalls } from './child.ts';
import { createSqliteFile } from './sqlite-file.ts';

/**
 * A plain node:sqlite loop that stores what the hub stores. Features and their boxes are ready before the clock
 * starts; turning each feature into text, storing its rows and committing durably is what is timed.
 */
type Ready = { feature: Feature; box: Box; tags: string[] };

let database: DatabaseSync;
let statements: ReturnType<typeof prepare>;
let seq = 0;

function prepare(file: DatabaseSync) {
  return {
    feature: file.prepare('INSERT INTO feature VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)'),
    box: file.prepare('INSERT INTO box VALUES (?, ?, ?, ?, ?)'),
    tag: file.prepare('INSERT INTO tag VALUES (?, ?)'),
  };
}

function create(path: string): void {
  database = createSqliteFile(path);
  statements = prepare(database);
}

/** Stores features by number, so many per commit; answers the seconds and the processor time it took. */
function store(from: number, count: number, perCommit: number): { seconds: number; processor: number } {
  const ready = Array.from({ length: count }, (_, i) => makeReady(from + i));
  const before = process.cpuUsage();
  const started = performance.now();
  for (let at = 0; at < count; at += perCommit) {
    database.exec('BEGIN IMMEDIATE');
    for (const entry of ready.slice(at, at + perCommit)) insert(entry);
    database.exec('COMMIT');
  }
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, processor: (user + system) / 1e6 };
}

function makeReady(number: number): Ready {
  const feature = makeFeature(number);
  const { tags } = feature.properties[NAMESPACE] as { tags: string[] };
  // The hub's own marks are part of the stored text.
  feature.properties[NAMESPACE] = {
    space: 'bench-space',
    createdAt: Date.now(),
    updatedAt: Date.now(),
    tags,
  };
  return { feature, box: boxOf(feature.geometry), tags };
}

function insert({ feature, box: { west, south, east, north }, tags }: Ready): void {
  const now = Date.now();
  const text = JSON.stringify(feature);
  seq++;
  statements.feature.run(seq, feature.id, now, now, 1, 0, west, south, east, north, 60, 200, 500, text);
  statements.box.run(seq, west, east, south, north);
  for (const tag of tags) statements.tag.run(tag, seq);
}

serveCalls({ create, store, close: () => database.close() });
