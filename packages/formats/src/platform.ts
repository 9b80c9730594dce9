import type { RandomAccess, Source } from './source.ts';

/** What Node and browsers do each in their way. */
export type Platform = {
  /** Inflates gzip, of one member or several. */
  gunzip(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** A copy that can be read in any order, and from the start again. */
  spool(source: Source, limit: number): Promise<Spooled>;
};

export type Spooled = { source: RandomAccess; dispose(): Promise<void> };
