import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../testing/effort.ts';
import { detectFormat } from './detect.ts';
import { checkMetadata } from './geoparquet/check-metadata.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { WRITE_FORMATS, type WriteFormatId, writeFeatures } from './node.ts';
import { seed } from './testing/random-features.ts';
import { collect, each, readAll } from './testing/read-all.ts';
import { sampleFeatures } from './testing/sample-features.ts';

const FORMATS = Object.entries(WRITE_FORMATS) as [WriteFormatId, { ending: string }][];
const files = new Map<WriteFormatId, Uint8Array>();
for (const [format] of FORMATS)
  files.set(format, await collect(writeFeatures(format, each(sampleFeatures('mixed')))));
const count = sampleFeatures('mixed').length;
/** Less than files of this size ever need, so that the many that are damaged take no hours. */
const STEP_MS = 3000;

for (const [format, { ending }] of FORMATS)
  describe(`a ${format} file`, () => {
    test('that is cut off anywhere is an error or yields what is left of it, and never hangs', async () => {
      const whole = files.get(format)!;
      const step = Math.max(1, Math.floor(whole.length / randomCases(30)));
      for (let end = 1; end < whole.length; end += step) {
        const { features, fault, refused } = await readAll(`f.${ending}`, whole.subarray(0, end));
        assert.ok(fault !== undefined || refused.length > 0 || features.length <= count, `cut at ${end}`);
        if (fault !== undefined) assert.match(fault.message, /^f\./);
      }
    });

    test('with bytes changed at random fails only with a fault', async (t) => {
      t.diagnostic(`seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
          async (changes) => {
            const bytes = new Uint8Array(files.get(format)!);
            for (const [at, value] of changes) bytes[at % bytes.length] = value;
            const { fault } = await readAll(`f.${ending}`, bytes, { limits: { stepMs: STEP_MS } });
            if (fault !== undefined) assert.match(fault.message, /^f\./);
          },
        ),
        { numRuns: randomCases(20), seed },
      );
    });
  });

describe('a format is found out', () => {
  for (const [format] of FORMATS)
    test(`${format}, whatever the name`, () => {
      const head = files.get(format)!.subarray(0, 4096);
      const names = ['f', 'f.xyz', format === 'csv' ? 'f.txt' : 'f.csv'];
      for (const name of names)
        assert.equal(detectFormat(name, head), format === 'shapefile' ? 'zip' : format, name);
    });
  test('and what is none is none', () => {
    for (const text of ['', 'hello', '\x7fELF\0\0', '%PDF-1.4\n1 0 obj', '<html><body>'])
      assert.equal(detectFormat('f', new TextEncoder().encode(text)), undefined, text);
  });
});

test('a file of another format than it is said to be is a fault', async () => {
  for (const [format, { ending }] of FORMATS)
    for (const [other] of FORMATS) {
      if (other === format) continue;
      const { features, fault, refused } = await readAll(`f.${ending}`, files.get(format)!, {
        format: other,
      });
      const isRead = fault === undefined && refused.length === 0;
      // Both are GeoJSON, and a collection on lines is a line.
      if (isRead)
        assert.ok(['geojson', 'ndjson'].includes(format) && features.length > 0, `${format} as ${other}`);
    }
});

test('a GeoParquet file that exceeds the decoding time is reported and abandoned', async () => {
  const { features, fault } = await readAll('f.parquet', files.get('geoparquet')!, { limits: { stepMs: 1 } });
  assert.deepEqual(features, []);
  assert.equal(fault?.kind, 'unsafe');
  assert.match(fault.message, /^f\.parquet: is damaged or made to do harm: .* within 0\.001 s$/);
});

test('a reader that stops early does not wait for what a GeoParquet file is decoding', async () => {
  const stop = new AbortController();
  const reading = readAll('f.parquet', files.get('geoparquet')!, { signal: stop.signal });
  // A thread takes longer than this to begin.
  stop.abort();
  await assert.rejects(reading, { name: 'AbortError' });
});

describe('a GeoParquet file is refused before it is decoded', () => {
  const group = (change: object = {}) => ({
    num_rows: 5n,
    total_byte_size: 100n,
    columns: [{ meta_data: { ...CHUNK, ...change } }],
  });
  const CHUNK = {
    data_page_offset: 4n,
    num_values: 5n,
    total_compressed_size: 100n,
    total_uncompressed_size: 100n,
  };
  const check = (num_rows: bigint, ...row_groups: object[]) =>
    checkMetadata(
      { num_rows, row_groups, schema: [{ name: 'root' }, { name: 'a', type: 'INT32' }] } as never,
      1000,
      DEFAULT_LIMITS,
      'f.parquet',
    );
  test('and one that is right is not', () => check(10n, group(), group()));

  const cases: [what: string, rows: bigint, group: object, message: RegExp][] = [
    ['more rows than its parts have', 11n, group(), /have 5 rows, the file says 11/],
    ['fewer rows than none', -5n, { ...group(), num_rows: -5n }, /-5 rows/],
    ['more rows than can be counted', 2n ** 62n, { ...group(), num_rows: 2n ** 62n }, /rows/],
    ['a column behind its end', 5n, group({ data_page_offset: 1001n }), /outside of the file/],
    ['a column larger than it is', 5n, group({ total_compressed_size: 1001n }), /outside of the file/],
    ['a column of a negative size', 5n, group({ total_compressed_size: -1n }), /outside of the file/],
    ['columns left out', 5n, { ...group(), columns: [] }, /0 of 1 columns/],
    [
      'what unpacks to a thousand times its size',
      5n,
      group({ total_uncompressed_size: 10n ** 9n }),
      /250 times/,
    ],
  ];
  for (const [what, rows, groups, message] of cases)
    test(`for ${what}`, () => assert.throws(() => check(rows, groups), { name: 'FormatFault', message }));
});
