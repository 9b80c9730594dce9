import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { detectFormat } from './detect.ts';
import { WRITE_FORMATS, type WriteFormatId, writeFeatures } from './node.ts';
import { seed } from './testing/random-features.ts';
import { collect, each, readAll } from './testing/read-all.ts';
import { sampleFeatures } from './testing/sample-features.ts';

const FORMATS = Object.entries(WRITE_FORMATS) as [WriteFormatId, { ending: string }][];
const files = new Map<WriteFormatId, Uint8Array>();
for (const [format] of FORMATS)
  files.set(format, await collect(writeFeatures(format, each(sampleFeatures('mixed')))));
const count = sampleFeatures('mixed').length;

for (const [format, { ending }] of FORMATS)
  describe(`a ${format} file`, () => {
    test('that is cut off anywhere is told or gives what is left of it, and never hangs', async () => {
      const whole = files.get(format)!;
      const step = Math.max(1, Math.floor(whole.length / 60));
      for (let end = 1; end < whole.length; end += step) {
        const { features, fault, refused } = await readAll(`f.${ending}`, whole.subarray(0, end));
        assert.ok(fault !== undefined || refused.length > 0 || features.length <= count, `cut at ${end}`);
        if (fault !== undefined) assert.match(fault.message, /^f\./);
      }
    });

    // hyparquet trusts the lengths of runs within a page: a file made to do harm can keep it busy for minutes (README.md).
    if (format === 'geoparquet') return;
    test('with bytes changed at random fails only with a fault', async (t) => {
      t.diagnostic(`seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
          async (changes) => {
            const bytes = new Uint8Array(files.get(format)!);
            for (const [at, value] of changes) bytes[at % bytes.length] = value;
            await readAll(`f.${ending}`, bytes);
          },
        ),
        { numRuns: 60, seed },
      );
    });
  });

describe('a format is found out', () => {
  for (const [format] of FORMATS)
    test(`${format}, whatever the name`, () => {
      const head = files.get(format)!.subarray(0, 4096);
      const names = ['f', 'f.xyz', format === 'csv' ? 'f.txt' : 'f.csv'];
      for (const name of names)
        assert.equal(
          detectFormat(name, head),
          format === 'ndjson' || format !== 'csv' ? format : 'csv',
          name,
        );
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
