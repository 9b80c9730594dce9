import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { readFeatures } from '../node.ts';
import { bytesSource } from '../source.ts';
import { readAll } from '../testing/read-all.ts';
import { isDateFormat, serialDate } from './serial-date.ts';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

function workbook(sheets: Record<string, string>, parts: Record<string, string> = {}): Uint8Array {
  const names = Object.keys(sheets);
  const list = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`);
  const relations = names.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/s${i + 1}.xml"/>`);
  const members: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="r"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...parts,
  };
  for (const [i, name] of names.entries())
    members[`xl/worksheets/s${i + 1}.xml`] =
      `<worksheet ${MAIN}><sheetData>${sheets[name]}</sheetData></worksheet>`;
  return zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)])));
}

const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADER = `<row r="1">${text('A1', 'name')}${text('B1', 'lon')}${text('C1', 'lat')}${text('D1', 'built')}</row>`;

describe('a workbook', () => {
  test('has shared and formatted texts, dates, booleans, errors and gaps', async () => {
    const bytes = workbook(
      {
        Trees: `${HEADER}<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>9.5</v></c><c r="C4"><v>50</v></c><c r="D4" s="1"><v>45000.5</v></c></row>
          <row r="5"><c r="A5" t="e"><v>#REF!</v></c><c r="B5"><v>10</v></c><c r="C5"><v>51</v></c><c r="D5" t="b"><v>1</v></c></row>`,
      },
      {
        'xl/sharedStrings.xml': `<sst ${MAIN}><si><t>x</t></si><si><r><t>Li</t></r><r><t>me_x0009_</t></r><rPh><t>no</t></rPh></si></sst>`,
        'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      },
    );
    const { features, refused, fault } = await readAll('trees.xlsx', bytes);
    assert.deepEqual([refused, fault], [[], undefined]);
    assert.deepEqual(
      features.map(({ properties }) => properties),
      [{ name: 'Lime\t', built: '2023-03-15T12:00:00' }, { built: true }],
    );
    assert.deepEqual(features[0]!.geometry, { type: 'Point', coordinates: [9.5, 50] });
  });

  test('of several sheets gives the first, says so, and another if asked', async () => {
    const row = (lon: number) =>
      `<row r="2">${text('A2', 'a')}<c r="B2"><v>${lon}</v></c><c r="C2"><v>1</v></c></row>`;
    const bytes = workbook({ One: HEADER + row(1), Two: HEADER + row(2) });
    const reader = readFeatures(bytesSource(bytes, 'f.xlsx'));
    const read = [];
    for await (const { feature } of reader) read.push(feature!.geometry);
    assert.deepEqual(read, [{ type: 'Point', coordinates: [1, 1] }]);
    assert.ok(reader.guesses.includes('sheet "One", not "Two"'));
    const { features } = await readAll('f.xlsx', bytes, { sheet: 'Two' });
    assert.deepEqual(features[0]!.geometry, { type: 'Point', coordinates: [2, 1] });
    const { fault } = await readAll('f.xlsx', bytes, { sheet: 'Three' });
    assert.equal(fault?.message, 'f.xlsx: has no sheet "Three": it has One, Two');
  });

  test('with a document type declaration is refused', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst><si><t>&a;</t></si></sst>';
    const { fault } = await readAll('f.xlsx', workbook({ One: HEADER }, { 'xl/sharedStrings.xml': bomb }));
    assert.equal(fault?.kind, 'unsafe');
  });

  test('that is another document of an office program is a fault', async () => {
    const bytes = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8('<d/>'),
    });
    assert.match((await readAll('f.docx', bytes)).fault!.message, /is no Excel workbook/);
  });
});

test('numbers are dates by their format', () => {
  const dates: [number, string | undefined, boolean][] = [
    [14, undefined, true],
    [0, 'General', false],
    [164, '0.00 "days"', false],
    [165, '[$-407]d. mmmm yyyy', true],
    [166, '[Red]0.0', false],
    [167, '[h]:mm', true],
  ];
  for (const [id, code, isDate] of dates) assert.equal(isDateFormat(id, code), isDate, `${id} ${code}`);
  assert.deepEqual(
    [serialDate(45_000, false), serialDate(0.5, false), serialDate(-1, false)],
    ['2023-03-15', '12:00:00', -1],
  );
  assert.equal(serialDate(0, true), '1904-01-01');
  // Midnight, half a second, and a second that division by days has missed by a thousandth.
  assert.deepEqual(
    [0, 45_000 + 43_200.5 / 86_400, 45_000 + 43_199.999 / 86_400].map((serial) => serialDate(serial, false)),
    ['00:00:00', '2023-03-15T12:00:00.500', '2023-03-15T12:00:00'],
  );
});

function ods(...tables: string[]): Uint8Array {
  const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`;
  return zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': strToU8(content),
  });
}

const cell = (value: string) =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const float = (value: number, repeat = '') =>
  `<table:table-cell office:value-type="float" office:value="${value}" ${repeat}/>`;

describe('an OpenDocument spreadsheet', () => {
  test('has repeated cells and rows, paragraphs and blanks', async () => {
    const header = `<table:table-row>${['name', 'x', 'y', 'n'].map(cell).join('')}</table:table-row>`;
    const rows = `<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      <table:table-row table:number-rows-repeated="2">${cell('a<text:s text:c="2"/>b</text:p><text:p>c')}${float(5, 'table:number-columns-repeated="3"')}</table:table-row>`;
    const bytes = ods(`<table:table table:name="A">${header}${rows}</table:table>`);
    const { features, fault } = await readAll('f.ods', bytes, { csv: { lon: 'x', lat: 'y' } });
    assert.equal(fault, undefined);
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [5, 5] },
      properties: { name: 'a  b\nc', n: 5 },
    };
    assert.deepEqual(features, [feature, feature]);
  });

  test('of several sheets gives the first that is not empty, or the one that is named', async () => {
    const table = (name: string, lon: number) =>
      `<table:table table:name="${name}"><table:table-row>${cell('lon')}${cell('lat')}</table:table-row><table:table-row>${float(lon)}${float(1)}</table:table-row></table:table>`;
    const bytes = ods('<table:table table:name="Empty"/>', table('B', 1), table('C', 2));
    const lonOf = async (options: object) =>
      (await readAll('f.ods', bytes, options)).features.map(({ geometry }) => geometry);
    assert.deepEqual(await lonOf({}), [{ type: 'Point', coordinates: [1, 1] }]);
    assert.deepEqual(await lonOf({ sheet: 'C' }), [{ type: 'Point', coordinates: [2, 1] }]);
    assert.match(
      (await readAll('f.ods', bytes, { sheet: 'X' })).fault!.message,
      /has no sheet "X": it has B, C/,
    );
  });
});
