import { FormatFault } from '../fault.ts';
import { decoderFor, guessEncoding } from '../text/encoding.ts';
import type { DxfObject, Vector } from './dxf-object.ts';

/** From this version on (AutoCAD 2007) texts are UTF-8. */
const FIRST_IN_UTF8 = 1021;

const CODE_PAGES: Readonly<Record<string, string>> = {
  ANSI_874: 'windows-874',
  ANSI_932: 'shift_jis',
  ANSI_936: 'gbk',
  ANSI_949: 'euc-kr',
  ANSI_950: 'big5',
  GB2312: 'gbk',
  BIG5: 'big5',
  KSC5601: 'euc-kr',
  JOHAB: 'euc-kr',
};

/** What texts of a drawing are in: what is asked for, what its header says, or what it looks like. */
export function drawingDecoder(head: Uint8Array, encoding: string | undefined, file: string): TextDecoder {
  const text = new TextDecoder('windows-1252').decode(head);
  const variable = (name: string) =>
    new RegExp(`^\\s*\\$${name}\\s*\\r?\\n\\s*\\d+\\s*\\r?\\n\\s*(\\S+)`, 'm').exec(text)?.[1];
  const version = Number(/^AC(\d+)$/.exec(variable('ACADVER') ?? '')?.[1] ?? 0);
  const page = variable('DWGCODEPAGE')?.toUpperCase() ?? '';
  const said =
    version >= FIRST_IN_UTF8
      ? 'utf-8'
      : (CODE_PAGES[page] ?? /^ANSI_(125\d)$/.exec(page)?.[1]?.replace(/^/, 'windows-'));
  const label = encoding ?? said ?? guessEncoding(head);
  const decoder = decoderFor(label);
  if (decoder === undefined) throw new FormatFault('option', file, `there is no encoding "${label}"`);
  return decoder;
}

/** The corners of what is drawn, as the header has them; undefined where it has none that can be right. */
export function extent(header: DxfObject): [low: Vector, high: Vector] | undefined {
  const corner = (name: string): Vector | undefined => {
    const at = header.values.indexOf(name);
    if (at < 0 || header.codes[at + 1] !== 10 || header.codes[at + 2] !== 20) return undefined;
    return [Number(header.values[at + 1]), Number(header.values[at + 2]), 0];
  };
  const [low, high] = [corner('$EXTMIN'), corner('$EXTMAX')];
  // Drawings without one have a corner far in the positive and one far in the negative.
  if (low === undefined || high === undefined || !(low[0] <= high[0]) || !(low[1] <= high[1]))
    return undefined;
  return [low, high];
}
