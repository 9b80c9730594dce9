import type { Statistics } from '../../model/results.ts';
import { geometriesOf } from '../../model/statistics/list-statistics.ts';
import { DATATYPES, MAX_LISTED_CHARS } from '../../model/statistics/stats-delta.ts';
import { readExtent } from './extent.ts';
import type { SpaceReader } from './space-reader.ts';

/** More different tags or property names than this are not listed; the response then says it is estimated. */
const LISTED = 1000;

/** The longest that is listed in UTF-8, which has up to three bytes for a character of JavaScript. */
const MAX_BYTES = 3 * MAX_LISTED_CHARS;

/** Answered from what writes keep up to date: the cost does not follow the number of features. */
export function readStatistics(reader: SpaceReader): Statistics {
  const { count, bytes } = reader.size();
  const tags = listed(
    reader,
    `SELECT tag AS key, count FROM tag_count WHERE octet_length(tag) <= ${MAX_BYTES} ORDER BY count DESC, tag`,
  );
  const properties = listed(
    reader,
    // SQLite takes datatype from the row that has the maximum: the most frequent one.
    `SELECT key, sum(count) AS count, datatype, max(count) FROM property_count
      WHERE octet_length(key) <= ${MAX_BYTES} GROUP BY key ORDER BY 2 DESC, key`,
  );
  const types = reader.database
    .prepare('SELECT geometry_type AS type FROM geometry_count WHERE count > 0 ORDER BY 1')
    .all();
  return {
    count,
    bytes,
    extent: readExtent(reader),
    ...geometriesOf(types.map(({ type }) => type as number)),
    tags: {
      value: tags.rows.map(({ key, count }) => ({ key: key as string, count: count as number })),
      complete: tags.complete,
    },
    properties: {
      value: properties.rows.map(({ key, count, datatype }) => ({
        key: key as string,
        count: count as number,
        datatype: DATATYPES[datatype as number]!,
      })),
      complete: properties.complete,
    },
  };
}

function listed(reader: SpaceReader, sql: string) {
  const rows = reader.database.prepare(`${sql} LIMIT ${LISTED + 1}`).all();
  return {
    rows: rows.slice(0, LISTED).filter(({ key }) => (key as string).length <= MAX_LISTED_CHARS),
    complete: rows.length <= LISTED,
  };
}
