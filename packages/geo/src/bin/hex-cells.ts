import { getHexagonAreaAvg, getHexagonEdgeLengthAvg, polygonToCells, UNITS } from 'h3-js';
import { type BBox, isEmptyBBox } from '../bbox.ts';
import { RingCutter } from '../box/ring-cutter.ts';
import type { Geometry, Position } from '../geojson.ts';
import { boxOf, boxOfPart, type Part, partsOf } from '../planar/parts.ts';
import { ringsCover } from '../planar/rings.ts';
import { refuseCellsOfFeature } from './bin-error.ts';
import { HexGrid } from './hex-grid.ts';
import { HexOutlines } from './hex-outlines.ts';

const DEGREE_KM = 111.2;
const RADIANS = Math.PI / 180;
/** H3 takes an edge of more than half the globe to run around the other side. */
const STRIP = 90;
/** Of those who ask for indexes, what was found is forgotten behind so many cells. */
const MAX_CACHED = 200_000;
/** The smallest cells have half the area of the average one. */
const SMALLEST = 0.4;

/** The H3 cells that a geometry touches at a resolution: all of them, but for corners cut by less than 1/64 of an edge. */
export class HexCells {
  readonly #resolution: number;
  /** The length of a cell's edge in degrees of latitude. */
  readonly #edge: number;
  readonly #areaKm2: number;
  #grid: HexGrid;
  #outlines: HexOutlines | undefined;
  #cells = new Set<number>();

  constructor(resolution: number) {
    this.#resolution = resolution;
    this.#edge = getHexagonEdgeLengthAvg(resolution, UNITS.km) / DEGREE_KM;
    this.#areaKm2 = getHexagonAreaAvg(resolution, UNITS.km2);
    this.#grid = new HexGrid(resolution);
  }

  /** Where cells have codes. */
  get grid(): HexGrid {
    return this.#grid;
  }

  /** What draws cells. */
  get outlines(): HexOutlines {
    this.#outlines ??= new HexOutlines(this.#resolution);
    return this.#outlines;
  }

  /** Their indexes; codes may change. `box` is that of the geometry, where it is known already. */
  touchedBy(geometry: Geometry, box = boxOf(geometry)): Set<string> {
    this.#forgetMany();
    const names = new Set<string>();
    for (const code of this.codesTouchedBy(geometry, box)) names.add(this.#grid.nameOf(code));
    return names;
  }

  codesTouchedBy(geometry: Geometry, box = boxOf(geometry)): Set<number> {
    if (isEmptyBBox(box)) return new Set();
    const only = this.#grid.around(box);
    return only >= 0 ? new Set([only]) : this.codesAcross(geometry);
  }

  /** The same of a geometry that is not in one cell by its box. */
  codesAcross(geometry: Geometry): Set<number> {
    this.#cells = new Set();
    for (const part of partsOf(geometry)) {
      if (part.dimension === 2) this.#addPolygon(part);
      else for (const chain of part.chains) this.#addChain(chain);
    }
    return this.#cells;
  }

  at(position: Position): string {
    this.#forgetMany();
    return this.#grid.nameOf(this.#grid.at(position[0], position[1]));
  }

  #forgetMany(): void {
    if (this.#grid.size > MAX_CACHED) this.#grid = new HexGrid(this.#resolution);
  }

  #addChain(chain: Position[]): void {
    let a = chain[0]!;
    let aCell = this.#grid.at(a[0], a[1]);
    this.#cells.add(aCell);
    for (let i = 1; i < chain.length; i++) {
      const b = chain[i]!;
      const bCell = this.#grid.at(b[0], b[1]);
      this.#cells.add(bCell);
      refuseCellsOfFeature(this.#cells.size + this.#length(a[0], a[1], b[0], b[1]) / this.#edge);
      if (aCell === bCell || !this.#grid.isAcrossEdge(a[0], a[1], b[0], b[1]))
        this.#trace(a[0], a[1], aCell, b[0], b[1], bCell);
      a = b;
      aCell = bCell;
    }
  }

  /** Adds the cells between two positions by halving the way. Cells are convex, so ends in one cell have all between in it. */
  #trace(aLon: number, aLat: number, aCell: number, bLon: number, bLat: number, bCell: number): void {
    if (this.#length(aLon, aLat, bLon, bLat) < (aCell === bCell ? this.#edge : this.#edge / 64)) return;
    const lon = (aLon + bLon) / 2;
    const lat = (aLat + bLat) / 2;
    const cell = this.#grid.at(lon, lat);
    this.#cells.add(cell);
    this.#trace(aLon, aLat, aCell, lon, lat, cell);
    this.#trace(lon, lat, cell, bLon, bLat, bCell);
  }

  #length(aLon: number, aLat: number, bLon: number, bLat: number): number {
    const flat = Math.min(Math.abs(aLat), Math.abs(bLat));
    const x = (bLon - aLon) * Math.cos(flat * RADIANS);
    const y = bLat - aLat;
    // Math.hypot takes several times as long, to avoid what degrees cannot be: too large for a square.
    return Math.sqrt(x * x + y * y);
  }

  /** What a polygon touches are the cells along its rings and those wholly inside, which have their centre inside. */
  #addPolygon(polygon: Part): void {
    const box = boxOfPart(polygon);
    const cells = this.#cellsIn(box);
    refuseCellsOfFeature(cells);
    for (const ring of polygon.chains) this.#addChain(ring);
    if (cells < SMALLEST) return;
    const known = this.#grid.centredIn(box, cells, (longitude, latitude) =>
      ringsCover(polygon.chains, longitude, latitude),
    );
    if (known) for (const cell of known) this.#cells.add(cell);
    else this.#addWide(polygon, box);
  }

  /** Adds the cells with their centre in a polygon of any size. */
  #addWide(polygon: Part, box: BBox): void {
    const inside = new Set<string>();
    for (const ring of polygon.chains)
      for (let west = box.west; west < box.east; west += STRIP)
        for (const cell of this.#centredIn(ring, west, Math.min(west + STRIP, box.east)))
          if (!inside.delete(cell)) inside.add(cell);
    for (const cell of inside) this.#cells.add(this.#grid.codeOf(cell));
  }

  /** About so many cells a box has room for. */
  #cellsIn({ west, south, east, north }: BBox): number {
    const flat = south * north < 0 ? 0 : Math.min(Math.abs(south), Math.abs(north));
    const area = (east - west) * Math.cos(flat * RADIANS) * (north - south) * DEGREE_KM ** 2;
    return area / this.#areaKm2;
  }

  /**
   * The cells with their centre in a ring, between two longitudes. Of a ring with no room for a cell there are none: it goes
   * through each cell that it touches. H3 fails on those without any width, such as a border along a pole.
   */
  #centredIn(ring: Position[], west: number, east: number): string[] {
    cutter.clear();
    for (let i = 1; i < ring.length; i++) cutter.push(ring[i]![0], ring[i]![1]);
    cutter.cut(west, -90, east, 90);
    const loop: Position[] = [];
    for (let i = 0; i < cutter.count; i++) loop.push([cutter.points[2 * i]!, cutter.points[2 * i + 1]!]);
    if (this.#cellsIn(boxOfPart({ dimension: 2, chains: [loop] })) < SMALLEST) return [];
    return hasArea(loop) ? polygonToCells([[...loop, loop[0]!]], this.#resolution, true) : [];
  }
}

const cutter = new RingCutter();

function hasArea(loop: number[][]): boolean {
  let sum = 0;
  for (let i = 0; i < loop.length; i++) {
    const [ax, ay] = loop[i] as [number, number];
    const [bx, by] = loop[(i + 1) % loop.length] as [number, number];
    sum += ax * by - bx * ay;
  }
  return Math.abs(sum) > 1e-12;
}
