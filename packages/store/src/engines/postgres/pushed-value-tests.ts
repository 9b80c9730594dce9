import { type Expression, patternText } from '@meridian/filter';
import { after, before, type NumberTest } from '../../columns/number-ranges.ts';
import type { Condition } from './condition.ts';
import { NEVER } from './pushed-value.ts';

type Sides = { holds: Condition; fails: Condition };

/**
 * A number in a feature may have more digits than a double, which the evaluator compares. What rounds to a double from `low` to
 * `high` lies between the doubles beside them; and what lies from `low` to `high` rounds to nothing else.
 */
export function numberRanges({ ranges, isNegated }: NumberTest): Sides {
  const inside = ranges.map(({ low, high }) => {
    if (Number.isNaN(low) || Number.isNaN(high)) return NEVER;
    return bounded('>', before(low), '<', after(high));
  });
  const outside = ranges
    .filter(({ low, high }) => !Number.isNaN(low) && !Number.isNaN(high))
    .map(({ low, high }) => {
      const { sql, values } = bounded('>=', low, '<=', high);
      return { sql: `NOT (${sql})`, values };
    });
  const [isIn, isOut] = [join(inside, ' OR ', 'false'), join(outside, ' AND ', 'true')];
  return isNegated ? { holds: isOut, fails: isIn } : { holds: isIn, fails: isOut };
}

function bounded(above: string, low: number, below: string, high: number): Condition {
  const bounds = [
    ...(Number.isFinite(low) ? [{ op: above, value: low }] : []),
    ...(Number.isFinite(high) ? [{ op: below, value: high }] : []),
  ];
  return join(
    bounds.map(({ op, value }) => ({ sql: `digits::numeric ${op} ?::numeric`, values: [String(value)] })),
    ' AND ',
    'true',
  );
}

/** PostgreSQL's texts know no U+0000, and no half of a surrogate pair. */
export function isBindable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** In the order of code points, which is that of UTF-8. */
export function textComparison(op: string, text: string): Condition {
  return isBindable(text)
    ? { sql: `plain COLLATE "C" ${op} ?`, values: [text] }
    : { sql: 'true', values: [] };
}

export function textList(texts: readonly string[]): Sides {
  const marks = texts.map(() => '?').join(', ');
  return {
    holds: { sql: `plain IN (${marks})`, values: [...texts] },
    fails: { sql: `plain NOT IN (${marks})`, values: [...texts] },
  };
}

/** Undefined where the pattern has what cannot be bound. */
export function likeTest({ pattern }: Extract<Expression, { kind: 'like' }>): Sides | undefined {
  const text = patternText(pattern);
  if (!isBindable(text)) return undefined;
  // A backslash before any other character is itself, which PostgreSQL wants doubled.
  const own = text.replace(/\\(?:[%_\\]|)/g, (found) => (found === '\\' ? '\\\\' : found));
  return {
    holds: { sql: 'plain LIKE ?', values: [own] },
    fails: { sql: 'plain NOT LIKE ?', values: [own] },
  };
}

function join(conditions: readonly Condition[], by: string, empty: string): Condition {
  if (conditions.length === 0) return { sql: empty, values: [] };
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(by)})`,
    values: conditions.flatMap(({ values }) => values),
  };
}
