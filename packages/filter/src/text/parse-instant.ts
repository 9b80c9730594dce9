import type { Expression, Instant, IntervalBound } from '../expression.ts';
import { FilterError } from '../filter-error.ts';
import { isInstantText } from '../instant-text.ts';
import type { TokenReader } from './token-reader.ts';

/** `DATE('2022-04-16')` or `TIMESTAMP('2022-04-16T10:13:19Z')`. */
export function parseInstant(reader: TokenReader): Instant {
  const kind = reader.take().text.toLowerCase() as Instant['kind'];
  reader.expectSign('(');
  const { token } = reader;
  if (token.type !== 'text') throw reader.unexpected("a text in '…'");
  reader.take();
  const instant: Instant = { kind, text: token.text };
  if (!isInstantText(instant)) throw badInstant(token.text, token.at);
  reader.expectSign(')');
  return instant;
}

/** `INTERVAL('2021-01-01','..')`; its bounds may be properties and functions. */
export function parseInterval(reader: TokenReader, expression: () => Expression): Expression {
  reader.take();
  reader.expectSign('(');
  const start = parseBound(reader, expression);
  reader.expectSign(',');
  const end = parseBound(reader, expression);
  reader.expectSign(')');
  return { kind: 'interval', start, end };
}

function parseBound(reader: TokenReader, expression: () => Expression): IntervalBound {
  const { token } = reader;
  if (token.type === 'text') {
    reader.take();
    const bound = boundOf(token.text);
    if (bound === undefined) throw badInstant(token.text, token.at);
    return bound;
  }
  const bound = expression();
  if (bound.kind === 'property' || bound.kind === 'function') return bound;
  throw new FilterError(
    `an end of an INTERVAL must be a date, a time, '..', a property or a function, at character ${token.at}`,
  );
}

/** A bound that is written out; undefined if it is none. */
export function boundOf(text: string): IntervalBound | undefined {
  if (text === '..') return { kind: 'unbounded' };
  const instant: Instant = { kind: text.length <= 10 ? 'date' : 'timestamp', text };
  return isInstantText(instant) ? instant : undefined;
}

function badInstant(text: string, at: number): FilterError {
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  return new FilterError(
    `${shown} at character ${at} is neither a date (2022-04-16) nor a time in UTC (2022-04-16T10:13:19Z)`,
  );
}
