import { FormatFault } from '../fault.ts';
import type { Lines } from './lines.ts';

export type MifColumn = { name: string; type: string };
export type MifHeader = { delimiter: string; coordSys: string | undefined; columns: MifColumn[] };

const MAX_COLUMNS = 10_000;

/** What stands before the line `Data`. */
export async function readHeader(lines: Lines, file: string): Promise<MifHeader> {
  const header: MifHeader = { delimiter: '\t', coordSys: undefined, columns: [] };
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    const [, word, rest = ''] = /^\s*(\w+)\s*(.*)$/.exec(line) ?? [];
    switch (word?.toLowerCase()) {
      case 'delimiter':
        header.delimiter = /"(.)"/.exec(rest)?.[1] ?? header.delimiter;
        break;
      case 'coordsys':
        header.coordSys = rest;
        break;
      case 'columns':
        header.columns = await readColumns(lines, Number(rest), file);
        break;
      case 'data':
        return header;
    }
  }
  throw new FormatFault('truncated', file, 'ends before its data');
}

async function readColumns(lines: Lines, count: number, file: string): Promise<MifColumn[]> {
  if (!Number.isInteger(count) || count < 0 || count > MAX_COLUMNS)
    throw new FormatFault('malformed', file, `has ${count} as the number of its columns`);
  const columns: MifColumn[] = [];
  while (columns.length < count) {
    const line = await lines.next();
    const [, name, type] = /^\s*(\S+)\s+([A-Za-z]+)/.exec(line ?? '') ?? [];
    if (name === undefined || type === undefined)
      throw new FormatFault(
        'malformed',
        file,
        `has ${columns.length} columns instead of ${count} (line ${lines.number})`,
      );
    columns.push({ name, type: type.toLowerCase() });
  }
  return columns;
}

const CHARSETS: Readonly<Record<string, string>> = {
  windowslatin1: 'windows-1252',
  windowslatin2: 'windows-1250',
  windowscyrillic: 'windows-1251',
  windowsgreek: 'windows-1253',
  windowsturkish: 'windows-1254',
  windowshebrew: 'windows-1255',
  windowsarabic: 'windows-1256',
  windowsbaltic: 'windows-1257',
  windowsjapanese: 'shift_jis',
  windowskorean: 'euc-kr',
  windowssimpchinese: 'gbk',
  windowstradchinese: 'big5',
  'utf-8': 'utf-8',
};

/** The encoding that the first lines name, as a WHATWG label. `Neutral` names none. */
export function encodingOfHead(head: string): string | undefined {
  const charset = /^\s*Charset\s+"([^"]*)"/im.exec(head)?.[1];
  return charset === undefined ? undefined : encodingOfCharset(charset);
}

/** `WindowsLatin1` → `windows-1252`; undefined for `Neutral`, and for one that is not known. */
export function encodingOfCharset(charset: string): string | undefined {
  return CHARSETS[charset.toLowerCase()];
}
