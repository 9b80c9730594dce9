import type { Geometry, SeenFeature } from '@meridian/geo';
import type { ReadRow } from '../../model/feature/row.ts';

const BEFORE_ID = '{"type":"Feature","id":';
const BEFORE_GEOMETRY = ',"geometry":';

/** Whether what is in a box may reach out of an area. */
type AreaReach = { needsRecheck(west: number, south: number, east: number, north: number): boolean };

/** Where the id and the geometry of a feature are filed. */
export interface FiledShapes {
  seqAt(offset: number): number;
  /** Whether the geometry may reach out of an area. */
  needsRecheckAt(offset: number, area: AreaReach): boolean;
  idAt(offset: number): string;
  geometryAt(offset: number): Geometry;
  /** Draws them, without making them first. */
  drawAt(offset: number, feature: SeenFeature): void;
}

/**
 * A row of which the geometry is known, as if it had been stored without properties. What it has is made only where somebody looks at
 * it: a tile has tens of thousands of them.
 */
export class FiledRow implements ReadRow {
  isInSample = true;
  readonly #shapes: FiledShapes;
  readonly #offset: number;
  readonly #area: AreaReach;
  #made: { id?: string; geometry?: Geometry; text?: string } | undefined;

  constructor(shapes: FiledShapes, offset: number, area: AreaReach) {
    this.#shapes = shapes;
    this.#offset = offset;
    this.#area = area;
  }

  get seq(): number {
    return this.#shapes.seqAt(this.#offset);
  }

  get needsRecheck(): boolean {
    return this.#shapes.needsRecheckAt(this.#offset, this.#area);
  }

  get hasZ(): number {
    return 0;
  }

  get id(): string {
    this.#made ??= {};
    this.#made.id ??= this.#shapes.idAt(this.#offset);
    return this.#made.id;
  }

  get filedGeometry(): Geometry {
    this.#made ??= {};
    this.#made.geometry ??= this.#shapes.geometryAt(this.#offset);
    return this.#made.geometry;
  }

  drawOn(feature: SeenFeature): void {
    this.#shapes.drawAt(this.#offset, feature);
  }

  get text(): string {
    this.#made ??= {};
    this.#made.text ??= `${this.#head}${JSON.stringify(this.filedGeometry)},"properties":{}}`;
    return this.#made.text;
  }

  get geometryStart(): number {
    return this.#head.length;
  }

  get propertiesStart(): number {
    return this.text.length - 3;
  }

  get propertiesEnd(): number {
    return this.text.length - 1;
  }

  get #head(): string {
    return `${BEFORE_ID}${JSON.stringify(this.id)}${BEFORE_GEOMETRY}`;
  }
}
