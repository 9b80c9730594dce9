import {
  type BBox,
  clipToBox,
  type Geometry,
  type Geos,
  HexCells,
  hexbinResolution,
  isInside,
  isWebMercatorQuad,
  MERCATOR_LATITUDE,
  rowFromNorth,
  type TileAddress,
  tileAt,
  tileBounds,
  zOrder,
  zoomOfWidth,
} from '@meridian/geo';
import { type TileRange, tileRange, tilesOf } from './tile-range.ts';

/** Hexbins of deeper zooms are counted when they are asked for. */
export const DEEPEST_BINNED = 6;

/** Stands for the whole world, as zoom. */
const WORLD = -1;

/** Zooms whose hexbins have the same resolution: the last of them is stored, the others are sums of it. */
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

/** The cells that a feature touches in the tile at a position of the Z-order curve. */
type Binned = { position: number; cells: Iterable<string> };

/** By how much the count of a cell in a tile changes. */
export type HexChange = { zoom: number; tile: number; cell: string; change: number };

/**
 * By how much writes change how many features touch each H3 cell, for each tile down to a zoom, of what lies in the tile. A
 * feature that is in two tiles counts in both but only once in their parent: for zooms that are sums, and for the whole
 * world, such differences are stored beside.
 */
export class HexCounts {
  readonly #geos: () => Geos;
  /** Changes by group and zoom, by tile, by cell. */
  #changes = new Map<number, Map<number, Map<string, number>>>();

  constructor(geos: () => Geos) {
    this.#geos = geos;
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
    const binned: Binned[] = [];
    for (const tile of tilesOf(range)) {
      const cells = this.#cellsIn(group, geometry, box, tile);
      binned.push({ position: zOrder(tile.x, tile.y), cells });
      for (const cell of cells) this.#change(group.last, binned.at(-1)!.position, cell, sign);
    }
    for (let zoom = group.first; zoom < group.last; zoom++)
      for (const tile of tilesOf(tileRange(box, zoom))) {
        const position = zOrder(tile.x, tile.y);
        const inside = 4 ** (group.last - zoom);
        const summed = binned.filter((part) => Math.floor(part.position / inside) === position);
        this.#addDifference(zoom, position, this.#cellsIn(group, geometry, box, tile), summed, sign);
      }
    this.#addDifference(worldOf(group), 0, cellsOf(group.cells, geometry), binned, sign);
  }

  #cellsIn(group: Group, geometry: Geometry, box: BBox, tile: TileAddress): Iterable<string> {
    const bounds = tileBounds(tile);
    const within = isInside(box, bounds) ? geometry : clipToBox(this.#geos, geometry, bounds);
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

  /** The changes; the next are collected from zero. */
  take(): HexChange[] {
    const taken: HexChange[] = [];
    for (const [zoom, tiles] of this.#changes)
      for (const [tile, cells] of tiles)
        for (const [cell, change] of cells) if (change !== 0) taken.push({ zoom, tile, cell, change });
    this.#changes = new Map();
    return taken;
  }
}

/** Whether a count may be zero after a change: then it is not stored. Differences may be below it. */
export function mayVanish({ zoom, change }: HexChange): boolean {
  return change < 0 || !GROUPS.some(({ last }) => last === zoom);
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

/** The differences of the whole world are cached per resolution. */
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

/** What the counts of an area are the sum of: those of a zoom in a range of tiles, and differences beside them. */
export type HexSum = {
  zoom: number;
  from: number;
  to: number;
  beside: { zoom: number; tile: number } | undefined;
};

/** Where it is stored which cells features touch in an area, but for the large ones; undefined where it is not. */
export function hexSum(area: BinnedArea, resolution: number): HexSum | undefined {
  const group = GROUPS.find((one) => one.resolution === resolution);
  if (!group) return undefined;
  const isWorld = area === 'world';
  if (!isWorld && (!isWebMercatorQuad(area) || area.z < group.first || area.z > group.last)) return undefined;
  const inside = isWorld ? 4 ** group.last : 4 ** (group.last - area.z);
  const tile = isWorld ? 0 : zOrder(area.x, rowFromNorth(area));
  const zoom = isWorld ? worldOf(group) : area.z;
  return {
    zoom: group.last,
    from: tile * inside,
    to: (tile + 1) * inside - 1,
    beside: zoom === group.last ? undefined : { zoom, tile },
  };
}

/** What a box stands for, if that is stored: the world where all features are in the box, or else a tile. */
export function binnedArea(box: BBox, hasAll: boolean): BinnedArea | undefined {
  if (hasAll) return 'world';
  const zoom = zoomOfWidth(box.east - box.west);
  if (zoom > DEEPEST_BINNED) return undefined;
  const size = 2 ** zoom;
  const x = Math.round(((box.west + 180) / 360) * size);
  for (let y = 0; y < size && x >= 0 && x < size; y++) {
    const tile = tileAt('web', zoom, x, y);
    const bounds = tileBounds(tile);
    if (bounds.north === box.north) return isInside(bounds, box) && isInside(box, bounds) ? tile : undefined;
    if (bounds.north < box.north) return undefined;
  }
  return undefined;
}
