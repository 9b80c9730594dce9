import { DatabaseSync } from 'node:sqlite';
import type { Box } from '../data/geometry.ts';
import { randomFrom } from '../data/random.ts';
import { type Tile, tileBox, tileOf } from '../data/tile.ts';
import { CITIES } from '../data/words.ts';
import { serveCalls } from './child.ts';

/** What can be read by location with plain SQL on the file of a space. */
let database: DatabaseSync;

const LARGEST_HALF = 2;
const IN_BOX = 'west <= ? AND east >= ? AND south <= ? AND north >= ?';

function open(path: string): void {
  database = new DatabaseSync(path, { readOnly: true });
}

function values({ west, south, east, north }: Box): number[] {
  return [east, west, north, south];
}

function count(box: Box): number {
  const { n } = database.prepare(`SELECT count(*) AS n FROM box WHERE ${IN_BOX}`).get(...values(box)) as {
    n: number;
  };
  return n;
}

/** Boxes around features picked at random, each with about so many features. */
function boxesOf(features: number, wanted: number): Box[] {
  const random = randomFrom(3);
  const { last } = database.prepare('SELECT max(seq) AS last FROM feature').get() as { last: number };
  const centre = database.prepare('SELECT west AS x, south AS y FROM feature WHERE seq >= ? LIMIT 1');
  const boxes: Box[] = [];
  while (boxes.length < wanted) {
    const { x, y } = centre.get(random.whole(1, last)) as { x: number; y: number };
    const box = sized(x, y, features);
    if (box) boxes.push(box);
  }
  return boxes;
}

/** Grows from a small one, so that no count goes far beyond what is wanted. */
function sized(x: number, y: number, features: number): Box | undefined {
  let [least, most] = [0, 0.001];
  for (; count(around(x, y, most)) < features; most *= 2) if (most > LARGEST_HALF) return undefined;
  for (let turn = 0; turn < 24; turn++) {
    const half = (least + most) / 2;
    const box = around(x, y, half);
    const found = count(box);
    if (Math.abs(found - features) <= features * 0.02) return box;
    if (found < features) least = half;
    else most = half;
  }
  return undefined;
}

function around(x: number, y: number, half: number): Box {
  return { west: x - half, south: y - half, east: x + half, north: y + half };
}

/** The deepest zoom level, 14 at most, at which the middle of the largest city has a tile of so many features. */
function zoomOf(features: number): number {
  let zoom = 14;
  const [longitude, latitude] = CITIES[0]!;
  while (zoom > 0 && countIn(tileOf(longitude, latitude, zoom)) < features) zoom--;
  return zoom;
}

/** Those tiles of a zoom level that have about so many features, the nearest to it first. */
function tilesOf(zoom: number, features: number, wanted: number, looks = 20_000): Tile[] {
  const tiles = new Map<string, Tile>();
  const random = randomFrom(4);
  const { last } = database.prepare('SELECT max(seq) AS last FROM feature').get() as { last: number };
  const centre = database.prepare('SELECT west AS x, south AS y FROM feature WHERE seq >= ? LIMIT 1');
  for (let turn = 0; turn < looks; turn++) {
    const { x, y } = centre.get(random.whole(1, last)) as { x: number; y: number };
    const tile = tileOf(x, y, zoom);
    tiles.set(JSON.stringify(tile), tile);
  }
  return [...tiles.values()]
    .map((tile) => ({ tile, off: Math.abs(count(tileBox(tile)) - features) }))
    .sort((a, b) => a.off - b.off)
    .slice(0, wanted)
    .map(({ tile }) => tile);
}

function countIn(tile: Tile): number {
  return count(tileBox(tile));
}

/** Reads the texts of all features in each box, box by box; answers the seconds it took. */
function readBoxes(boxes: Box[]): number {
  const statement = database.prepare(
    `SELECT text FROM feature WHERE seq IN (SELECT seq FROM box WHERE ${IN_BOX}) ORDER BY seq`,
  );
  const started = performance.now();
  for (const box of boxes) if (statement.all(...values(box)).length === 0) throw new Error('an empty box');
  return (performance.now() - started) / 1000;
}

/** The texts of all features that touch these tiles. */
function textsIn(tiles: Tile[]): string[] {
  const statement = database.prepare(
    `SELECT seq, text FROM feature WHERE seq IN (SELECT seq FROM box WHERE ${IN_BOX})`,
  );
  const texts = new Map<number, string>();
  for (const tile of tiles)
    for (const { seq, text } of statement.all(...values(widened(tileBox(tile)))))
      texts.set(seq as number, text as string);
  return [...texts.values()];
}

/** With what lies around it, so that the index of a rival has something to leave out. */
function widened({ west, south, east, north }: Box): Box {
  const [x, y] = [east - west, north - south];
  return { west: west - x, south: south - y, east: east + x, north: north + y };
}

serveCalls({ open, boxesOf, zoomOf, tilesOf, countIn, readBoxes, textsIn });
