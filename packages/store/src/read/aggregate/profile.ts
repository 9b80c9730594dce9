import { isTakenApart } from '@meridian/geo';
import { NAMESPACE } from '../../model/feature/feature.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { isObject, type JsonObject } from '../../model/json/own.ts';
import { StoredFeature } from '../../model/query/match.ts';
import { MAX_LISTED_CHARS } from '../../model/statistics/stats-delta.ts';
import type { Chunk } from '../chunk.ts';
import { type Effect, forEach } from '../effect.ts';
import { encode } from '../feature-sink.ts';
import type { ReadEnd } from '../row-sink.ts';
import { PropertyProfile, type ValueRoom } from './property-profile.ts';

/** More names than this are not looked at. */
const MAX_PROPERTIES = 200;
/** Different values of all properties together. */
const MAX_VALUES = 200_000;
const PROFILES_PER_CHUNK = 50;

/** What features have below `properties`, name by name: JSON texts, joined by commas. */
export function* profile(rows: Effect<void, ReadRow[]>): Effect<ReadEnd, Chunk> {
  const profiles = new Map<string, PropertyProfile>();
  const room: ValueRoom = { values: MAX_VALUES };
  let isComplete = true;
  const profileOf = (name: string) => {
    const known = profiles.get(name);
    if (known) return known;
    if (profiles.size >= MAX_PROPERTIES) {
      isComplete = false;
      return undefined;
    }
    const added = new PropertyProfile(room);
    profiles.set(name, added);
    return added;
  };
  // Names as in the statistics that are always there: objects are not looked at, but what is in them.
  const addAll = (values: JsonObject, prefix: string): void => {
    for (const name of Object.keys(values)) {
      const value = values[name];
      const key = prefix + name;
      if (isObject(value) && isTakenApart(key) && Object.keys(value).length > 0) addAll(value, `${key}.`);
      else if (key.length <= MAX_LISTED_CHARS) profileOf(key)?.add(value);
    }
  };
  yield* forEach(rows, function* (batch) {
    for (const row of batch) {
      const { [NAMESPACE]: _hub, ...properties } = new StoredFeature(row.id, row).properties;
      addAll(properties, '');
    }
    yield undefined;
  });
  const texts = [...profiles].map(([key, found]) => JSON.stringify({ key, ...found.toJSON() }));
  for (let from = 0; from < texts.length; from += PROFILES_PER_CHUNK)
    yield encode(texts.slice(from, from + PROFILES_PER_CHUNK));
  return { more: !isComplete, last: 0 };
}
