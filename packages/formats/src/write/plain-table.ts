import type { Feature } from '../feature.ts';
import type { Platform } from '../platform.ts';
import { NAMESPACE, roleOf } from '../tabular/column-names.ts';
import { type FeatureParts, partsOf, type ValueType } from '../tabular/schema.ts';
import { type Table, withTable } from '../tabular/table.ts';
import { Losses } from './losses.ts';
import type { FeatureInput, WriteOptions } from './write-options.ts';

/** A column of a format that knows nothing of ours: ids and tags are columns like any other. */
export type PlainColumn = {
  name: string;
  type: ValueType;
  /** A text, number or boolean; undefined where there is none. */
  pick(parts: FeatureParts): unknown;
};

export type PlainTable = Pick<Table, 'rows'> & {
  columns: PlainColumn[];
  heights: Table['schema']['heights'];
  losses: Losses;
};

/** For formats of other programs: the properties as columns, besides them `id` and `tags` where features have some. */
export async function withPlainTable<T>(
  features: AsyncIterable<FeatureInput>,
  { losses = new Losses() }: WriteOptions,
  platform: Platform,
  use: (table: PlainTable) => AsyncIterable<T>,
): Promise<AsyncIterable<T>> {
  let hasTags = false;
  let hasIds = false;
  const observe = (feature: Feature) => {
    const { tags, root } = partsOf(feature);
    hasIds ||= feature.id !== undefined;
    hasTags ||= tags !== undefined && tags.length > 0;
    if (root !== undefined) losses.add('members of features left out', Object.keys(root).length);
    for (const [name, value] of Object.entries(feature.properties)) {
      if (name === NAMESPACE) continue;
      if (value === null) losses.add('properties that are null left out');
      else if (typeof value === 'object') losses.add('nested values written as JSON texts');
    }
  };
  const usePlain = ({ schema, rows }: Table) => {
    const columns: PlainColumn[] = schema.columns.flatMap(({ name, type, pick }) => {
      const role = roleOf(name);
      return typeof role === 'string' ? [] : [{ name: role.property, type, pick }];
    });
    const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
    if (hasTags)
      columns.unshift(own('tags', taken, ({ tags }) => (tags?.length ? tags.join(',') : undefined)));
    if (hasIds) columns.unshift(own('id', taken, ({ feature }) => feature.id));
    if (schema.columns.some(({ name }) => roleOf(name) === 'properties'))
      losses.add('properties left out whose names cannot be columns');
    return use({ columns, rows, heights: schema.heights, losses });
  };
  return withTable(features, [], platform, usePlain, observe);
}

/** `id`, or `id_2` where a property has that name. */
function own(name: string, taken: Set<string>, pick: PlainColumn['pick']): PlainColumn {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
  return { name: free, type: 'text', pick };
}
