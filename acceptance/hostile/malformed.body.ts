/** Bodies that are wrong as a whole, for bulk writes. */
export interface MalformedBody {
  readonly fault: string;
  readonly body: string | Buffer;
  readonly type?: string;
  /** What the error must name. */
  readonly names?: string | RegExp;
}

const FEATURE = '{"type":"Feature","geometry":null,"properties":{}}';
const collection = (features: string) => `{"type":"FeatureCollection","features":${features}}`;
const LIST = 'application/vnd.here.feature-modification-list';
const list = (modifications: string) => `{"type":"FeatureModificationList","modifications":${modifications}}`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

export const MALFORMED_BODIES: readonly MalformedBody[] = [
  { fault: 'nothing', body: '' },
  { fault: 'blanks', body: ' \n\t ' },
  { fault: 'null', body: 'null' },
  { fault: 'a number', body: '42' },
  { fault: 'a string', body: '"FeatureCollection"' },
  { fault: 'an array of features', body: `[${FEATURE}]` },
  { fault: 'an open brace', body: '{' },
  { fault: 'a collection cut off', body: collection(`[${FEATURE}`).slice(0, -2) },
  { fault: 'two collections in a row', body: `${collection('[]')}${collection('[]')}` },
  { fault: 'a trailing comma', body: collection(`[${FEATURE},]`) },
  { fault: 'single quotes', body: "{'type':'FeatureCollection','features':[]}" },
  { fault: 'unquoted names', body: '{type:"FeatureCollection",features:[]}' },
  { fault: 'a comment', body: `${collection('[]')}// done` },
  { fault: 'NaN', body: collection('[{"properties":{"n":NaN}}]') },
  { fault: 'Infinity', body: collection('[{"properties":{"n":-Infinity}}]') },
  { fault: 'a hexadecimal number', body: collection('[{"properties":{"n":0x10}}]') },
  { fault: 'a leading zero', body: collection('[{"properties":{"n":012}}]') },
  { fault: 'a bad escape', body: collection('[{"properties":{"s":"\\x41"}}]') },
  { fault: 'a raw line break in a string', body: collection('[{"properties":{"s":"a\nb"}}]') },
  { fault: 'an unfinished string', body: collection('[{"properties":{"s":"a}}]') },
  {
    fault: 'bytes that are no UTF-8',
    body: Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff, 0xfe, 0x80])]),
  },
  { fault: 'UTF-16', body: Buffer.from(collection('[]'), 'utf16le') },
  {
    fault: 'an encoded surrogate',
    body: Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  },
  { fault: 'XML', body: '<kml></kml>' },
  { fault: 'an unknown type', body: '{"type":"Topology","objects":{}}', names: 'type' },
  { fault: 'a geometry', body: '{"type":"Point","coordinates":[1,2]}', names: 'type' },
  { fault: 'a feature without its type', body: '{"id":"a"}', names: 'type' },
  { fault: 'features without a type', body: '{"features":[{"id":"y"}]}', names: 'type' },
  { fault: 'modifications without a type', body: '{"modifications":[]}', names: 'type' },
  {
    fault: 'features that are null',
    body: '{"type":"FeatureCollection","features":null}',
    names: 'features',
  },
  { fault: 'features null', body: collection('null'), names: 'features' },
  { fault: 'features an object', body: collection('{}'), names: 'features' },
  { fault: 'features a feature', body: collection(FEATURE), names: 'features' },
  {
    fault: 'the same id twice',
    body: collection('[{"id":"twin"},{"id":"other"},{"id":"twin"}]'),
    names: 'twin',
  },
  { fault: 'the same id as string and number', body: collection('[{"id":"7"},{"id":7}]'), names: '7' },
  { fault: '201 levels', body: collection(`[{"properties":{"deep":${nested(201)}}}]`) },
  { fault: '20 000 levels of arrays', body: collection(`[{"properties":{"deep":${nested(20_000)}}}]`) },
  { fault: '20 000 levels of objects', body: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
  { fault: '200 000 open brackets', body: '['.repeat(200_000) },
  {
    fault: 'a line that is no JSON',
    type: 'application/x-ndjson',
    body: `${FEATURE}\n{"type":\n`,
    names: /line 2|position 1/,
  },
  {
    fault: 'a line that is no feature',
    type: 'application/x-ndjson',
    body: `${FEATURE}\n7\n`,
    names: /line 2|position 1/,
  },
  {
    fault: 'modifications missing',
    type: LIST,
    body: '{"type":"FeatureModificationList"}',
    names: 'modifications',
  },
  { fault: 'modifications an object', type: LIST, body: list('{}'), names: 'modifications' },
  { fault: 'a modification null', type: LIST, body: list('[null]'), names: 'modifications[0]' },
  {
    fault: 'featureData an array',
    type: LIST,
    body: list('[{"featureData":[]}]'),
    names: 'modifications[0].featureData',
  },
  {
    fault: 'featureIds a string',
    type: LIST,
    body: list('[{"featureIds":"a"}]'),
    names: 'modifications[0].featureIds',
  },
  { fault: 'featureIds with an object', type: LIST, body: list('[{"featureIds":["a",{}]}]') },
  {
    fault: 'onFeatureExists unknown',
    type: LIST,
    body: list('[{"onFeatureExists":"drop"}]'),
    names: 'onFeatureExists',
  },
  {
    fault: 'onFeatureNotExists unknown',
    type: LIST,
    body: list('[{"featureIds":["a"]},{"onFeatureNotExists":1}]'),
    names: 'modifications[1].onFeatureNotExists',
  },
  {
    fault: 'onMergeConflict unknown',
    type: LIST,
    body: list('[{"onMergeConflict":"x"}]'),
    names: 'onMergeConflict',
  },
];
