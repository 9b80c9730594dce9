import { geometryText } from '../../model/feature/feature-text.ts';
import type { StatsDelta } from '../../model/statistics/stats-delta.ts';
import type { LocatedFeature } from '../../pyramid/density/density-changes.ts';
import type { TouchedBoxes } from '../../rules/touched/touched-boxes.ts';
import type { NewRow, StoredRow } from '../../rules/write/feature-table.ts';
import type { BoxTree } from './box-tree/box-tree.ts';
import type { DensityIndex } from './density/density-index.ts';
import type { prepareRows } from './feature-rows.ts';
import type { PropertyIndex } from './property-index.ts';
import type { SqliteTileBlocks } from './tile-blocks/sqlite-tile-blocks.ts';

type Statements = Pick<ReturnType<typeof prepareRows>, 'insertTag' | 'insertTags' | 'deleteTag'>;

/** What is updated with every feature beside its row. */
type Parts = {
  boxes: BoxTree;
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
  /** New rows that are not in the index of tags yet: those of one tag lie beside each other there. */
  readonly #newTags = new Map<string, number[]>();

  constructor(statements: Statements, parts: Parts) {
    this.#statements = statements;
    this.#parts = parts;
  }

  add(seq: number, row: NewRow): void {
    this.#addGeometry(seq, row);
    for (const tag of row.feature.tags) this.#addTag(tag, seq);
    this.#parts.properties.add(seq, row.feature);
    this.#count(row, 1);
  }

  #addTag(tag: string, seq: number): void {
    const seqs = this.#newTags.get(tag);
    if (seqs) seqs.push(seq);
    else this.#newTags.set(tag, [seq]);
  }

  /** Writes what was collected in memory: before somebody looks at it, and at the end of a commit. */
  flush(): void {
    this.#parts.boxes.flush();
    for (const [tag, seqs] of this.#newTags) this.#statements.insertTags.run(tag, JSON.stringify(seqs));
    this.#newTags.clear();
  }

  /** Lets go of what memory holds: it was undone, or nothing is written for now. */
  forget(): void {
    this.#parts.boxes.forget();
    this.#newTags.clear();
  }

  remove(before: StoredRow): void {
    this.flush();
    const { seq, feature } = before;
    this.#removeGeometry(before);
    for (const tag of feature.tags) this.#statements.deleteTag.run(tag, seq);
    this.#parts.properties.remove(seq, feature);
    this.#count(before, -1);
  }

  /** What stays as it was is left alone: its entries lie in pages all over the file. */
  replace(before: StoredRow, row: NewRow): void {
    this.flush();
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
    const { boxes, densityIndex, blocks } = this.#parts;
    if (facts?.bbox) boxes.add(seq, facts.bbox);
    // The geometry may have to be parsed first: only where somebody looks at it.
    if (densityIndex.has(seq))
      densityIndex.add({ seq, id: feature.id, geometry: feature.geometry, stored: row }, facts?.bbox);
    if (blocks.isWanted) blocks.outdate(feature.geometry);
    this.#parts.touched.add(facts?.bbox);
  }

  #removeGeometry(before: StoredRow): void {
    const { geometry } = before.feature;
    this.#parts.boxes.remove(before.seq);
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
