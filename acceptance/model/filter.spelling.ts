import type { Operator, PropertyFilter } from './filter.ts';
import type { Json } from './json.ts';

/** Every way in which clients send an operator; `%3E` and `%21` are what browsers make of some of them. */
export const SPELLINGS: Record<Operator, readonly string[]> = {
  '=': ['=', '%3D'],
  '!=': ['!=', '%21=', '%21%3D'],
  '>': ['>', '=gt=', '%3Dgt=', '%3E'],
  '>=': ['>=', '=gte=', '%3Dgte=', '%3E='],
  '<': ['<', '=lt=', '%3Dlt%3D', '%3C'],
  '<=': ['<=', '=lte=', '%3Dlte=', '%3C%3D'],
  contains: ['@>', '=cs=', '%3Dcs=', '%40%3E'],
};

export type Quote = '"' | "'" | 'bare';

export function spellFilter(filter: PropertyFilter, spelling: number, quote: Quote): string {
  const operators = SPELLINGS[filter.operator];
  const key = [filter.root, ...filter.path].map(encodeURIComponent).join('.');
  const values = filter.values.map((value) => encodeURIComponent(literal(value, quote)));
  return `${key}${operators[spelling % operators.length]}${values.join(',')}`;
}

function literal(value: Json, quote: Quote): string {
  if (value === null) return '.null';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (quote === 'bare' && READS_AS_STRING.test(value)) return value;
  return quote === "'" ? `'${value}'` : `"${value}"`;
}

/** Bare text that cannot be taken for a number, a boolean, `.null`, an object or a quoted string. */
const READS_AS_STRING = /^(?!true$|false$)(\p{L}[^'"]*|0\d+)$/u;
