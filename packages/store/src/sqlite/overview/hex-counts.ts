import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type BBox,
  clipToBox,
  type Geometry,
  type Geos,
  HexCells,
  hexbinResolution,
  isInside,
  MERCATOR_LATITUDE,
  rowFromNorth,
  type TileAddress,
  tileBounds,
  zOrder,
} from '@meridian/geo';
import { type TileRange, tileRange, tilesOf } from './tile-range.ts';

/** Hexbins of deeper zooms are counted when they are asked for. */
export const DEEPEST_BINNED = 6;

/** Stands for the whole world, as zoom. */
const WORLD = -1;

/** Zooms whose hexbins have the same resolution: the last of them is kept, the others are sums of it. */
type Group = { resolution: number; first: number; last: number; cells: HexCells };

function groups(): Group[] {
  const made: Group[] = [];
  for (let zoom = 0; zoom <= DEEPEST_BINNED; zoom++) {
    const resolution = hexbinResolution(zoom);
    const last = made.at(-1);
    if (last?.resolution === resolution) last.last = zoom;
    else made.push({ resolution, first: zoom, last: zoom, cells: new HexCells(resolution) });
  }
  return made;
}

const GROUPS = groups();

/** The cells that a feature touches in the tile at a place of the Z-order curve. */
type Binned = { place: number; cells: Iterable<string> };

/**
 * How many features touch each H3 cell, for each tile down to a zoom, of what lies in the tile. A feature that is in
 * two tiles counts in both but only once in their parent: for zooms that are sums, and for the whole world, such
 * differences are kept beside.
 */
export class HexCounts {
  readonly #geos: () => Geos;
  readonly #add: StatementSync;
  readonly #prune: StatementSync;
  /** Changes by group and zoom, by tile, by cell. */
  readonly #changes = new Map<number, Map<number, Map<string, number>>>();

  constructor(database: DatabaseSync, geos: () => Geos) {
    this.#geos = geos;
    this.#add = database.prepare(
      'INSERT INTO overview_hex VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
    );
    this.#prune = database.prepare(
      'DELETE FROM overview_hex WHERE zoom = ? AND tile = ? AND cell = ? AND count = 0',
    );
  }

  add(geometry: Geometry, box: BBox, sign: 1 | -1): void {
    const isOnMap = box.north < MERCATOR_LATITUDE && box.south > -MERCATOR_LATITUDE;
    for (const group of GROUPS) {
      const range = tileRange(box, group.last);
      if (isOnMap && range.left === range.right && range.top === range.bottom) {
        const tile = zOrder(range.left, range.top);
        for (const cell of cellsOf(group.cells, geometry, box)) this.#change(group.last, tile, cell, sign);
      } else this.#addDivided(group, geometry, box, range, sign);
    }
  }

  /** What reaches over the edge of a tile is binned in each zoom by itself. */
  #addDivided(group: Group, geometry: Geometry, box: BBox, range: TileRange, sign: 1 | -1): void {
    const kept: Binned[] = [];
    for (const tile of tilesOf(range)) {
      const cells = this.#cellsIn(group, geometry, box, tile);
      kept.push({ place: zOrder(tile.x, tile.y), cells });
      for (const cell of cells) this.#change(group.last, kept.at(-1)!.place, cell, sign);
    }
    for (let zoom = group.first; zoom < group.last; zoom++)
      for (const tile of tilesOf(tileRange(box, zoom))) {
        const place = zOrder(tile.x, tile.y);
        const inside = 4 ** (group.last - zoom);
        const summed = kept.filter((part) => Math.floor(part.place / inside) === place);
        this.#addDifference(zoom, place, this.#cellsIn(group, geometry, box, tile), summed, sign);
      }
    this.#addDifference(worldOf(group), 0, cellsOf(group.cells, geometry), kept, sign);
  }

  #cellsIn(group: Group, geometry: Geometry, box: BBox, tile: TileAddress): Iterable<string> {
    const bounds = tileBounds(tile);
    const within = isInside(box, bounds) ? geometry : clipToBox(this.#geos(), geometry, bounds);
    return within ? cellsOf(group.cells, within) : [];
  }

  #addDifference(zoom: number, tile: number, cells: Iterable<string>, summed: Binned[], sign: 1 | -1): void {
    for (const cell of cells) this.#change(zoom, tile, cell, sign);
    for (const part of summed) for (const cell of part.cells) this.#change(zoom, tile, cell, -sign);
  }

  #change(zoom: number, tile: number, cell: string, by: number): void {
    const cells = entry(entry(this.#changes, zoom), tile);
    cells.set(cell, (cells.get(cell) ?? 0) + by);
  }

  flush(): void {
    for (const [zoom, tiles] of this.#changes)
      for (const [tile, cells] of tiles)
        for (const [cell, change] of cells) {
          if (change === 0) continue;
          this.#add.run(zoom, tile, cell, change);
          if (change < 0 || !GROUPS.some(({ last }) => last === zoom)) this.#prune.run(zoom, tile, cell);
        }
    this.#changes.clear();
  }

  /** What memory holds of a transaction that was undone. */
  forget(): void {
    this.#changes.clear();
  }
}

/** The map under a key, made if it is not there yet. */
function entry<K, V>(maps: Map<number, Map<K, V>>, key: number): Map<K, V> {
  let map = maps.get(key);
  if (!map) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}

/** The differences of the whole world are kept per resolution. */
function worldOf({ resolution }: Group): number {
  return WORLD - resolution;
}

function cellsOf(cells: HexCells, geometry: Geometry, box?: BBox): Iterable<string> {
  if (geometry.type === 'Point') return [cells.at(geometry.coordinates)];
  return cells.touchedBy(geometry, box);
}

/** Where hexbins are counted: in a tile, or all over the world. */
export type BinnedArea = TileAddress | 'world';

export type CellCount = { cell: string; qty: number };

/** The cells that features touch in an area, but for the large ones; undefined where that is not kept. */
export function readHexCounts(
  database: DatabaseSync,
  area: BinnedArea,
  resolution: number,
): CellCount[] | undefined {
  const group = GROUPS.find((one) => one.resolution === resolution);
  if (!group) return undefined;
  const isWorld = area === 'world';
  if (!isWorld && (area.scheme === 'here' || area.z < group.first || area.z > group.last)) return undefined;
  const inside = isWorld ? 4 ** group.last : 4 ** (group.last - area.z);
  const place = isWorld ? 0 : zOrder(area.x, rowFromNorth(area));
  const statement = database.prepare(
    `SELECT cell, sum(count) AS qty FROM overview_hex
     WHERE zoom = ? AND tile BETWEEN ? AND ? OR zoom = ? AND tile = ? GROUP BY cell HAVING qty > 0`,
  );
  const zoom = isWorld ? worldOf(group) : area.z;
  const summed = [group.last, place * inside, (place + 1) * inside - 1];
  return statement.all(...summed, zoom === group.last ? null : zoom, place) as unknown as CellCount[];
}
