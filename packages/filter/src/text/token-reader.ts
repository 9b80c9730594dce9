import { FilterError } from '../filter-error.ts';
import { MAX_DEPTH } from '../limits.ts';
import { type Token, tokens } from './tokens.ts';

/** Reads the tokens of a filter text one after the other. */
export class TokenReader {
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokens(text);
  }

  get token(): Token {
    return this.#tokens[this.#next]!;
  }

  /** The token and moves on; stays at the end. */
  take(): Token {
    const token = this.token;
    if (token.type !== 'end') this.#next++;
    return token;
  }

  isSign(sign: string): boolean {
    return this.token.type === 'sign' && this.token.text === sign;
  }

  takeSign(sign: string): boolean {
    const is = this.isSign(sign);
    if (is) this.#next++;
    return is;
  }

  /** Whether the token is this word, without quotes and in any case. */
  isWord(word: string): boolean {
    return this.token.type === 'name' && this.token.text.toUpperCase() === word;
  }

  takeWord(word: string): boolean {
    const is = this.isWord(word);
    if (is) this.#next++;
    return is;
  }

  /** The token behind this one. */
  peek(): Token {
    return this.#tokens[this.#next + 1] ?? this.token;
  }

  /** Whether an opening bracket follows the token. */
  isCall(): boolean {
    const after = this.peek();
    return after.type === 'sign' && after.text === '(';
  }

  expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw this.unexpected(`"${sign}"`);
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) throw this.unexpected(word);
  }

  unexpected(wanted: string): FilterError {
    const { type, text, at } = this.token;
    if (type === 'end') return new FilterError(`the filter ends where ${wanted} should follow`);
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    return new FilterError(`expected ${wanted} instead of ${JSON.stringify(shown)} at character ${at}`);
  }

  /** `item ("," item)*` */
  list<T>(item: () => T): T[] {
    const items = [item()];
    while (this.takeSign(',')) items.push(item());
    return items;
  }

  /** Runs one level deeper. */
  nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH)
      throw new FilterError(`the filter is nested deeper than ${MAX_DEPTH} levels`);
    const parsed = parse();
    this.#depth--;
    return parsed;
  }
}
