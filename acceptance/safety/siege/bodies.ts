import type { Random } from '../../harness/random.ts';
import type { ApiDocument, Schema } from './document.ts';
import { hostileText } from './texts.ts';

const MAX_DEPTH = 8;
const POINT = { type: 'Point', coordinates: [13.4, 52.5] };

/** Members whose schema only says that they are objects: what is meant by them, to be broken. */
const MEANT: Readonly<Record<string, readonly unknown[]>> = {
  processors: [
    {
      'rule-tagger': [{ params: { taggingRules: { big: '$.features[?(@.properties.n > 3)]', t: '$..n' } } }],
    },
    {
      'schema-validator': [
        { params: { schema: { type: 'object', properties: { n: { type: 'number', maximum: 5 } } } } },
      ],
    },
    { 'schema-validator': [{ params: { schema: '{"properties":{"s":{"pattern":"^(a+)+$"}}}' } }] },
    {
      'schema-validator': [
        { params: { schema: { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } } } },
      ],
    },
  ],
  listeners: [
    { 'activity-log': [{ params: { spaceId: 'siege-log', storageMode: 'FULL', states: 3 } }] },
    { 'activity-log-writer': [{ params: { storageMode: 'DIFF_ONLY' } }] },
  ],
  storage: [
    { id: 'virtualspace', params: { virtualspace: { group: ['siege-a', 'siege-h'] } } },
    { id: 'virtualspace', params: { virtualspace: { override: ['siege-a', 'siege-h'] } } },
    { id: 'virtualspace', params: { virtualspace: { merge: ['siege-a', 'siege-v'] } } },
  ],
  searchableProperties: [{ n: true, 'a.b': true, s: false }],
  client: [{ a: 1 }],
  urm: [
    { 'xyz-hub': { readFeatures: [{ space: 'siege-a' }], createFeatures: [{ owner: 'x' }] } },
    { 'xyz-hub': { readFeatures: [{}], manageSpaces: [{}] } },
  ],
  geometry: [
    POINT,
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
    { type: 'MultiPoint', coordinates: [] },
    {
      type: 'GeometryCollection',
      geometries: [
        POINT,
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [180, 90],
          ],
        },
      ],
    },
    null,
  ],
  layers: [[{ id: 'siege-a', style: {} }]],
};

/** A value that the schema allows, for most of it. */
export function schemaValue(
  random: Random,
  document: ApiDocument,
  schema: Schema,
  name = '',
  depth = 0,
): unknown {
  const meant = Object.hasOwn(MEANT, name) ? MEANT[name] : undefined;
  if (meant && random.next() < 0.7) return random.pick(meant);
  const resolved = document.resolve(schema);
  const inner = (one: Schema, as = name) => schemaValue(random, document, one, as, depth + 1);
  if (resolved.examples && random.next() < 0.35) return random.pick(resolved.examples);
  if ('const' in resolved) return resolved.const;
  if (resolved.enum) return random.pick(resolved.enum);
  const choices = resolved.oneOf ?? resolved.anyOf ?? resolved.allOf;
  if (choices) return inner(random.pick(choices));
  switch (Array.isArray(resolved.type) ? random.pick(resolved.type) : resolved.type) {
    case 'object':
      return depth > MAX_DEPTH ? {} : objectOf(random, resolved, inner);
    case 'array':
      return depth > MAX_DEPTH
        ? []
        : Array.from({ length: random.whole(0, 4) }, () => inner(resolved.items ?? {}, ''));
    case 'integer':
      return random.whole(resolved.minimum ?? -3, Math.min(resolved.maximum ?? 300, 300));
    case 'number':
      return random.next() * 400 - 200;
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    default:
      return name === 'id' ? `f${random.whole(0, 60)}` : hostileText(random, name);
  }
}

function objectOf(random: Random, schema: Schema, inner: (schema: Schema, name: string) => unknown): object {
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.next() < 0.3)
    .map(([name, member]) => [name, inner(member, name)] as const);
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  if (isOpen && random.next() < 0.5) {
    const name = random.pick(['n', 's', 'a', hostileText(random, '')]);
    const value =
      additionalProperties === true
        ? random.pick([1, 'text', { b: [1] }])
        : inner(additionalProperties, name);
    members.push([name, value]);
  }
  return Object.fromEntries(members);
}
