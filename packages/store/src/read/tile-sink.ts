import { type Geometry, isAtEndOfMap, SeenFeature, TileWriter } from '@meridian/geo';
import { propertiesText } from '../model/feature/feature-text.ts';
import type { ReadRow } from '../model/feature/row.ts';
import type { StoredFeature } from '../model/query/match.ts';
import type { TileQuery } from '../model/query/query.ts';
import { select } from '../model/query/view.ts';
import type { StreamEnd } from '../model/results.ts';
import type { Chunk } from './chunk.ts';
import { ClusterSink } from './cluster-sink.ts';
import { type RowConditions, RowFilter } from './row-filter.ts';
import type { RowSink } from './row-sink.ts';
import { VizFilter } from './viz-filter.ts';

/** Draws features on a vector tile. It is one piece, there when all of them have been drawn. */
export class TileSink implements RowSink {
  isFull = false;
  readonly #query: TileQuery;
  readonly #filter: RowFilter;
  readonly #viz: VizFilter | undefined;
  /** If nothing but ids and geometries is shown, as far as they can be seen. */
  readonly #seen: SeenFeature | undefined;
  readonly #isSampled: boolean;
  readonly #isAtEndOfMap: boolean;
  readonly #writer: TileWriter;
  #left: number;
  #tile: Chunk | undefined;

  constructor(query: TileQuery, conditions: RowConditions) {
    this.#query = query;
    this.#isAtEndOfMap = isAtEndOfMap(query.tile);
    this.#filter = new RowFilter(conditions);
    this.#viz = query.viz ? new VizFilter(this.#filter, query.tile) : undefined;
    const isShapeOnly = query.viz && query.clip && query.selection?.length === 0;
    this.#seen = isShapeOnly && conditions.tests.length === 0 ? new SeenFeature(query.tile) : undefined;
    this.#isSampled = conditions.part < 1;
    this.#writer = writerOf(query);
    this.#left = query.limit;
  }

  push(row: ReadRow): void {
    if (this.#seen && this.#left > 0 && row.isInSample && row.drawOn) {
      row.drawOn(this.#seen);
      if (this.#writer.addSeen(this.#seen)) this.#left--;
      return;
    }
    const feature = this.#filter.feature(row);
    if (!feature) return;
    if (this.#left === 0 && !this.#viz) {
      this.isFull = this.#filter.meets(row);
      return;
    }
    const geometry = this.#geometry(row);
    if (!geometry) return;
    if (this.#left === 0) this.isFull = this.#filter.meets(row);
    else if (this.#draw(feature, geometry)) this.#left--;
  }

  #draw(feature: StoredFeature, geometry: Geometry): boolean {
    const { selection, flatten, keyPrefix } = this.#query;
    if (!selection && !flatten)
      return this.#writer.addText(feature.id, geometry, propertiesText(feature.text));
    const properties = selection ? select(feature, selection).properties : feature.properties;
    return this.#writer.add(feature.id, geometry, properties, flatten, keyPrefix);
  }

  /**
   * What is cut to the tile is dropped there if nothing of it is left; no need to look before. Only beyond the end of the map, where
   * an index of few digits finds what is not on it, the margin of the tile would have room for that.
   */
  #geometry(row: ReadRow): Geometry | null {
    const { clip } = this.#query;
    if (this.#viz) return this.#viz.seen(row, clip ? 'whole' : 'meeting');
    if (!clip) return this.#filter.geometry(row, false);
    const geometry = this.#filter.drawn(row);
    return geometry && this.#isAtEndOfMap && !this.#filter.isNear(geometry, row) ? null : geometry;
  }

  flush(): Chunk | undefined {
    const tile = this.#tile;
    this.#tile = undefined;
    return tile;
  }

  finish(): StreamEnd {
    this.#tile = drawn(this.#writer);
    return { more: this.isFull || this.#isSampled, last: 0 };
  }
}

/** Draws cells instead of features. */
export class ClusterTileSink implements RowSink {
  readonly isFull = false;
  readonly #query: TileQuery;
  readonly #clusters: ClusterSink;
  #tile: Chunk | undefined;

  constructor(query: TileQuery & Required<Pick<TileQuery, 'clustering'>>, conditions: RowConditions) {
    this.#query = query;
    this.#clusters = new ClusterSink(query, conditions);
  }

  get clusters(): ClusterSink {
    return this.#clusters;
  }

  push(row: ReadRow): void {
    this.#clusters.push(row);
  }

  flush(): Chunk | undefined {
    const tile = this.#tile;
    this.#tile = undefined;
    return tile;
  }

  finish(): StreamEnd {
    const end = this.#clusters.finish();
    const writer = writerOf(this.#query);
    for (const { id, geometry, properties } of this.#clusters.cells())
      writer.add(id, geometry, properties, this.#query.flatten, this.#query.keyPrefix);
    this.#tile = drawn(writer);
    return end;
  }
}

function writerOf({ layer, tile, clip, marginPixels }: TileQuery): TileWriter {
  return new TileWriter(layer, tile, undefined, clip ? marginPixels : Infinity);
}

/** An empty tile has no bytes, so there is nothing to send. */
function drawn(writer: TileWriter): Chunk | undefined {
  const bytes = writer.finish();
  return bytes.length > 0 ? bytes : undefined;
}
