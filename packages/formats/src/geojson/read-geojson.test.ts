import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HEAD_BYTES } from '../detect.ts';
import { readFeatures } from '../node.ts';
import { type Source, streamSource } from '../source.ts';
import { chunked, readAll, utf8 } from '../testing/read-all.ts';

const point = (id: string, x = 1, y = 2) =>
  `{"type":"Feature","id":"${id}","geometry":{"type":"Point","coordinates":[${x},${y}]},"properties":{"a":"]},{\\"b\\\\"}}`;
const feature = (id: string, x = 1, y = 2) => JSON.parse(point(id, x, y));
const collection = (...features: string[]) =>
  `{"type":"FeatureCollection","features":[${features.join(',\n')}]}`;

describe('GeoJSON is read as', () => {
  const cases: [what: string, text: string, ids: (string | undefined)[]][] = [
    ['a collection', collection(point('a'), point('b')), ['a', 'b']],
    [
      'a collection with members around its features',
      `{"name":"x","features":[${point('a')}],"bbox":[1,2,3,4],"type":"FeatureCollection"}`,
      ['a'],
    ],
    ['an empty collection', collection(), []],
    ['a feature', point('a'), ['a']],
    ['a geometry', '{"type":"Point","coordinates":[1,2]}', [undefined]],
    [
      'a geometry collection',
      '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}',
      [undefined],
    ],
    ['an array of features', `[${point('a')}, ${point('b')}]`, ['a', 'b']],
    ['features one after another', `${point('a')}\n${point('b')}\n`, ['a', 'b']],
    ['collections one after another', collection(point('a')) + collection(point('b')), ['a', 'b']],
    ['with a byte order mark', `\ufeff${collection(point('a'))}`, ['a']],
    ['a feature without type or properties', collection('{"id":"a","geometry":null}'), ['a']],
    ['with a number as id', collection('{"type":"Feature","id":7,"geometry":null,"properties":{}}'), ['7']],
    [
      'with a name written in escapes',
      `{"type":"FeatureCollection","\\u0066eatures":[${point('a')}]}`,
      ['a'],
    ],
  ];
  for (const [what, text, ids] of cases)
    test(what, async () => {
      const { features, refused, fault } = await readAll('f.geojson', text);
      assert.deepEqual([features.map(({ id }) => id), refused, fault], [ids, [], undefined]);
    });

  test('the same however the bytes come in pieces', async () => {
    const bytes = utf8(
      `\ufeff{"crs":null,"features":[\n${point('ä')} ,${point('b', 3)}, 7 ],"x":{"features":[1]}}\n`,
    );
    const whole = await readAll('f.geojson', bytes);
    assert.equal(whole.features.length, 2);
    for (let size = 1; size < bytes.length; size++)
      assert.deepEqual(
        await readAll('f.geojson', chunked('f.geojson', bytes, size)),
        whole,
        `${size} bytes at a time`,
      );
  });

  test('UTF-16 with a byte order mark', async () => {
    const { features } = await readAll(
      'f.geojson',
      Buffer.from(`\ufeff${collection(point('ä'))}`, 'utf16le'),
    );
    assert.deepEqual(features, [feature('ä')]);
  });

  test('another encoding that the user names', async () => {
    const { features } = await readAll('f.geojson', Buffer.from(collection(point('ä')), 'latin1'), {
      encoding: 'latin1',
    });
    assert.equal(features[0]?.id, 'ä');
  });

  test('numbers that a double can not hold, digit for digit', async () => {
    const { features } = await readAll(
      'f.geojson',
      '{"type":"Feature","geometry":null,"properties":{"n":9007199254740993}}',
    );
    assert.equal(JSON.stringify(features[0]?.properties), '{"n":9007199254740993}');
  });

  test('positions of four numbers, of which the fourth is left out', async () => {
    const { features } = await readAll(
      'f.geojson',
      collection(
        '{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2,3,4],[5,6,7,8]]},"properties":{}}',
      ),
    );
    assert.deepEqual(features[0]?.geometry, {
      type: 'LineString',
      coordinates: [
        [1, 2, 3],
        [5, 6, 7],
      ],
    });
  });

  test('properties named as members of prototypes', async () => {
    const { features } = await readAll(
      'f.geojson',
      '{"type":"Feature","geometry":null,"properties":{"__proto__":1,"constructor":2}}',
    );
    assert.equal(JSON.stringify(features[0]?.properties), '{"__proto__":1,"constructor":2}');
  });
});

describe('one bad feature is refused, the others are read', () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const cases: [what: string, text: string, reason: RegExp][] = [
    [
      'a latitude out of range',
      point('x', 1, 91),
      /^geometry\.coordinates\[1\] is a latitude and must be from -90 to 90, not 91$/,
    ],
    [
      'an open ring',
      '{"id":"x","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}}',
      /must be closed/,
    ],
    ['no object', '7', /^is not a GeoJSON object$/],
    ['null', 'null', /^is not a GeoJSON object$/],
    ['another type', '{"type":"Topology"}', /^type must be "Feature", not "Topology"$/],
    ['no JSON', '{"id":"x","n":NaN}', /^is not valid JSON: /],
    ['an empty id', '{"id":"","geometry":null}', /^id must be a text/],
    [
      'properties that are a list',
      '{"id":"x","geometry":null,"properties":[]}',
      /^properties must be an object/,
    ],
    [
      'too many levels',
      `{"id":"x","geometry":null,"properties":{"a":${deep}}}`,
      /^is nested deeper than 200 levels$/,
    ],
    [
      'too many bytes',
      `{"id":"x","geometry":null,"properties":{"a":"${'x'.repeat(30000)}"}}`,
      /^is longer than 20000 bytes$/,
    ],
  ];
  for (const [what, text, reason] of cases)
    for (const size of [64, 1e6])
      test(`${what}, ${size} bytes at a time`, async () => {
        const bytes = utf8(collection(point('a'), text, point('b')));
        const { features, refused, fault } = await readAll('f.geojson', chunked('f.geojson', bytes, size), {
          limits: { featureBytes: 20000 },
        });
        assert.equal(fault, undefined);
        assert.deepEqual(
          features.map(({ id }) => id),
          ['a', 'b'],
        );
        assert.equal(refused.length, 1);
        assert.match(refused[0]!.reason, reason);
        assert.deepEqual(refused[0]!.location, {
          file: 'f.geojson',
          record: 2,
          line: 2,
          byte: 41 + point('a').length + 1,
        });
      });

  test('bytes that are no UTF-8', async () => {
    const bytes = Buffer.from(collection(point('a'), point('ä'), point('b')), 'latin1');
    const { features, refused } = await readAll('f.geojson', bytes);
    assert.deepEqual(
      features.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.match(refused[0]!.reason, /^is not valid UTF-8/);
  });
});

describe('a broken file is an error, after what could be read', () => {
  const cases: [what: string, text: string, read: number, kind: string, message: RegExp][] = [
    [
      'cut within a feature',
      collection(point('a'), point('b')).slice(0, 200),
      1,
      'truncated',
      /ends before the document does in the middle of a feature \(line 2, byte 200\)/,
    ],
    [
      'cut between features',
      `{"type":"FeatureCollection","features":[${point('a')},`,
      1,
      'truncated',
      /ends before the document does/,
    ],
    ['a bracket of the wrong kind', `[${point('a')},{"a":[1}]`, 1, 'malformed', /unexpected "}" \(line 1/],
    ['a comma too many', `[${point('a')},]`, 1, 'malformed', /unexpected "\]"/],
    ['a comma too few', `[${point('a')}${point('b')}]`, 1, 'malformed', /unexpected "{"/],
    ['text behind the end', `${collection(point('a'))}x`, 1, 'malformed', /unexpected "x"/],
    ['empty', '', 0, 'empty', /^f\.geojson: is empty$/],
  ];
  for (const [what, text, read, kind, message] of cases)
    test(what, async () => {
      const { features, fault } = await readAll('f.geojson', text);
      assert.equal(features.length, read);
      assert.equal(fault?.kind, kind);
      assert.match(fault!.message, message);
    });
});

describe('lines and text sequences', () => {
  test('lines are read each for itself', async () => {
    const { features, refused } = await readAll('f.ndjson', `${point('a')}\r\n\n{"a":[1}\n${point('b')}`);
    assert.deepEqual(
      features.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.deepEqual(
      refused.map(({ location }) => location.line),
      [3],
    );
  });

  test('texts behind record separators may span lines', async () => {
    const pretty = JSON.stringify(feature('a'), null, 2);
    const { features, refused } = await readAll('f.geojsons', `\x1e${pretty}\n\x1e${point('b')}\n\x1e{"x"\n`);
    assert.deepEqual(
      features.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.deepEqual(refused, []);
  });

  test('a last line that is cut off is an error', async () => {
    const { features, fault } = await readAll('f.ndjson', `${point('a')}\n${point('b').slice(0, 50)}`);
    assert.equal(features.length, 1);
    assert.match(fault!.message, /ends in the middle of a feature \(line 2/);
  });

  test('a line of 200 MB is refused without being held', async () => {
    const long = new Uint8Array(1024 * 1024).fill(0x61);
    async function* lines() {
      yield utf8(`${point('a')}\n{"x":"`);
      for (let i = 0; i < 200; i++) yield long;
      yield utf8(`"}\n${point('b')}\n`);
    }
    const before = process.memoryUsage().arrayBuffers;
    const { features, refused } = await readAll('f.ndjson', { name: 'f.ndjson', stream: lines });
    assert.deepEqual(
      features.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.match(refused[0]!.reason, /^is longer than/);
    assert.ok(process.memoryUsage().arrayBuffers - before < 150e6);
  });

  test('records that are to be skipped are counted', async () => {
    const text = [point('a'), 'x', point('c')].join('\n');
    const { features, refused } = await readAll('f.ndjson', text, { skip: 2 });
    assert.deepEqual([features.map(({ id }) => id), refused], [['c'], []]);
  });
});

describe('records are good when what they were read from is written over', () => {
  const text = (n: number) => `{"type":"Feature","id":"${n}","geometry":null,"properties":{"n":${n}}}`;
  const texts = Array.from({ length: 2000 }, (_, n) => text(n));
  const files: [name: string, content: string][] = [
    ['lines.ndjson', texts.join('\n')],
    ['collection.geojson', `{"type":"FeatureCollection","features":[${texts.join(',')}]}`],
  ];
  for (const [name, content] of files)
    test(name, async () => {
      const records = await Array.fromAsync(readFeatures(reusing(name, utf8(content), 500)));
      assert.deepEqual(
        records.map((record) => record.feature && [record.id, record.text, record.feature.properties.n]),
        texts.map((text, n) => [String(n), text, n]),
      );
    });
});

/** A stream that reads its chunks into the same memory, but for the first one, by which its format is found out. */
function reusing(name: string, bytes: Uint8Array, size: number): Source {
  const memory = new Uint8Array(size);
  return streamSource(
    (async function* () {
      yield bytes.slice(0, HEAD_BYTES);
      for (let at = HEAD_BYTES; at < bytes.length; at += size) {
        const chunk = bytes.subarray(at, at + size);
        memory.set(chunk);
        yield memory.subarray(0, chunk.length);
        memory.fill(0);
      }
    })(),
    name,
  );
}

describe('the old member crs', () => {
  const crs = (name: string) => `"crs":{"type":"name","properties":{"name":"${name}"}}`;
  const at = (x: number, y: number) =>
    `{"type":"Feature","geometry":{"type":"Point","coordinates":[${x},${y}]},"properties":{}}`;
  test('of WGS 84 changes nothing', async () => {
    const text = `{"type":"FeatureCollection",${crs('urn:ogc:def:crs:OGC:1.3:CRS84')},"features":[${at(1, 2)}]}`;
    assert.deepEqual((await readAll('f.geojson', text)).features[0]?.geometry, {
      type: 'Point',
      coordinates: [1, 2],
    });
  });
  test('of another system is followed', async () => {
    const text = `{"type":"FeatureCollection",${crs('urn:ogc:def:crs:EPSG::3857')},"features":[${at(1113194.9079327357, 0)}]}`;
    const { coordinates } = (await readAll('f.geojson', text)).features[0]!.geometry as {
      coordinates: number[];
    };
    assert.ok(Math.abs(coordinates[0]! - 10) < 1e-9 && Math.abs(coordinates[1]!) < 1e-9);
  });
  test('of an unknown system is a fault', async () => {
    const text = `{"type":"FeatureCollection",${crs('EPSG:99999')},"features":[${at(1, 2)}]}`;
    const { fault } = await readAll('f.geojson', text);
    assert.match(fault!.message, /coordinate system that can't be turned into WGS 84: EPSG:99999/);
  });
  test('behind the features is a fault', async () => {
    const text = `{"type":"FeatureCollection","features":[${at(1, 2)}],${crs('EPSG:3857')}}`;
    assert.match((await readAll('f.geojson', text)).fault!.message, /behind the features/);
  });
});
