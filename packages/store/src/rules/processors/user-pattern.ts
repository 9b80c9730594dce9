import { RE2JS } from 're2js';
import { toRe2 } from './pattern-syntax.ts';

type Engine = { test(text: string): boolean; isLinear: boolean };

const NativeRegExp = globalThis.RegExp;

/** Translating a pattern takes a tenth of a millisecond; libraries make theirs again for each value. */
const MAX_CACHED = 1000;
const engines = new Map<string, Engine>();

/**
 * A regular expression that a user wrote, with the syntax and meaning of ECMAScript (flag `u`). It runs in RE2, whose time
 * follows the length of the text; what RE2 can't express runs in V8's engine, which backtracks and must be watched.
 */
export class UserPattern {
  readonly #engine: Engine;

  /** A SyntaxError where the source is no regular expression. */
  constructor(source: string) {
    this.#engine = engineOf(source);
  }

  /** Whether its time is bound to grow no faster than the text. */
  get isLinear(): boolean {
    return this.#engine.isLinear;
  }

  test(text: string): boolean {
    return this.#engine.test(text);
  }

  /** What `text.match(pattern)` comes to. */
  [Symbol.match](text: string): [string] | null {
    return this.test(text) ? [text] : null;
  }
}

/**
 * Does work in which every `new RegExp(…)` is one that a user wrote. The libraries for schemas and paths make theirs so
 * and take no other engine. Must be around `watched`: what that cuts off does not get to its own `finally`.
 */
export function withUserPatterns<T>(work: () => T): T {
  Reflect.set(globalThis, 'RegExp', UserPattern);
  try {
    return work();
  } finally {
    globalThis.RegExp = NativeRegExp;
  }
}

function engineOf(source: string): Engine {
  const engine = engines.get(source) ?? compile(source);
  engines.delete(source);
  engines.set(source, engine);
  if (engines.size > MAX_CACHED) engines.delete(engines.keys().next().value!);
  return engine;
}

function compile(source: string): Engine {
  const native = new NativeRegExp(source, 'u');
  const linear = compileLinear(source);
  // RE2 has no text with half a surrogate pair.
  const test = (text: string) => (linear && text.isWellFormed() ? linear.test(text) : native.test(text));
  return { test, isLinear: linear !== undefined };
}

function compileLinear(source: string): RE2JS | undefined {
  const translated = toRe2(source);
  if (translated === undefined) return undefined;
  try {
    return RE2JS.compile(translated);
  } catch {
    // It has limits of its own, such as a thousand repetitions: V8 has others.
    return undefined;
  }
}
