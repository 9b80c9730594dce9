import type { BBox } from '@meridian/geo';
import type { AreaTest } from '../model/query/area.ts';
import type { FeatureQuery } from '../model/query/query.ts';

/** What rows must pass, as far as an engine can tell. */
export type RowQuery = Pick<FeatureQuery, 'filter' | 'part'> & {
  area?: AreaTest | undefined;
  /** Without an area: what does not reach into this box is of no use, and may be left out where that is cheap. */
  near?: BBox | undefined;
};
