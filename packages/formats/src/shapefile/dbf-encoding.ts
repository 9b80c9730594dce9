import { decoderFor } from '../text/encoding.ts';
import { codePageDecoder } from './code-pages.ts';

/** Text of a field, without blanks at its end; undefined if the bytes are not in the encoding. */
export type DecodeText = (bytes: Uint8Array) => string | undefined;

/** What byte 29 of a DBF stands for, as WHATWG label or as number of a DOS code page. */
const LANGUAGE_DRIVERS: Record<number, string | number> = {
  1: 437,
  2: 850,
  3: 'windows-1252',
  8: 865,
  9: 437,
  10: 850,
  11: 437,
  13: 437,
  14: 850,
  15: 437,
  16: 850,
  17: 437,
  18: 850,
  19: 'shift_jis',
  20: 850,
  21: 437,
  22: 850,
  23: 865,
  24: 437,
  25: 437,
  26: 850,
  27: 437,
  28: 863,
  29: 850,
  31: 852,
  34: 852,
  35: 852,
  36: 860,
  37: 850,
  38: 'ibm866',
  55: 850,
  64: 852,
  77: 'gbk',
  78: 'euc-kr',
  79: 'big5',
  80: 'windows-874',
  87: 'windows-1252',
  88: 'windows-1252',
  89: 'windows-1252',
  100: 852,
  101: 'ibm866',
  102: 865,
  103: 861,
  106: 737,
  107: 857,
  120: 'big5',
  121: 'euc-kr',
  122: 'gbk',
  123: 'shift_jis',
  124: 'windows-874',
  134: 737,
  135: 852,
  136: 857,
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
  204: 'windows-1257',
};

/** The decoder that a name stands for: of a .cpg (`UTF-8`, `1252`, `ISO 88591`, `OEM 850`) or given by the user. */
export function decoderOfName(name: string): DecodeText | undefined {
  const plain = name.trim().toLowerCase();
  const page = Number(/^(?:cp|ibm|oem|ansi|windows|ms)?[\s_-]*(\d{3,5})$/.exec(plain)?.[1] ?? Number.NaN);
  const latin = /^(?:iso)?[\s_-]*8859[\s_-]?(\d{1,2})$/.exec(plain)?.[1];
  const dos = codePageDecoder(page);
  if (dos !== undefined) return dos;
  const label = latin !== undefined ? `iso-8859-${latin}` : plain;
  const decoder =
    (page === 65001 ? decoderFor('utf-8') : undefined) ??
    decoderFor(label) ??
    (Number.isNaN(page)
      ? undefined
      : (decoderFor(`windows-${page}`) ?? decoderFor(`ibm${page}`) ?? LEGACY_PAGES[page]));
  return decoder && strictly(decoder);
}

const LEGACY_PAGES: Record<number, TextDecoder | undefined> = {
  932: decoderFor('shift_jis'),
  936: decoderFor('gbk'),
  949: decoderFor('euc-kr'),
  950: decoderFor('big5'),
};

export function decoderOfDriver(byte: number): DecodeText | undefined {
  const found = LANGUAGE_DRIVERS[byte];
  if (found === undefined) return undefined;
  return typeof found === 'number' ? codePageDecoder(found) : decoderOfName(found);
}

const utf8 = decoderFor('utf-8')!;
const latin1 = decoderFor('windows-1252')!;

/** Where nothing says what the encoding is: UTF-8 if the value is that, else the Windows code page. */
export const guessText: DecodeText = (bytes) => strictly(utf8)(bytes) ?? latin1.decode(bytes);

export function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false;
  return true;
}

function strictly(decoder: TextDecoder): DecodeText {
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return undefined;
    }
  };
}
