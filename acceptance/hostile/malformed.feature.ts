import { MALFORMED_GEOMETRIES } from './malformed.geometry.ts';

/** A feature that must be refused: as JSON text, because some of it no JavaScript value can hold. */
export interface MalformedFeature {
  readonly fault: string;
  readonly text: string;
  /** The id that the error names, if there is one to name. */
  readonly id?: string;
  /** The JSON path inside the feature that the error names. */
  readonly path: string;
}

const ID = 'culprit';

function withType(fault: string, type: string): MalformedFeature {
  return {
    fault: `type: ${fault}`,
    id: ID,
    path: 'type',
    text: `{"type":${type},"id":"${ID}","geometry":null,"properties":{}}`,
  };
}

function withProperties(fault: string, properties: string, path: string): MalformedFeature {
  return {
    fault,
    id: ID,
    path,
    text: `{"type":"Feature","id":"${ID}","geometry":null,"properties":${properties}}`,
  };
}

function withTags(fault: string, tags: string, path = 'tags'): MalformedFeature {
  return withProperties(`tags: ${fault}`, `{"@ns:com:here:xyz":{"tags":${tags}}}`, path);
}

function withId(fault: string, id: string): MalformedFeature {
  return {
    fault: `id: ${fault}`,
    path: 'id',
    text: `{"type":"Feature","id":${id},"geometry":null,"properties":{}}`,
  };
}

function notAFeature(fault: string, text: string): MalformedFeature {
  return { fault: `instead of a feature: ${fault}`, path: '', text };
}

export const MALFORMED_FEATURES: readonly MalformedFeature[] = [
  ...MALFORMED_GEOMETRIES.map(
    ([fault, geometry, path]): MalformedFeature => ({
      fault,
      id: ID,
      path,
      text: `{"type":"Feature","id":"${ID}","geometry":${geometry},"properties":{}}`,
    }),
  ),
  notAFeature('null', 'null'),
  notAFeature('a number', '12'),
  notAFeature('a string', '"feature"'),
  notAFeature('a boolean', 'false'),
  notAFeature('an array', '[]'),
  notAFeature('an array of a feature', '[{"type":"Feature","geometry":null,"properties":{}}]'),
  withType('of a geometry', '"Point"'),
  withType('in lower case', '"feature"'),
  withType('FeatureCollection', '"FeatureCollection"'),
  withType('number', '1'),
  withType('null', 'null'),
  withType('object', '{}'),
  withId('empty', '""'),
  withId('boolean', 'true'),
  withId('object', '{"$oid":"507f1f77bcf86cd799439011"}'),
  withId('array', '["a"]'),
  withId('a lone surrogate', '"a\\ud800b"'),
  withId('a reversed surrogate pair', '"\\ude00\\ud83d"'),
  withProperties('properties an array', '[]', 'properties'),
  withProperties('properties a string', '"{}"', 'properties'),
  withProperties('properties a number', '0', 'properties'),
  withProperties('properties false', 'false', 'properties'),
  withProperties('namespace a string', '{"@ns:com:here:xyz":"tags"}', '@ns:com:here:xyz'),
  withProperties('namespace an array', '{"@ns:com:here:xyz":[]}', '@ns:com:here:xyz'),
  withProperties('namespace a number', '{"@ns:com:here:xyz":1}', '@ns:com:here:xyz'),
  withTags('a string', '"a"'),
  withTags('a comma-separated string', '"a,b"'),
  withTags('an object', '{"0":"a"}'),
  withTags('a number', '7'),
  withTags('false', 'false'),
  withTags('a number among them', '["a",1]', 'tags[1]'),
  withTags('null among them', '[null]', 'tags[0]'),
  withTags('an array among them', '["a",["b"]]', 'tags[1]'),
  withTags('an object among them', '[{}]', 'tags[0]'),
  withTags('an empty one', '["a",""]', 'tags[1]'),
  withTags('one with a comma', '["a,b"]', 'tags[0]'),
  withTags('one with a lone surrogate', '["\\udc00"]', 'tags[0]'),
  withTags('one that is nothing but an accent', '["\\u0301"]', 'tags[0]'),
];
