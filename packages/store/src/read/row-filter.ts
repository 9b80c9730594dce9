import { boxesMeet, boxOf, type Geometry, sampleRank } from '@meridian/geo';
import { geometryText, parseGeometry } from '../model/feature/feature-text.ts';
import type { ReadRow } from '../model/feature/row.ts';
import { parseStoredRoughly } from '../model/json/exact-json.ts';
import type { AreaTest } from '../model/query/area.ts';
import { matches, StoredFeature } from '../model/query/match.ts';
import type { FeatureTest } from '../model/query/query.ts';
import type { Effect } from './effect.ts';
import { STEP_MS } from './row-sink.ts';

/** What a row must pass; tags are the engine's. */
export type RowConditions = {
  tests: readonly FeatureTest[];
  area: AreaTest | undefined;
  /** Only this part of all features, chosen by their ids; 1 = all. */
  part: number;
};

/** Decides which rows a query means. */
export class RowFilter {
  readonly #tests: readonly FeatureTest[];
  readonly #area: AreaTest | undefined;
  readonly #part: number;

  constructor({ tests, area, part }: RowConditions) {
    this.#tests = tests;
    this.#area = area;
    this.#part = part;
  }

  /** The feature if it is among the sample and its properties pass; where it is has not been looked at yet. */
  feature(row: ReadRow): StoredFeature | undefined {
    if (this.#part < 1 && !row.isInSample && sampleRank(row.id) >= this.#part) return undefined;
    const feature = new StoredFeature(row.id, row);
    return this.#tests.length === 0 || matches(feature, this.#tests) ? feature : undefined;
  }

  /** Whether it meets the area; its geometry is parsed only where that is open. */
  meets(row: ReadRow): boolean {
    return !this.#area || row.needsRecheck === false || this.geometry(row, false) !== null;
  }

  /** The geometry, or with `clip` what of it lies in the area; null if nothing does. */
  geometry(row: ReadRow, clip: boolean): Geometry | null {
    const geometry = this.stored(row);
    return geometry && this.within(geometry, row, clip);
  }

  /** The geometry, wherever it is. */
  stored(row: ReadRow): Geometry | null {
    return row.filedGeometry ?? parseGeometry(row);
  }

  /** The geometry as far as it can be drawn: digits beyond those of a number, which only heights can have, are lost. */
  drawn(row: ReadRow): Geometry | null {
    return row.filedGeometry ?? (parseStoredRoughly(geometryText(row)) as Geometry | null);
  }

  /** Whether its box meets those of the area, to the last digit. */
  isNear(geometry: Geometry, row: ReadRow): boolean {
    if (!this.#area || row.needsRecheck === false) return true;
    const box = boxOf(geometry);
    return this.#area.boxes.some((one) => boxesMeet(one, box));
  }

  /** The same of a row's geometry that is known already. */
  within(geometry: Geometry, row: ReadRow, clip: boolean): Geometry | null {
    if (!this.#area || row.needsRecheck === false) return geometry;
    if (clip) return this.#area.clip(geometry);
    return this.#area.meets(geometry) ? geometry : null;
  }
}

/** Those that meet the area. A polygon may take a millisecond for each row: others get their turn in between. */
export function* meeting(rows: readonly ReadRow[], area: AreaTest | undefined): Effect<readonly ReadRow[]> {
  if (!area) return rows;
  const rowFilter = new RowFilter({ tests: [], area, part: 1 });
  const passing: ReadRow[] = [];
  let started = performance.now();
  for (const row of rows) {
    if (rowFilter.meets(row)) passing.push(row);
    if (performance.now() - started < STEP_MS) continue;
    yield undefined;
    started = performance.now();
  }
  return passing;
}
