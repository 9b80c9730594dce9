import type { Geometry } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { FeatureQuery } from '../model/query/query.ts';
import { isPlainView, showFeature } from '../model/query/view.ts';
import type { StreamEnd } from '../model/results.ts';
import type { Chunk } from './chunk.ts';
import { type RowConditions, RowFilter } from './row-filter.ts';
import type { RowSink } from './row-sink.ts';
import { VizFilter } from './viz-filter.ts';

export type FeatureSinkQuery = Pick<FeatureQuery, 'view' | 'limit' | 'after'>;

/** Shows features as the view asks for. */
export class FeatureSink implements RowSink {
  isFull = false;
  readonly #query: FeatureSinkQuery;
  readonly #filter: RowFilter;
  readonly #viz: VizFilter | undefined;
  readonly #isPlain: boolean;
  /** Whether the row of a point is its text already: `pointRow` writes it without properties. */
  readonly #isGeometryOnly: boolean;
  readonly #isSampled: boolean;
  #texts: string[] = [];
  #left: number;
  #last: number;

  constructor(query: FeatureSinkQuery, conditions: RowConditions) {
    this.#query = query;
    this.#filter = new RowFilter(conditions);
    this.#viz = query.view.viz && new VizFilter(this.#filter, query.view.viz);
    this.#isPlain = isPlainView(query.view);
    this.#isGeometryOnly =
      query.view.selection?.length === 0 &&
      query.view.coordinates !== 'datahub' &&
      query.view.crs === undefined;
    this.#isSampled = conditions.part < 1;
    this.#left = query.limit;
    this.#last = query.after;
  }

  push(row: ReadRow): void {
    const feature = this.#filter.feature(row);
    if (!feature) return;
    if (row.filedGeometry?.type === 'Point' && this.#isGeometryOnly && row.needsRecheck === false)
      return this.#show(row, row.text);
    const geometry = this.#geometry(row);
    if (geometry === null) return;
    if (this.#left > 0 && !this.#isPlain)
      this.#show(row, showFeature(feature, this.#query.view, row.hasZ === 1, geometry));
    else this.#show(row, row.text);
  }

  #show({ seq }: ReadRow, text: string): void {
    if (this.#left === 0) {
      this.isFull = true;
      return;
    }
    this.#texts.push(text);
    this.#last = seq;
    this.#left--;
  }

  /** What is to be shown in place of the stored geometry; undefined = that itself; null = the feature is left out. */
  #geometry(row: ReadRow): Geometry | null | undefined {
    const { clip } = this.#query.view;
    if (this.#viz) return this.#viz.seen(row, clip ? 'clipped' : 'meeting');
    if (clip && row.needsRecheck !== false) return this.#filter.geometry(row, true);
    return this.#filter.meets(row) ? undefined : null;
  }

  flush(): Chunk | undefined {
    if (this.#texts.length === 0) return undefined;
    const chunk = encode(this.#texts);
    this.#texts = [];
    return chunk;
  }

  finish(): StreamEnd {
    return {
      more: this.isFull || this.#isSampled,
      last: this.#last,
      shown: this.#query.limit - this.#left,
    };
  }
}

const encoder = new TextEncoder();

export function encode(texts: string[]): Chunk {
  return encoder.encode(texts.join(','));
}
