import type { Aggregate, AggregateGroup } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import type { LayerCondition } from '../../filter/layer-filter.ts';
import { call } from '../api/call.ts';
import { valuesRequest } from './requests.ts';

const PAUSE_MS = 300;

export type Suggestion = { value: string; count: number };

/** The most frequent values of a property, to choose from; of those of texts the ones that what is typed may become. */
export function useSuggestions(
  space: string,
  property: string | undefined,
  typed: LayerCondition | undefined,
): readonly Suggestion[] {
  const [values, setValues] = useState<readonly Suggestion[]>([]);
  useEffect(() => setValues([]), [space, property]);
  const typedText = JSON.stringify(typed);
  useEffect(() => {
    if (property === undefined) return;
    const running = new AbortController();
    const filter = typed && { tags: [], where: [typed] };
    const paused = setTimeout(
      () =>
        call<Aggregate>(valuesRequest(space, property, filter), running.signal).then(
          ({ groups }) => setValues(suggestionsOf(groups)),
          // One can type without them: a property may have more values than the hub counts.
          () => undefined,
        ),
      typed ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(paused);
      running.abort();
    };
  }, [space, property, typedText]);
  return values;
}

function suggestionsOf(groups: readonly AggregateGroup[]): Suggestion[] {
  return groups
    .map(({ key, count }) => ({ value: Object.values(key)[0], count }))
    .filter(({ value }) => typeof value !== 'object' && value !== undefined)
    .map(({ value, count }) => ({ value: String(value).slice(0, 200), count }));
}
