import { geometryText } from '../../model/feature/feature-text.ts';
import type { StatsDelta } from '../../model/statistics/stats-delta.ts';
import type { LocatedFeature } from '../../pyramid/density/density-changes.ts';
import type { TouchedBoxes } from '../../rules/touched/touched-boxes.ts';
import type { NewRow, StoredRow } from '../../rules/write/feature-table.ts';
import type { DensityIndex } from './density/density-index.ts';
import type { prepareRows } from './feature-rows.ts';
import type { PropertyIndex } from './property-index.ts';
import type { SqliteTileBlocks } from './tile-blocks/sqlite-tile-blocks.ts';

type Statements = Pick<ReturnType<typeof prepareRows>, 'insertBox' | 'deleteBox' | 'insertTag' | 'deleteTag'>;

/** What is updated with every feature beside its row. */
type Parts = {
  properties: PropertyIndex;
  densityIndex: DensityIndex;
  blocks: SqliteTileBlocks;
  statsDelta: StatsDelta;
  touched: TouchedBoxes;
};

/** The indexes and statistics of a space, as its writer keeps them up to date. */
export class RowIndexes {
  readonly #statements: Statements;
  readonly #parts: Parts;

  constructor(statements: Statements, parts: Parts) {
    this.#statements = statements;
    this.#parts = parts;
  }

  add(seq: number, row: NewRow): void {
    this.#addGeometry(seq, row);
    for (const tag of row.feature.tags) this.#statements.insertTag.run(tag, seq);
    this.#parts.properties.add(seq, row.feature);
    this.#count(row, 1);
  }

  remove(before: StoredRow): void {
    const { seq, feature } = before;
    this.#removeGeometry(before);
    for (const tag of feature.tags) this.#statements.deleteTag.run(tag, seq);
    this.#parts.properties.remove(seq, feature);
    this.#count(before, -1);
  }

  /** What stays as it was is left alone: its entries lie in pages all over the file. */
  replace(before: StoredRow, row: NewRow): void {
    const { seq, feature } = before;
    if (geometryText(before.stored) === geometryText(row)) {
      this.#parts.densityIndex.replace(located(before), { ...located(before), stored: row });
      this.#parts.blocks.outdate(feature.geometry);
      this.#parts.touched.addGeometry(feature.geometry);
    } else {
      this.#removeGeometry(before);
      this.#addGeometry(seq, row);
    }
    const tags = new Set(feature.tags);
    for (const tag of row.feature.tags) if (!tags.delete(tag)) this.#statements.insertTag.run(tag, seq);
    for (const tag of tags) this.#statements.deleteTag.run(tag, seq);
    this.#parts.properties.remove(seq, feature);
    this.#parts.properties.add(seq, row.feature);
    this.#count(before, -1);
    this.#count(row, 1);
  }

  #addGeometry(seq: number, row: NewRow): void {
    const { feature, facts } = row;
    const { id, geometry } = feature;
    if (facts?.bbox) {
      const { west, south, east, north } = facts.bbox;
      this.#statements.insertBox.run(seq, west, east, south, north);
    }
    this.#parts.densityIndex.add({ seq, id, geometry, stored: row }, facts?.bbox);
    this.#parts.blocks.outdate(geometry);
    this.#parts.touched.add(facts?.bbox);
  }

  #removeGeometry(before: StoredRow): void {
    const { geometry } = before.feature;
    this.#statements.deleteBox.run(before.seq);
    this.#parts.densityIndex.remove(located(before));
    this.#parts.blocks.outdate(geometry);
    this.#parts.touched.addGeometry(geometry);
  }

  #count({ feature, text }: Pick<NewRow, 'feature' | 'text'>, sign: 1 | -1): void {
    this.#parts.statsDelta.add(feature, Buffer.byteLength(text), sign);
  }
}

function located({ seq, id, feature: { geometry }, stored }: StoredRow): LocatedFeature {
  return { seq, id, geometry, stored };
}
