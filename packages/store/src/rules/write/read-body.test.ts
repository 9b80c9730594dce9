import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { isFault } from '../../contract/is-fault.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import type { BodyContent } from './body-content.ts';
import { readBody } from './read-body.ts';
import type { ContentCoding, WriteRequest } from './write-request.ts';

const read = (body: unknown, changes: Partial<WriteRequest> = {}) => readBody(writeRequest(body, changes));
const lines = (text: string) => ({
  body: { bytes: new TextEncoder().encode(text), coding: 'identity' as const, lines: true },
});
const entriesOf = ({ modifications }: BodyContent) => modifications.flatMap(({ entries }) => entries);
const idsOf = (content: BodyContent) => entriesOf(content).map(({ id, message }) => id ?? message);

describe('a body may be', () => {
  test('a FeatureCollection', () => {
    const content = read(collectionOf([{ id: 'a' }, { id: 'b' }]));
    assert.equal(content.single, false);
    assert.deepEqual(idsOf(content), ['a', 'b']);
  });

  test('one Feature', () => {
    const content = read({ type: 'Feature', id: 'a' });
    assert.equal(content.single, true);
    assert.deepEqual(idsOf(content), ['a']);
  });

  const oneExpected: [string, WriteRequest['target']][] = [
    ['one feature', { kind: 'feature', id: 'a' }],
    ['a new feature', { kind: 'newFeature', returning: 'feature' }],
  ];
  for (const [what, target] of oneExpected)
    test(`a Feature without its type where ${what} is written`, () => {
      const content = read('{"id":"a"}', { target });
      assert.equal(content.single, true);
      assert.deepEqual(idsOf(content), ['a']);
    });

  test('a FeatureCollection without features', () => {
    const content = read({ type: 'FeatureCollection' });
    assert.equal(content.single, false);
    assert.deepEqual(idsOf(content), []);
  });

  test('a text behind a byte order mark', () =>
    assert.deepEqual(idsOf(read('\ufeff{"type":"Feature","id":"a"}')), ['a']));

  test('one Feature a line', () => {
    const text = '{"id":"a"}\n\n  {"id":"b"}\r\n\u001e{"id":"c"}\n';
    assert.deepEqual(idsOf(read('', lines(text))), ['a', 'b', 'c']);
    assert.equal(read('', lines('{"id":"a"}')).single, false);
  });

  test('one Feature a line without the content type that says so', () =>
    assert.deepEqual(idsOf(read('{"id":"a"}\n{"id":"b"}\n')), ['a', 'b']));

  test('no lines at all', () => assert.deepEqual(idsOf(read('', lines('\n\n'))), []));

  test('a list of modifications', () => {
    const { modifications } = read({
      type: 'FeatureModificationList',
      modifications: [
        {
          featureData: { features: [{ id: 'a' }] },
          onFeatureExists: 'delete',
          onFeatureNotExists: 'retain',
          onMergeConflict: 'replace',
        },
        { featureIds: ['x', 5], featureData: null },
      ],
    });
    assert.deepEqual(
      modifications.map(({ rule }) => rule),
      [
        { onExists: 'delete', onNotExists: 'retain', onConflict: 'replace' },
        { onExists: 'replace', onNotExists: 'create', onConflict: 'error' },
      ],
    );
    assert.deepEqual(modifications[1]!.ids, [
      { position: 1, id: 'x' },
      { position: 2, id: '5' },
    ]);
  });
});

test('a bad line is the fault of that line', () => {
  const entries = entriesOf(read('', lines('{"id":"a"}\n{"id":\n{"id":"c","geometry":5}\n7\n')));
  assert.deepEqual(
    entries.map(({ id, position }) => [id, position]),
    [
      ['a', 0],
      [undefined, 1],
      ['c', 2],
      [undefined, 3],
    ],
  );
  assert.match(entries[1]!.message!, /^line 2 is not valid JSON/);
  assert.match(entries[2]!.message!, /^geometry must be/);
  assert.match(entries[3]!.message!, /^must be a GeoJSON Feature object/);
});

describe('a body is refused', () => {
  const list = (modifications: unknown) => ({ type: 'FeatureModificationList', modifications });
  const refusals: [what: string, body: unknown, message: RegExp][] = [
    ['when it is empty', '', /the request body is empty/],
    ['when it is blank', ' \n ', /the request body is empty/],
    ['when it is no JSON', '{"type":"Feature"', /the request body is not valid JSON/],
    ['when it is an array', '[]', /the request body must be a GeoJSON object/],
    ['when it is a number', '1e999', /the request body must be a GeoJSON object/],
    ['when it is null', 'null', /the request body must be a GeoJSON object/],
    [
      'when it is a geometry',
      { type: 'Point', coordinates: [1, 2] },
      /type must be "FeatureCollection", "Feature" or "FeatureModificationList", not "Point"/,
    ],
    ['when its type is no text', { type: 5 }, /not 5/],
    ['when a modification has neither features nor ids', list([{}]), /^modifications\[0\] changes nothing/],
    ['when it has no type', '{"id":"a"}', /^type is missing: it must be "FeatureCollection", "Feature" or/],
    ['when it is a list of features without a type', '{"features":[{"id":"a"}]}', /^type is missing/],
    ['when it is a modification list without a type', '{"modifications":[]}', /^type is missing/],
    [
      'when the features of a collection are null',
      { type: 'FeatureCollection', features: null },
      /^features must be an array$/,
    ],
    [
      'when features are an object',
      { type: 'FeatureCollection', features: {} },
      /^features must be an array$/,
    ],
    ['when modifications are missing', list(undefined), /^modifications must be an array$/],
    ['when a modification is null', list([null]), /^modifications\[0\] must be an object$/],
    [
      'when a modification is of another type',
      list([{ featureIds: [] }, { type: 'Feature' }]),
      /^modifications\[1\]\.type must be "FeatureModification"$/,
    ],
    [
      'when featureData is a list',
      list([{ featureData: [] }]),
      /^modifications\[0\]\.featureData must be a FeatureCollection$/,
    ],
    [
      'when featureData has no features',
      list([{ featureData: {} }]),
      /^modifications\[0\]\.featureData\.features must be an array$/,
    ],
    [
      'when featureIds is a text',
      list([{ featureIds: 'a' }]),
      /^modifications\[0\]\.featureIds must be an array of strings$/,
    ],
    [
      'when an id is null',
      list([{ featureIds: ['a', null] }]),
      /^modifications\[0\]\.featureIds\[1\] must be a string$/,
    ],
    [
      'when a rule is unknown',
      list([{ onFeatureExists: 'Patch' }]),
      /^modifications\[0\]\.onFeatureExists must be one of patch, replace/,
    ],
    [
      'when a rule is no text',
      list([{ onFeatureNotExists: 1 }]),
      /^modifications\[0\]\.onFeatureNotExists must be one of create, retain, error$/,
    ],
    [
      'when a conflict rule is unknown',
      list([{ onMergeConflict: 'merge' }]),
      /^modifications\[0\]\.onMergeConflict must be one of/,
    ],
    [
      'when it is nested too deep',
      `{"properties":${'['.repeat(300)}${']'.repeat(300)}}`,
      /nested deeper than 200/,
    ],
  ];
  for (const [what, body, message] of refusals)
    test(what, () => assert.throws(() => read(body), isFault('invalid', message)));

  test('when it is not UTF-8', () => {
    const body = { bytes: new Uint8Array([0x7b, 0xff, 0x7d]), coding: 'identity' as const, lines: false };
    assert.throws(() => read('', { body }), isFault('invalid', /not valid UTF-8/));
  });

  const limits = { maxBodyBytes: 1000, maxFeatures: 2, maxVertices: 100 };
  const tooMany: [what: string, body: unknown, changes?: Partial<WriteRequest>][] = [
    ['a collection', collectionOf([{}, {}, {}])],
    ['lines', '', lines('{}\n{}\n{}')],
    ['modifications together', list([{ featureData: collectionOf([{}, {}]) }, { featureIds: ['a'] }])],
  ];
  for (const [what, body, changes] of tooMany)
    test(`when ${what} has more features than allowed`, () =>
      assert.throws(
        () => read(body, { ...changes, limits }),
        isFault('tooLarge', /more than the 2 features allowed/),
      ));

  test('but not when it has as many as allowed', () =>
    assert.equal(entriesOf(read(collectionOf([{}, {}]), { limits })).length, 2));
});

describe('a body may be coded', () => {
  const text = JSON.stringify(collectionOf([{ id: 'a', properties: { text: 'x'.repeat(5000) } }]));
  const coders: Record<Exclude<ContentCoding, 'identity'>, (bytes: Buffer) => Buffer> = {
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  };
  for (const [coding, code] of Object.entries(coders)) {
    const coded = (bytes: Buffer) => ({
      body: { bytes: new Uint8Array(bytes), coding: coding as ContentCoding, lines: false },
    });
    const limits = (maxBodyBytes: number) => ({ limits: { maxBodyBytes, maxFeatures: 10, maxVertices: 10 } });

    test(`as ${coding}`, () => assert.deepEqual(idsOf(read('', coded(code(Buffer.from(text))))), ['a']));
    test(`as ${coding}, up to the limit once inflated`, () => {
      const body = coded(code(Buffer.from(text)));
      assert.deepEqual(idsOf(read('', { ...body, ...limits(text.length) })), ['a']);
      assert.throws(
        () => read('', { ...body, ...limits(text.length - 1) }),
        isFault('tooLarge', /inflates to more than the \d+ bytes/),
      );
    });
    test(`as ${coding}, unless it is none`, () =>
      assert.throws(
        () => read('', coded(Buffer.from(text))),
        isFault('invalid', new RegExp(`not valid ${coding} data`)),
      ));
    test(`as ${coding}, unless it is cut short`, () =>
      assert.throws(
        () => read('', coded(code(Buffer.from(text)).subarray(0, 20))),
        isFault('invalid', new RegExp(`not valid ${coding} data`)),
      ));
  }
});
