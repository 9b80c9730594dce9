import { loadGeos, NeedsGeos } from '@meridian/geo';
import { ask, type Effect } from './effect.ts';

/**
 * Loads GEOS where that is what something has failed for, which then can be done again; anything else is thrown. Few rows need it, and
 * loading it takes as long as many a read: it is done when the first of them is met.
 */
export function* geosFor(failure: unknown): Effect<void> {
  if (!(failure instanceof NeedsGeos)) throw failure;
  yield* ask(loadGeos);
}
