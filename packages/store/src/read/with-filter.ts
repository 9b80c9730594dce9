import type { Geos } from '@meridian/geo';
import { prepareFilter } from '../model/query/expression-test.ts';
import type { FeatureFilter } from '../model/query/query.ts';
import type { Effect } from './effect.ts';

/** Carries out a read with its filter prepared; what that holds is freed at its end, however it ends. */
export function* withFilter<T, Y>(
  filter: FeatureFilter,
  geos: Geos | undefined,
  work: () => Effect<T, Y>,
): Effect<T, Y> {
  const release = prepareFilter(filter, geos);
  try {
    return yield* work();
  } finally {
    release();
  }
}
