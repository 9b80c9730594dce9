import { type Box, type Centre, writeBox } from './area.ts';
import type { Call, CallOptions } from './connection.ts';
import type { Filter } from './filter.ts';
import type { Geometry } from './geojson.ts';
import { type Past, writeFilter, writeParameters, writePast } from './query.ts';

/** What to group by, what to compute of each group, and which features. */
export type AggregateOptions = CallOptions &
  Filter &
  Past & {
    /** `country`, `month(founded)`, `h3(5)`, `in(districts)`, `bins(height,5,quantile)`; none = one group. */
    groupBy?: readonly string[] | undefined;
    /** `sum(population)`, `quantile(population,0.9)`. */
    measures?: readonly string[] | undefined;
    /** `count:desc`, or a key or measure as it is asked for. */
    sort?: readonly string[] | undefined;
    /** Groups of a page. */
    limit?: number | undefined;
    /** That of the page before. */
    handle?: string | undefined;
    /** Of times; UTC without. */
    timeZone?: string | undefined;
    bbox?: Box | undefined;
    /** Only features within `radius` of it. */
    near?: Centre | undefined;
    /** Only features that meet it; `radius` widens it. */
    area?: Geometry | undefined;
    /** In metres. */
    radius?: number | undefined;
  };

/** The value of each key, the number of features, and measures under the names by which they were asked for. */
export type AggregateGroup = { key: Record<string, unknown>; count: number; [measure: string]: unknown };

/** `handle` is there where there are more groups. */
export type Aggregate = {
  type: 'Aggregate';
  count: number;
  groupCount: number;
  groups: AggregateGroup[];
  handle?: string;
};

/** What is asked of a geometry goes into a body, all else into the URL. */
export function aggregateCall(options: AggregateOptions): Call {
  const { groupBy, measures, sort, limit, handle, timeZone, bbox, near, area, radius } = options;
  const path = '/aggregate';
  const filter = [...writePast(options), ...writeFilter(options)];
  if (area) {
    const body = { groupBy, measures, sort, limit, handle, timeZone, area, radius };
    return { method: 'POST', path, query: filter, body, idempotent: true };
  }
  const query = writeParameters({
    // Commas within a term are part of it.
    groupBy: groupBy?.join(','),
    measures: measures?.join(','),
    sort: sort?.join(','),
    limit,
    handle,
    timeZone,
    ...near,
    radius,
  });
  return { path, query: [...query, ...(bbox ? writeBox(bbox) : []), ...filter] };
}
