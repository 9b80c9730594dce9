import type { DxfObject } from './dxf-object.ts';

const SIGNS: Readonly<Record<string, string>> = { d: '°', p: '±', c: '⌀', '%': '%', u: '', o: '', k: '' };

/** `%%d` is a degree sign, `%%065` and `\U+0041` a character by its number. */
export function plainText(text: string): string {
  return text
    .replaceAll(/%%(\d{3})/g, (all, digits) => character(Number(digits)) ?? all)
    .replaceAll(/%%([dpc%uok])/gi, (_all, sign: string) => SIGNS[sign.toLowerCase()]!)
    .replaceAll(/\\U\+([0-9a-f]{4})/gi, (all, digits) => character(Number.parseInt(digits, 16)) ?? all);
}

/** Text of several lines, without what says how it looks: `{\fArial|b1;Hall}\P2` is `Hall` and `2` below it. */
export function formattedText(text: string): string {
  const marks = /\\[PX~]|\\[LlOoKkNn]|\\S([^;]*);|\\[ACcFfHpQTW][^;]*;|\\([\\{}])|[{}]|\^([IJM ])/g;
  const shown = plainText(text).replaceAll(
    marks,
    (all, stacked: string | undefined, escaped: string | undefined, control: string | undefined) => {
      if (stacked !== undefined) return stacked.replaceAll(/[#^]/g, '/');
      if (escaped !== undefined) return escaped;
      if (control !== undefined) return { I: '\t', J: '\n', M: '', ' ': '^' }[control]!;
      return all === '\\P' ? '\n' : all === '\\~' ? ' ' : '';
    },
  );
  return shown;
}

/** What an entity of text says; pieces of a long text come before its end. */
export function entityText(object: DxfObject): string | undefined {
  if (object.type === 'MTEXT') return formattedText([...object.texts(3), object.text(1) ?? ''].join(''));
  const text = object.text(1);
  return text === undefined ? undefined : plainText(text);
}

function character(number: number): string | undefined {
  return number >= 0xd800 && number <= 0xdfff ? undefined : String.fromCodePoint(number);
}
