import { type Expression, parseMoment } from '@meridian/filter';
import { invalid, type TimeProperties } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { parameter } from '../parameters/parameter.ts';

/** What `datetime` asks for; undefined without it. */
export const datetime = parameter(
  {
    name: 'datetime',
    description:
      'Only features whose time intersects this: `2024-05-01`, `2024-05-01T10:00:00Z`, an interval `2024-05-01/2024-05-31`, or one that is open at an end, `2024-05-01/..`. Their time is the property, or the pair of properties, that the space names in `temporal`; features without a time are always selected.',
    schema: { type: 'string', example: '2024-05-01/..' },
  },
  readDatetime,
);

type Instant = Extract<Expression, { kind: 'date' | 'timestamp' }>;
type Bound = Instant | { kind: 'unbounded' };

const EXPECTED =
  'must be a date, a time such as 2024-05-01T10:00:00Z, or two of them with a slash between, of which one may be ..';

function readDatetime(query: QueryString, name: string): Instant | { start: Bound; end: Bound } | undefined {
  const text = query.one(name);
  if (text === undefined) return undefined;
  const [first, last, ...rest] = text.split('/');
  if (rest.length > 0) throw refused(text);
  if (last === undefined) return readInstant(first!, text);
  const [start, end] = [readBound(first!, text), readBound(last, text)];
  if (start.kind === 'unbounded' && end.kind === 'unbounded') throw refused(text);
  if (start.kind !== 'unbounded' && end.kind !== 'unbounded' && momentOf(start) > momentOf(end))
    throw invalid(`datetime: ${JSON.stringify(text.slice(0, 100))} ends before it begins`);
  return { start, end };
}

function readBound(part: string, text: string): Bound {
  return part === '..' || part === '' ? { kind: 'unbounded' } : readInstant(part, text);
}

function readInstant(part: string, text: string): Instant {
  const moment = parseMoment(part);
  if (!moment) throw refused(text);
  return { kind: moment.isDate ? 'date' : 'timestamp', text: part };
}

function momentOf({ text }: Instant): number {
  return parseMoment(text)?.ms ?? Number.NaN;
}

function refused(text: string) {
  return invalid(`datetime ${EXPECTED}; ${JSON.stringify(text.slice(0, 100))} is not`);
}

/** The condition that `datetime` puts on the time of features; those without one pass. */
export function timeCondition(
  asked: NonNullable<ReturnType<typeof datetime.read>>,
  { start, end }: TimeProperties,
): Expression {
  const value: Expression = 'kind' in asked ? asked : { kind: 'interval', ...asked };
  const from: Expression = { kind: 'property', name: start };
  if (end === undefined)
    return {
      kind: 'or',
      args: [
        { kind: 'isNull', arg: from },
        { kind: 'temporal', op: 't_intersects', left: from, right: value },
      ],
    };
  const to: Expression = { kind: 'property', name: end };
  const [first, last] = 'kind' in asked ? [asked, asked] : [asked.start, asked.end];
  const isIn = (property: Expression, op: 't_before' | 't_after', bound: Bound): Expression[] =>
    bound.kind === 'unbounded'
      ? []
      : [
          {
            kind: 'or',
            args: [
              { kind: 'isNull', arg: property },
              { kind: 'not', arg: { kind: 'temporal', op, left: property, right: bound } },
            ],
          },
        ];
  return { kind: 'and', args: [...isIn(from, 't_after', last), ...isIn(to, 't_before', first)] };
}
