import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LOSSLESS_FORMATS, WRITE_FORMATS, writeFeatures } from '../node.ts';
import { collect, each, readAll } from '../testing/read-all.ts';
import { splitFields } from './record-splitter.ts';

const DANGEROUS = [
  '=1+1',
  '=HYPERLINK("http://x/?"&A1,"here")',
  '+1+cmd|/C calc!A0',
  '-2+3+cmd',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  "'=1",
  "''=1",
  '=a,b;c"d"\n=e',
];
const HARMLESS = ['a=b', '-5', '+41791234567', '-1.5e3', '', "it's", "'quoted'", ' =1', '1-2'];

const point = (id: string, properties: Record<string, unknown>, tags?: string[]) => ({
  type: 'Feature' as const,
  id,
  geometry: null,
  properties: tags ? { ...properties, '@ns:com:here:xyz': { tags } } : properties,
});

async function written(features: ReturnType<typeof point>[], formulas?: 'keep'): Promise<string> {
  const options = formulas ? { csv: { formulas } } : {};
  return new TextDecoder().decode(
    await collect(writeFeatures('csv', each(structuredClone(features)), options)),
  );
}

/** The fields as a spreadsheet takes them in. */
function fieldsOf(line: string): string[] {
  return splitFields(line, ',').map(({ text }) => text);
}

const RUNS_AS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

describe('a CSV that is written', () => {
  for (const text of DANGEROUS)
    test(`has an apostrophe before ${JSON.stringify(text)}, wherever it stands, and none when it is read again`, async () => {
      const features = [
        point(text, { text, list: [text], [`${text.trim()}x`]: 1 }, [text.replaceAll(',', '')]),
      ];
      const csv = await written(features);
      const [header, row] = [csv.slice(0, csv.indexOf('WKT\n') + 3), csv.slice(csv.indexOf('WKT\n') + 4, -1)];
      const shown = fieldsOf(row).filter((field) => RUNS_AS_FORMULA.test(field));
      assert.deepEqual(shown, []);
      const own = ['@id', '@tags', '@escaped', '@properties', '@ns'];
      const names = fieldsOf(header).filter((name) => RUNS_AS_FORMULA.test(name) && !own.includes(name));
      assert.deepEqual(names, []);
      assert.deepEqual((await readAll('f.csv', new TextEncoder().encode(csv))).features, features);
    });

  test('without such texts has neither apostrophes nor a column about them', async () => {
    const features = HARMLESS.map((text, n) => point(`f${n}`, { text }));
    const csv = await written(features);
    assert.equal(csv.split('\n', 1)[0], '@id,@tags,text,WKT');
    assert.equal(csv, await written(features, 'keep'));
  });

  test('has them as they are if that is asked for', async () => {
    const csv = await written([point('a', { text: '=1+1' })], 'keep');
    assert.equal(csv, '@id,@tags,text,WKT\na,,=1+1,\n');
  });

  test('by others keeps its apostrophes', async () => {
    const bytes = new TextEncoder().encode("lon,lat,text\n1,2,'=1\n");
    assert.equal((await readAll('f.csv', bytes)).features[0]!.properties.text, "'=1");
  });
});

test('no other format changes texts', async () => {
  for (const format of [...LOSSLESS_FORMATS, 'xlsx', 'shapefile', 'kml', 'gml'] as const) {
    if (format === 'csv') continue;
    const bytes = await collect(writeFeatures(format, each([point('a', { text: '=1+1' })])));
    const read = await readAll(`f.${WRITE_FORMATS[format].ending}`, bytes);
    assert.equal(read.features[0]!.properties.text, '=1+1', format);
  }
});
