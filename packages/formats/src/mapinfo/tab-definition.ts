import { FormatFault } from '../fault.ts';
import { encodingOfCharset } from '../mif/mif-header.ts';
import { type DecodeText, decoderOfName, guessText } from '../shapefile/dbf-encoding.ts';

export type TabColumn = { name: string; type: string };

/** What the text of a .tab says about the files beside it. */
export type TabDefinition = {
  /** `native` tables are in a .dat, `dbf` tables in a .dbf. */
  type: string;
  columns: TabColumn[];
  decode: DecodeText;
  /** Whether the encoding is neither named by the file nor by the user. */
  isEncodingGuessed: boolean;
};

const MAX_COLUMNS = 10_000;
const COLUMN = /^\s*(?:"([^"]+)"|(\S+))\s+([A-Za-z]+)/;

/** @param encoding named by the user */
export function parseDefinition(
  bytes: Uint8Array,
  file: string,
  encoding: string | undefined,
): TabDefinition {
  const ascii = new TextDecoder('windows-1252').decode(bytes);
  const type = /^\s*Type\s+"?([A-Za-z]+)/im.exec(ascii)?.[1]?.toLowerCase();
  if (type === undefined)
    throw new FormatFault('unsupported', file, `describes no table of its own${besides(ascii)}`);
  if (/^\s*"\\IsSeamless"\s*=\s*"TRUE"/im.test(ascii))
    throw new FormatFault('unsupported', file, 'is a seamless table, a list of others: import those instead');
  const named = encoding ?? charsetOf(ascii);
  const decode = named === undefined ? guessText : decoderOfName(named);
  if (decode === undefined) throw new FormatFault('option', file, `there is no encoding "${named}"`);
  const text = decode(bytes);
  if (text === undefined) throw new FormatFault('malformed', file, `is no text in ${named}`);
  return { type, columns: columnsOf(text, file), decode, isEncodingGuessed: named === undefined };
}

/** That of the table, or of the file. `Neutral` names none. */
function charsetOf(text: string): string | undefined {
  const name =
    /^\s*Type\b.*\bCharset\s+"([^"]*)"/im.exec(text)?.[1] ?? /^\s*!charset\s+(\S+)/im.exec(text)?.[1];
  return name === undefined ? undefined : encodingOfCharset(name);
}

/** A view is a query over other tables. */
function besides(text: string): string {
  return /^\s*(?:create\s+view|open\s+table)\b/im.test(text)
    ? ': it is a view of others, import those instead'
    : '';
}

function columnsOf(text: string, file: string): TabColumn[] {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => /^\s*Fields\s+\d+/i.test(line));
  if (at < 0) return [];
  const count = Number(/\d+/.exec(lines[at]!)![0]);
  if (count > MAX_COLUMNS)
    throw new FormatFault('malformed', file, `has ${count} as the number of its columns`);
  return Array.from({ length: count }, (_, i): TabColumn => {
    const [, quoted, plain, type] = COLUMN.exec(lines[at + 1 + i] ?? '') ?? [];
    const name = quoted ?? plain;
    if (name === undefined || type === undefined)
      throw new FormatFault('malformed', file, `has ${i} columns instead of ${count} (line ${at + 2 + i})`);
    return { name, type: type.toLowerCase() };
  });
}
