import { type BBox, boxOf, type Geometry, type Geos, isEmptyBBox } from '@meridian/geo';
import type { FeatureText } from '../../model/feature/feature-text.ts';
import { HexCounts } from './hex-counts.ts';
import { TileCounts } from './tile-counts.ts';

/** A feature as it is stored, with its geometry. */
export type LocatedFeature = { seq: number; id: string; geometry: Geometry | null; stored: FeatureText };

/** The same of one that is somewhere. */
export type FiledFeature = LocatedFeature & { geometry: Geometry };

/** In degrees. What is wider or higher is in so many tiles and hexbins that counting it there would hold up its write. */
const LARGE = 2;

export function isLarge({ west, south, east, north }: BBox): boolean {
  return east - west > LARGE || north - south > LARGE;
}

/** Where features are filed one by one: all by location, and the large ones, which reads test one by one, once more. */
export interface Filing {
  addEntry(feature: FiledFeature, box: BBox): void;
  removeEntry(feature: FiledFeature, box: BBox): void;
  addLarge(seq: number, box: BBox): void;
  removeLarge(seq: number): void;
}

/** What writes change of a density index: features are filed at once, their counts collected. */
export class DensityChanges {
  readonly #filing: Filing;
  readonly counts = new TileCounts();
  readonly hexes: HexCounts;

  constructor(filing: Filing, geos: () => Geos) {
    this.#filing = filing;
    this.hexes = new HexCounts(geos);
  }

  /** `known` is the box of the geometry, where it is known already. */
  add(feature: LocatedFeature, known?: BBox): void {
    const { seq, geometry } = feature;
    const box = geometry && (known ?? boxOf(geometry));
    if (!box || isEmptyBBox(box)) return;
    this.#filing.addEntry({ ...feature, geometry }, box);
    if (isLarge(box)) this.#filing.addLarge(seq, box);
    else this.#count(geometry, box, 1);
  }

  remove(feature: LocatedFeature): void {
    const { seq, geometry } = feature;
    const box = geometry && boxOf(geometry);
    if (!box || isEmptyBBox(box)) return;
    this.#filing.removeEntry({ ...feature, geometry }, box);
    if (isLarge(box)) this.#filing.removeLarge(seq);
    else this.#count(geometry, box, -1);
  }

  #count(geometry: Geometry, box: BBox, sign: 1 | -1): void {
    this.counts.add(geometry, box, sign);
    this.hexes.add(geometry, box, sign);
  }

  /** Drops what was collected of a transaction that was undone. */
  forget(): void {
    this.counts.take();
    this.hexes.take();
  }
}
