import { openPackage } from '../archive/zip.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import type { Reading } from '../reading.ts';
import { allText, childOf, type XmlNode } from '../xml/element-tree.ts';
import { columnIndex } from './cell-reference.ts';
import { unescapeCell } from './cell-text.ts';
import { chooseSheet } from './choose-sheet.ts';
import { elementsOf } from './package-xml.ts';
import { isDateFormat, serialDate } from './serial-date.ts';
import { recordsOfSheet, type SheetRow, type SheetValue } from './sheet-table.ts';

/** What cells refer to. */
type Workbook = { strings: string[]; isDate: boolean[]; is1904: boolean };
type Package = Awaited<ReturnType<typeof openPackage>>;

/** One sheet of a workbook (Office Open XML). Rows are read one by one; texts that cells share are held. */
export async function* readXlsx(reading: Reading): AsyncGenerator<ReadRecord> {
  const archive = await openPackage(reading);
  try {
    const { path, is1904 } = await sheetOf(archive, reading);
    const workbook = {
      strings: await sharedStrings(archive, reading),
      isDate: await dateStyles(archive, reading),
      is1904,
    };
    yield* recordsOfSheet(rowsOf(archive, path, workbook, reading), reading);
  } finally {
    await archive.close();
  }
}

async function sheetOf(archive: Package, reading: Reading): Promise<{ path: string; is1904: boolean }> {
  const { file } = reading;
  if (archive.member('xl/workbook.xml') === undefined)
    throw new FormatFault('malformed', file, 'is no Excel workbook: it has no xl/workbook.xml');
  const targets = new Map<string, string>();
  for await (const { attributes } of elementsOf(
    archive,
    'xl/_rels/workbook.xml.rels',
    ['Relationship'],
    reading,
  ))
    targets.set(attributes.Id ?? '', attributes.Target ?? '');
  const sheets: { name: string; path: string }[] = [];
  let is1904 = false;
  for await (const node of elementsOf(archive, 'xl/workbook.xml', ['sheet', 'workbookPr'], reading)) {
    const { name, attributes } = node;
    if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
    // The relation has the local name of the sheet's own number.
    else
      sheets.push({ name: attributes.name ?? '', path: memberPath(targets.get(attributes.id ?? '') ?? '') });
  }
  const readable = sheets.filter(({ path }) => archive.member(path) !== undefined);
  const chosen = chooseSheet(
    readable.map(({ name }) => name),
    reading,
  );
  return { path: readable[chosen]!.path, is1904 };
}

/** `worksheets/sheet1.xml`, or `/xl/worksheets/sheet1.xml`. */
function memberPath(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function sharedStrings(archive: Package, reading: Reading): Promise<string[]> {
  const strings: string[] = [];
  let length = 0;
  for await (const node of elementsOf(archive, 'xl/sharedStrings.xml', ['si'], reading)) {
    const text = unescapeCell(richText(node));
    length += text.length;
    if (length > reading.limits.documentBytes)
      throw new FormatFault(
        'tooLarge',
        reading.file,
        `has texts of more than ${reading.limits.documentBytes} characters`,
      );
    strings.push(text);
  }
  return strings;
}

/** Texts in runs of different styles belong together; how Japanese is pronounced does not. */
function richText(node: XmlNode): string {
  return node.children
    .map((child) => (child.name === 't' ? allText(child) : child.name === 'r' ? richText(child) : ''))
    .join('');
}

/** By the number of the style: whether it shows a date. */
async function dateStyles(archive: Package, reading: Reading): Promise<boolean[]> {
  const formats = new Map<number, string>();
  let styles: boolean[] = [];
  for await (const { name, attributes, children } of elementsOf(
    archive,
    'xl/styles.xml',
    ['numFmt', 'cellXfs'],
    reading,
  )) {
    if (name === 'numFmt') formats.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    else
      styles = children.map((style) => {
        const id = Number(style.attributes.numFmtId ?? 0);
        return isDateFormat(id, formats.get(id));
      });
  }
  return styles;
}

async function* rowsOf(
  archive: Package,
  path: string,
  workbook: Workbook,
  reading: Reading,
): AsyncGenerator<SheetRow> {
  let row = 0;
  for await (const { attributes, children } of elementsOf(archive, path, ['row'], reading)) {
    row = Number(attributes.r ?? row + 1);
    const values: SheetValue[] = [];
    for (const cell of children) {
      if (cell.name !== 'c') continue;
      const at = columnIndex(cell.attributes.r ?? '') ?? values.length;
      while (values.length < at) values.push(undefined);
      values[at] = cellValue(cell, workbook);
    }
    yield { values, row };
  }
}

function cellValue(cell: XmlNode, { strings, isDate, is1904 }: Workbook): SheetValue {
  const { t: type = 'n', s: style } = cell.attributes;
  if (type === 'inlineStr') {
    const inline = childOf(cell, 'is');
    return inline && unescapeCell(richText(inline));
  }
  const found = childOf(cell, 'v');
  if (found === undefined) return undefined;
  const text = allText(found);
  if (type === 's') return strings[Number(text)];
  if (type === 'str' || type === 'd') return unescapeCell(text);
  if (type === 'b') return text === '1' || text === 'true';
  // An error, such as #REF!, is no value.
  if (type === 'e' || text.trim() === '') return undefined;
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return style !== undefined && isDate[Number(style)] ? serialDate(number, is1904) : number;
}
