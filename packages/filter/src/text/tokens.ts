import { FilterError } from '../filter-error.ts';
import { NAME, WHITE_SPACE } from './words.ts';

/** A piece of a filter text; `at` counts characters from 1. `name` is a name without quotes, `quoted` one with. */
export type Token =
  | { type: 'name' | 'quoted' | 'text' | 'sign'; text: string; at: number }
  | { type: 'number'; text: string; value: number; at: number }
  | { type: 'end'; text: ''; at: number };

const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const SIGN = /<>|<=|>=|[(),=<>+\-*/%^]/y;

/** Cuts a filter text into tokens; the last one is the end. */
export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (true) {
    at += matchAt(WHITE_SPACE, text, at)?.length ?? 0;
    if (at >= text.length) break;
    const token = tokenAt(text, at);
    found.push(token.token);
    at += token.length;
  }
  found.push({ type: 'end', text: '', at: text.length + 1 });
  return found;
}

function tokenAt(text: string, at: number): { token: Token; length: number } {
  const first = text[at];
  if (first === "'" || first === '"') return quotedAt(text, at, first);
  const number = matchAt(NUMBER, text, at);
  if (number !== undefined) {
    const value = Number(number);
    if (!Number.isFinite(value)) throw new FilterError(`the number ${shorten(number)} is too large`);
    return { token: { type: 'number', text: number, value, at: at + 1 }, length: number.length };
  }
  const name = matchAt(NAME, text, at);
  if (name !== undefined) return { token: { type: 'name', text: name, at: at + 1 }, length: name.length };
  const sign = matchAt(SIGN, text, at);
  if (sign !== undefined) return { token: { type: 'sign', text: sign, at: at + 1 }, length: sign.length };
  const character = String.fromCodePoint(text.codePointAt(at)!);
  throw new FilterError(`unexpected ${JSON.stringify(character)} at character ${at + 1}`);
}

/** `'Via dell''Avvento'` or `"a name"`: the quote itself is written twice, in texts also as `\'`. */
function quotedAt(text: string, at: number, quote: string): { token: Token; length: number } {
  let value = '';
  let from = at + 1;
  for (let i = from; i < text.length; i++) {
    if (quote === "'" && text[i] === '\\' && text[i + 1] === "'") {
      value += `${text.slice(from, i)}'`;
      from = i + 2;
      i++;
    } else if (text[i] === quote) {
      value += text.slice(from, i);
      if (text[i + 1] !== quote) {
        const type = quote === "'" ? 'text' : 'quoted';
        return { token: { type, text: value, at: at + 1 }, length: i + 1 - at };
      }
      value += quote;
      from = i + 2;
      i++;
    }
  }
  throw new FilterError(`the ${quote} at character ${at + 1} is never closed`);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
