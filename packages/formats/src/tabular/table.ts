import type { Feature } from '../feature.ts';
import { parseJson } from '../json.ts';
import type { Platform } from '../platform.ts';
import type { FeatureInput } from '../write/write-options.ts';
import { type FeatureParts, type OwnColumns, partsOf, SchemaBuilder, type TableSchema } from './schema.ts';

export type Table = { schema: TableSchema; rows(): AsyncIterable<FeatureParts> };

/**
 * A table needs its columns before its first row, and only the features themselves determine them: the statistics of a
 * space know neither nested values nor mixed types. So features are written down once, then gone through again.
 */
export async function withTable<T>(
  features: AsyncIterable<FeatureInput>,
  own: OwnColumns,
  platform: Platform,
  use: (table: Table) => AsyncIterable<T>,
  /** Sees every feature before the first row is made. */
  observe?: (feature: Feature) => void,
): Promise<AsyncIterable<T>> {
  const notebook = await platform.notebook();
  return (async function* () {
    try {
      const builder = new SchemaBuilder();
      for await (const given of features) {
        const feature = typeof given === 'string' ? (parseJson(given) as Feature) : given;
        feature.properties ??= {};
        feature.geometry ??= null;
        builder.add(feature);
        observe?.(feature);
        await notebook.add(JSON.stringify(feature));
      }
      yield* use({
        schema: builder.finish(own),
        async *rows() {
          for await (const line of notebook.lines()) yield partsOf(parseJson(line) as Feature);
        },
      });
    } finally {
      await notebook.dispose();
    }
  })();
}
