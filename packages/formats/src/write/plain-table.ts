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
  const values = new ValueCounts();
  const observe = (feature: Feature) => {
    const { tags, root, namespace } = partsOf(feature);
    if (feature.id !== undefined) {
      hasIds = true;
      losses.add('ids');
    }
    if (tags !== undefined && tags.length > 0) {
      hasTags = true;
      losses.add('tags');
    }
    if (namespace !== undefined) losses.add('notes');
    if (root !== undefined) losses.add('members', Object.keys(root).length);
    for (const [name, value] of Object.entries(feature.properties)) {
      if (name === NAMESPACE) continue;
      if (value === null) losses.add('nulls');
      else values.add(name);
    }
  };
  const usePlain = ({ schema, rows }: Table) => {
    const columns: PlainColumn[] = schema.columns.flatMap(({ name, type, pick }) => {
      const role = roleOf(name);
      return typeof role === 'string' ? [] : [{ name: role.property, type, pick }];
    });
    for (const { name, type } of columns) if (type === 'json') losses.add('json', values.of(name));
    losses.add('noColumn', values.all - columns.reduce((sum, { name }) => sum + values.of(name), 0));
    const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
    if (hasTags)
      columns.unshift(own('tags', taken, ({ tags }) => (tags?.length ? tags.join(',') : undefined)));
    if (hasIds) columns.unshift(own('id', taken, ({ feature }) => feature.id));
    return use({ columns, rows, heights: schema.heights, losses });
  };
  return withTable(features, [], platform, usePlain, observe);
}

/** More names than a table has columns. */
const MAX_NAMES = 10_000;

/** How many values properties have, by name. */
class ValueCounts {
  all = 0;
  readonly #byName = new Map<string, number>();

  add(name: string): void {
    this.all++;
    const count = this.#byName.get(name);
    if (count !== undefined || this.#byName.size < MAX_NAMES) this.#byName.set(name, (count ?? 0) + 1);
  }

  of(name: string): number {
    return this.#byName.get(name) ?? 0;
  }
}

/** `id`, or `id_2` where a property has that name. */
function own(name: string, taken: Set<string>, pick: PlainColumn['pick']): PlainColumn {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
  return { name: free, type: 'text', pick };
}
