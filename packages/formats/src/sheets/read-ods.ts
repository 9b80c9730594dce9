import { openPackage } from '../archive/zip.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord } from '../feature.ts';
import type { Reading } from '../reading.ts';
import { localName, type XmlParent } from '../xml/element-splitter.ts';
import { startTag, type XmlNode } from '../xml/element-tree.ts';
import { unknownSheet } from './choose-sheet.ts';
import { elementsOf } from './package-xml.ts';
import { recordsOfSheet, type SheetRow, type SheetValue } from './sheet-table.ts';

/** As many as spreadsheet programs have. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
const MAX_SHOWN = 5;

/** One sheet of an OpenDocument spreadsheet. */
export async function* readOds(reading: Reading): AsyncGenerator<ReadRecord> {
  const archive = await openPackage(reading);
  try {
    if (archive.member('content.xml') === undefined)
      throw new FormatFault(
        'malformed',
        reading.file,
        'is no OpenDocument spreadsheet: it has no content.xml',
      );
    yield* recordsOfSheet(new Sheets(reading).rows(archive), reading);
  } finally {
    await archive.close();
  }
}

/** All sheets are in one member: the rows of one are picked out. */
class Sheets {
  readonly #reading: Reading;
  readonly #names = new Set<string>();
  #chosen: string | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#chosen = reading.options.sheet;
  }

  async *rows(archive: Parameters<typeof elementsOf>[0]): AsyncGenerator<SheetRow> {
    const { sheet } = this.#reading.options;
    let row = 0;
    let table: XmlParent | undefined;
    for await (const node of elementsOf(archive, 'content.xml', ['table-row'], this.#reading)) {
      const found = node.parents.findLast(({ name }) => localName(name) === 'table');
      if (found === undefined) continue;
      if (found !== table) row = 0;
      table = found;
      const name = startTag(found.tag).attributes.name ?? '';
      const values = valuesOf(node);
      const times = repeats(node.attributes['number-rows-repeated'], MAX_ROWS);
      const isEmpty = values.length === 0;
      if (!isEmpty) this.#names.add(name);
      if (!isEmpty && this.#chosen === undefined) this.#chosen = name;
      for (let n = 0; n < times && !isEmpty && name === this.#chosen && row + n < MAX_ROWS; n++)
        yield { values, row: row + n + 1 };
      row += times;
    }
    const names = [...this.#names];
    if (sheet !== undefined && !names.includes(sheet)) throw unknownSheet(sheet, names, this.#reading.file);
    const others = names.filter((name) => name !== this.#chosen).slice(0, MAX_SHOWN);
    if (sheet === undefined && others.length > 0)
      this.#reading.guess(
        `sheet ${JSON.stringify(this.#chosen)}, not ${others.map((name) => JSON.stringify(name)).join(', ')}`,
      );
  }
}

/** Up to the last cell that has something. */
function valuesOf({ children }: XmlNode): SheetValue[] {
  const values: SheetValue[] = [];
  let empty = 0;
  for (const cell of children) {
    if (cell.name !== 'table-cell' && cell.name !== 'covered-table-cell') continue;
    const times = repeats(cell.attributes['number-columns-repeated'], MAX_COLUMNS);
    const value = cellValue(cell);
    if (value === undefined) {
      empty += times;
      continue;
    }
    for (; empty > 0 && values.length < MAX_COLUMNS; empty--) values.push(undefined);
    for (let n = 0; n < times && values.length < MAX_COLUMNS; n++) values.push(value);
  }
  return values;
}

function cellValue(cell: XmlNode): SheetValue {
  const { 'value-type': type, value } = cell.attributes;
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency':
      return Number.isFinite(Number(value)) ? Number(value) : value;
    case 'boolean':
      return cell.attributes['boolean-value'] === 'true';
    case 'date':
      return cell.attributes['date-value'];
    case 'time':
      return timeOfDay(cell.attributes['time-value']);
    case 'string':
      return cell.attributes['string-value'] ?? textOf(cell);
    default:
      return textOf(cell) || undefined;
  }
}

/** `PT10H20M30S` → `10:20:30`; longer durations stay as they are. */
function timeOfDay(value: string | undefined): string | undefined {
  const parts = /^PT([01]\d|2[0-3])H([0-5]\d)M([0-5]\d(?:[.,]\d+)?)S$/.exec(value ?? '');
  return parts === null ? value : parts.slice(1).join(':').replace(',', '.');
}

/** Paragraphs as lines. */
function textOf(cell: XmlNode): string {
  return cell.children
    .filter(({ name }) => name === 'p')
    .map(inline)
    .join('\n');
}

function inline({ parts }: XmlNode): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.name === 's') return ' '.repeat(repeats(part.attributes.c, MAX_COLUMNS));
      if (part.name === 'tab') return '\t';
      return part.name === 'line-break' ? '\n' : inline(part);
    })
    .join('');
}

function repeats(attribute: string | undefined, max: number): number {
  const count = Number(attribute ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, max) : 1;
}
