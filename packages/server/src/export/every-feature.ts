import type { FeatureQuery, FeatureStream, ReadableSpace, ReadTicket } from '@meridian/hub';

/** Features read at a time: so no query takes long, however large the space is. */
const PAGE = 10_000;

/** What is exported of a space. */
export type ExportSearch = Pick<FeatureQuery, 'filter' | 'view' | 'area' | 'version'>;

/**
 * Page by page, as one stream. What is written meanwhile may be in it or not; all else is, once. `told` is called behind each
 * page, with the number of features so far.
 */
export async function* everyFeature(
  space: ReadableSpace,
  search: ExportSearch,
  ticket: ReadTicket,
  told: (features: number) => void = () => {},
): FeatureStream {
  for (let after = 0, features = 0; ; ) {
    const end = yield* space.stream({ ...search, sort: [], limit: PAGE, after }, ticket);
    features += end.shown ?? 0;
    told(features);
    if (!end.more) return end;
    after = end.last;
  }
}
