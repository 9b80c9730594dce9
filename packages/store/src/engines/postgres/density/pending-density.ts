import type { BBox, Geos } from '@meridian/geo';
import { entryOf } from '../../../pyramid/density/candidate-entry.ts';
import { KEYS, keysOf } from '../../../pyramid/density/cell-key.ts';
import {
  DensityChanges,
  type FiledFeature,
  type Filing,
  type LocatedFeature,
} from '../../../pyramid/density/density-changes.ts';
import { type HexChange, mayVanish } from '../../../pyramid/density/hex-counts.ts';
import { classOf } from '../../../pyramid/density/sample-classes.ts';
import { type BlockChanges, changedBlocks } from '../../../pyramid/density/tile-counts.ts';
import type { Session } from '../session.ts';
import { numberArray, textArray } from '../text-key.ts';
import { blockValues, countBelow, insertBlocks, removeBlocks } from './count-blocks.ts';
import { densityTablesOf } from './density-tables.ts';

/** Rows up to here are in a density index; null = all. */
export type BuiltTo = number | null;

/** How far an index is built. */
export type FiledDensity = { builtTo: BuiltTo };

type NearRow = { cell: number; seq: number; entry: string };

/** What a transaction makes of a density index: collected in memory, of each feature what goes before what comes, and written at once. */
export class PendingDensity implements Filing {
  readonly #index: FiledDensity;
  readonly #changes: DensityChanges;
  readonly #removed = new Map<string, NearRow>();
  readonly #added = new Map<string, NearRow>();
  readonly #removedLarge: number[] = [];
  readonly #addedLarge: { seq: number; box: BBox }[] = [];

  constructor(index: FiledDensity, geos: Geos) {
    this.#index = index;
    this.#changes = new DensityChanges(this, () => geos);
  }

  /** `box` is that of the geometry, where it is known already. */
  add(feature: LocatedFeature, box?: BBox): void {
    if (this.#has(feature.seq)) this.#changes.add(feature, box);
  }

  remove(feature: LocatedFeature): void {
    if (this.#has(feature.seq)) this.#changes.remove(feature);
  }

  /** What is not in it yet will be when it is built that far. */
  #has(seq: number): boolean {
    const { builtTo } = this.#index;
    return builtTo === null || seq <= builtTo;
  }

  addEntry(feature: FiledFeature, box: BBox): void {
    for (const row of this.#rowsOf(feature, box)) {
      const key = keyOf(row);
      // One that is the same again stays where it is.
      if (this.#removed.get(key)?.entry === row.entry) this.#removed.delete(key);
      else this.#added.set(key, row);
    }
  }

  removeEntry(feature: FiledFeature, box: BBox): void {
    for (const row of this.#rowsOf(feature, box)) this.#removed.set(keyOf(row), row);
  }

  /** The entries of a feature, under each cell that it is filed under. */
  #rowsOf(feature: FiledFeature, box: BBox): NearRow[] {
    const { seq } = feature;
    const entry = entryOf(feature, box).toString('hex');
    const first = classOf(feature.id) * KEYS;
    return keysOf(box).map((key) => ({ cell: first + key, seq, entry }));
  }

  addLarge(seq: number, box: BBox): void {
    this.#addedLarge.push({ seq, box });
  }

  removeLarge(seq: number): void {
    this.#removedLarge.push(seq);
  }

  /** Writes it all down; from then on there is nothing collected. */
  async save(session: Session, storageKey: string): Promise<void> {
    const counts = new Map([...this.#changes.counts.take()].filter(isChange));
    const hexes = this.#changes.hexes.take();
    const stored = await this.#clear(session, storageKey, [...counts.keys()]);
    const { written, removed, uncounted } = changedBlocks(counts, stored);
    await this.#fill(session, storageKey, written, hexes);
    await removeEmpty(session, storageKey, hexes.filter(mayVanish));
    await removeBlocks(session, storageKey, removed);
    for (const tile of uncounted) await countBelow(session, storageKey, tile);
    for (const list of [this.#removed, this.#added]) list.clear();
    for (const list of [this.#removedLarge, this.#addedLarge]) list.length = 0;
  }

  /** Removes what goes; gives the stored ones of the blocks of counts that change. */
  async #clear(
    session: Session,
    storageKey: string,
    blocks: readonly number[],
  ): Promise<Map<number, Uint8Array>> {
    if (this.#removed.size + this.#removedLarge.length + blocks.length === 0) return new Map();
    const { near, tiles, large } = densityTablesOf(storageKey);
    const removed = [...this.#removed.values()];
    const rows = await session.rows<{ block: number; counts: Uint8Array }>(
      `WITH gone AS (
         DELETE FROM ${near} USING unnest($1::bigint[], $2::bigint[]) AS old (cell, seq)
         WHERE ${near}.cell = old.cell AND ${near}.seq = old.seq
       ), gone_large AS (DELETE FROM ${large} WHERE seq = ANY($3::bigint[])
       ) SELECT block, counts FROM ${tiles} WHERE block = ANY($4::integer[])`,
      [
        numberArray(removed.map(({ cell }) => cell)),
        numberArray(removed.map(({ seq }) => seq)),
        numberArray(this.#removedLarge),
        numberArray(blocks),
      ],
    );
    return new Map(rows.map(({ block, counts }) => [block, counts]));
  }

  async #fill(
    session: Session,
    storageKey: string,
    blocks: ReadonlyMap<number, Uint8Array>,
    changed: readonly HexChange[],
  ): Promise<void> {
    if (this.#added.size + this.#addedLarge.length + blocks.size + changed.length === 0) return;
    const { near, tiles, hexes, large } = densityTablesOf(storageKey);
    // Neighbours on the map next to each other, so that they share pages.
    const added = [...this.#added.values()].sort((a, b) => a.cell - b.cell);
    const edge = (name: keyof BBox) => numberArray(this.#addedLarge.map(({ box }) => box[name]));
    await session.rows(
      `WITH entries AS (
         INSERT INTO ${near} SELECT cell, seq, decode(entry, 'hex')
         FROM unnest($1::bigint[], $2::bigint[], string_to_array($3, ',')) AS new (cell, seq, entry)
       ), blocks AS (
         ${insertBlocks(tiles, '$4', '$5')}
       ), boxes AS (
         INSERT INTO ${large}
         SELECT * FROM unnest($6::bigint[], $7::float8[], $8::float8[], $9::float8[], $10::float8[])
       ) INSERT INTO ${hexes} AS known
         SELECT * FROM unnest($11::smallint[], $12::integer[], $13::text[], $14::bigint[])
         ON CONFLICT (zoom, tile, cell) DO UPDATE SET count = known.count + excluded.count`,
      [
        numberArray(added.map(({ cell }) => cell)),
        numberArray(added.map(({ seq }) => seq)),
        added.map(({ entry }) => entry).join(','),
        ...blockValues(blocks),
        numberArray(this.#addedLarge.map(({ seq }) => seq)),
        ...[edge('west'), edge('south'), edge('east'), edge('north')],
        ...[zoomsOf(changed), tilesOf(changed), cellsOf(changed)],
        numberArray(changed.map(({ change }) => change)),
      ],
    );
  }
}

function isChange([, by]: [number, BlockChanges]): boolean {
  return by.values().some((change) => change !== 0);
}

function keyOf({ cell, seq }: NearRow): string {
  return `${cell} ${seq}`;
}

async function removeEmpty(
  session: Session,
  storageKey: string,
  changed: readonly HexChange[],
): Promise<void> {
  if (changed.length === 0) return;
  const { hexes } = densityTablesOf(storageKey);
  await session.rows(
    `DELETE FROM ${hexes} AS known USING unnest($1::smallint[], $2::integer[], $3::text[]) AS old (zoom, tile, cell)
      WHERE known.zoom = old.zoom AND known.tile = old.tile AND known.cell = old.cell AND known.count = 0`,
    [zoomsOf(changed), tilesOf(changed), cellsOf(changed)],
  );
}

function zoomsOf(changed: readonly HexChange[]): string {
  return numberArray(changed.map(({ zoom }) => zoom));
}

function tilesOf(changed: readonly HexChange[]): string {
  return numberArray(changed.map(({ tile }) => tile));
}

function cellsOf(changed: readonly HexChange[]): string {
  return textArray(changed.map(({ cell }) => cell));
}
