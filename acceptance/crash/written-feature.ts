import type { Random } from '../harness/random.ts';
import { type Json, type JsonObject, member, without } from '../model/json.ts';

const NAMESPACE = '@ns:com:here:xyz';
export const TAGS = ['red', 'green', 'blue'];

/** A feature that no other write ever sends: `revision` tells two states of one id apart. */
export function writtenFeature(random: Random, revision: string): JsonObject {
  return {
    type: 'Feature',
    geometry: geometry(random),
    properties: {
      revision,
      size: random.whole(0, 1e6) / 10,
      text: 'x'.repeat(random.whole(0, 40) ** 2),
      inner: { revision, list: Array.from({ length: random.whole(0, 5) }, () => random.whole(0, 9)) },
      [NAMESPACE]: { tags: TAGS.filter(() => random.next() < 0.4) },
    },
  };
}

/** What the client wrote of a served feature: without its id and the server's times. */
export function writtenPart(served: Json): JsonObject {
  const properties = member(served, 'properties') as JsonObject;
  const tags = member(member(properties, NAMESPACE), 'tags') ?? null;
  return {
    type: 'Feature',
    geometry: member(served, 'geometry') ?? null,
    properties: { ...without(properties, NAMESPACE), [NAMESPACE]: { tags } },
  };
}

export function tagsOf(written: JsonObject): Json[] {
  return member(member(written.properties, NAMESPACE), 'tags') as Json[];
}

function geometry(random: Random): Json {
  const at = (): Json => [random.next() * 360 - 180, random.next() * 180 - 90];
  const start = at();
  switch (random.whole(0, 5)) {
    case 0:
      return null;
    case 1:
      return { type: 'LineString', coordinates: [at(), at(), at()] };
    case 2:
      return { type: 'Polygon', coordinates: [[start, at(), at(), start]] };
    case 3:
      return { type: 'MultiPoint', coordinates: Array.from({ length: random.whole(0, 3) }, at) };
    default:
      return { type: 'Point', coordinates: at() };
  }
}
