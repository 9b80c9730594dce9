import { getPentagons } from 'h3-js';
import type { Geometry } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';
import { refuseCells } from './bin-error.ts';
import type { BinnedCells } from './binned-cells.ts';
import { NEEDS_GEOMETRY } from './box-bin.ts';
import { CellCounts } from './cell-counts.ts';
import { centroidOf, outlineOf, rememberedCell } from './cell-outline.ts';
import { HexCells } from './hex-cells.ts';
import { type Statistics, statisticsOf } from './statistics.ts';

export type HexbinSettings = {
  /** H3 resolution, 0 to 15. */
  resolution: number;
  /** The zoom that was asked for. */
  level: number;
  /** The name under which the statistics of the values are given. */
  property?: string;
  /** The cell's centre as geometry, its outline as property `hexagon`. */
  pointmode?: boolean;
  /** Count only the cell of each geometry's first coordinate. */
  singlecoord?: boolean;
};

export type HexbinFeature = {
  type: 'Feature';
  id: string;
  geometry: Geometry;
  properties: {
    kind: 'H3';
    kind_detail: string;
    resolution: number;
    level: number;
    aggregation: { qty: number } & { [property: string]: number | Statistics };
    pentagon: boolean;
    centroid: [number, number];
    hexagon?: Geometry;
  };
};

/** Counts features in the H3 cells they touch, each feature once in a cell. Cells are named by the codes of `HexGrid`. */
export class Hexbin {
  readonly #settings: HexbinSettings;
  readonly #cells: HexCells;
  readonly #counts: CellCounts;
  /** By the codes of cells. */
  readonly #values = new Map<number, number[]>();

  /** `cells` of the same resolution, where others have found some already. */
  constructor(settings: HexbinSettings, cells = new HexCells(settings.resolution)) {
    this.#settings = settings;
    this.#cells = cells;
    this.#counts = new CellCounts(cells.grid.size);
  }

  /** `value` is what the feature has in the property; without one it counts in `qty` only. Gives the cells it counts in. */
  add(geometry: Geometry, value?: number): readonly number[] {
    const cells = this.cellsOf(geometry);
    for (const cell of cells) this.#count(cell, 1, value);
    if (geometry.type !== 'Point' && !this.#settings.singlecoord) refuseCells(this.#counts.size);
    return cells;
  }

  /** The cells that a geometry counts in; `isWide`: its box says that it takes the geometry to know. */
  cellsOf(geometry: Geometry, isWide = false): number[] {
    const { grid } = this.#cells;
    if (geometry.type === 'Point') return [grid.at(geometry.coordinates[0], geometry.coordinates[1])];
    if (!this.#settings.singlecoord)
      return [...(isWide ? this.#cells.codesAcross(geometry) : this.#cells.codesTouchedBy(geometry))];
    const first = partsOf(geometry)[0]?.chains[0]?.[0];
    return first ? [grid.at(first[0], first[1])] : [];
  }

  /** The one cell that a geometry with this box is in, or that it takes the geometry to know. */
  cellOfBox(west: number, south: number, east: number, north: number, isPoint: boolean): number {
    const { grid } = this.#cells;
    const cell = isPoint ? grid.at(west, south) : grid.around({ west, south, east, north });
    return cell < 0 ? NEEDS_GEOMETRY : cell;
  }

  /** Counts a feature in a cell. */
  addInCell(cell: number, isPoint: boolean, value?: number): void {
    this.#count(cell, 1, value);
    if (!isPoint && !this.#settings.singlecoord) refuseCells(this.#counts.size);
  }

  /** Counts features of which it is known already that they touch a cell, without their values. */
  addQty(cell: number, qty: number): void {
    this.#counts.add(cell, qty);
  }

  /** Counts a feature in each of the cells from one place of a list up to another. */
  addInEach(cells: Int32Array, from: number, to: number): void {
    this.#counts.addEach(cells, from, to);
  }

  addCounted(cell: string, qty: number): void {
    this.addQty(this.#cells.grid.codeOf(cell), qty);
  }

  /** Throws where there are too many cells for features that are more than points. */
  check(): void {
    if (!this.#settings.singlecoord) refuseCells(this.#counts.size);
  }

  /** The cells as features, in the order of their indexes, at most `limit` of them; each is made when it is asked for. */
  cells(limit: number): BinnedCells<HexbinFeature> {
    const { grid } = this.#cells;
    const cells = this.#counts.lowest(limit, grid.codes);
    const pentagons = new Set(getPentagons(this.#settings.resolution));
    return {
      size: cells.length,
      partial: cells.length < this.#counts.size,
      feature: (nth) => this.#feature(grid.codeOfNumber(cells[nth]!), pentagons),
      text: (nth) => this.#text(grid.codeOfNumber(cells[nth]!), pentagons),
    };
  }

  finish(limit: number): { features: HexbinFeature[]; partial: boolean } {
    const { size, partial, feature } = this.cells(limit);
    return { features: Array.from({ length: size }, (_, nth) => feature(nth)), partial };
  }

  #count(cell: number, qty: number, value: number | undefined): void {
    this.#counts.add(cell, qty);
    if (value === undefined) return;
    const values = this.#values.get(cell);
    if (values) values.push(value);
    else this.#values.set(cell, [value]);
  }

  #feature(code: number, pentagons: ReadonlySet<string>): HexbinFeature {
    const { resolution, level, pointmode } = this.#settings;
    const cell = this.#cells.grid.nameOf(code);
    const centroid = centroidOf(cell);
    const hexagon = outlineOf(cell);
    return {
      type: 'Feature',
      id: cell,
      geometry: pointmode ? { type: 'Point', coordinates: centroid } : hexagon,
      properties: {
        kind: 'H3',
        kind_detail: cell,
        resolution,
        level,
        aggregation: this.#aggregation(code),
        pentagon: pentagons.has(cell),
        centroid,
        ...(pointmode && { hexagon }),
      },
    };
  }

  /** The feature as JSON.stringify writes it, with what does not change of a cell as it was drawn before. */
  #text(code: number, pentagons: ReadonlySet<string>): string {
    const { resolution, level, pointmode } = this.#settings;
    const { grid, outlines } = this.#cells;
    const cell = grid.nameOf(code);
    const { centroid, outline } = rememberedCell(cell, () => outlines.draw(grid.numberOf(code)));
    const geometry = pointmode ? `{"type":"Point","coordinates":${centroid}}` : outline;
    const kind = `"kind":"H3","kind_detail":"${cell}","resolution":${resolution},"level":${level}`;
    const aggregation = JSON.stringify(this.#aggregation(code));
    const place = `"pentagon":${pentagons.has(cell)},"centroid":${centroid}${pointmode ? `,"hexagon":${outline}` : ''}`;
    return `{"type":"Feature","id":"${cell}","geometry":${geometry},"properties":{${kind},"aggregation":${aggregation},${place}}}`;
  }

  #aggregation(code: number): HexbinFeature['properties']['aggregation'] {
    const { property } = this.#settings;
    const qty = this.#counts.of(code);
    if (property === undefined) return { qty };
    return { qty, [property]: statisticsOf(this.#values.get(code) ?? []) };
  }
}
