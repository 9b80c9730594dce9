import { invalid } from '@meridian/hub';
import { decodePart } from './target.ts';

/** One `name=value` of a query string. The value stays encoded: what its commas mean depends on the parameter. */
export type QueryPair = { name: string; rawValue: string; raw: string };

/** A query string, taken apart but not yet understood. */
export class QueryString {
  readonly pairs: readonly QueryPair[];

  constructor(query: string) {
    this.pairs = query === '' ? [] : readPairs(query);
  }

  has(name: string): boolean {
    return this.pairs.some((pair) => pair.name === name);
  }

  /** The value of a parameter that may be sent once, under one of its names. */
  one(...names: string[]): string | undefined {
    return this.sent(...names)?.value;
  }

  /** The same with the name that it was sent under. */
  sent(...names: string[]): { name: string; value: string } | undefined {
    const found = this.pairs.filter((pair) => names.includes(pair.name));
    if (found.length > 1) throw invalid(sentTooOften(found.map(({ name }) => name)));
    return found[0] && { name: found[0].name, value: decodeValue(found[0]) };
  }

  /** Every entry of a list: repeated, or separated by a comma, encoded or not. */
  list(name: string): string[] | undefined {
    const found = this.pairs.filter((pair) => pair.name === name);
    if (found.length === 0) return undefined;
    const entries = found.flatMap((pair) => decodeValue(pair).split(',')).filter((entry) => entry !== '');
    refuseMany(name, entries.length);
    return entries;
  }

  /** Every value of a parameter, as it was sent. */
  values(name: string): string[] {
    return this.all(name).map(decodeValue);
  }

  all(name: string): QueryPair[] {
    return this.pairs.filter((pair) => pair.name === name);
  }
}

/** So many entries a list can have: far more than anybody needs, and no more than can be looked at in a moment. */
const MAX_ENTRIES: Record<string, number> = {
  sort: 32,
  sortby: 32,
  selection: 1000,
  properties: 1000,
  id: 20_000,
};
const MAX_OTHER_ENTRIES = 1000;

export function refuseMany(name: string, count: number): void {
  const max = Object.hasOwn(MAX_ENTRIES, name) ? MAX_ENTRIES[name]! : MAX_OTHER_ENTRIES;
  if (count > max) throw invalid(`${name} can have at most ${max} entries, not ${count}`);
}

function sentTooOften(names: string[]): string {
  const different = [...new Set(names)];
  return different.length > 1
    ? `${different.join(' and ')} are the same parameter: only one of them can be sent`
    : `${names[0]} must be sent once, not ${names.length} times`;
}

export function decodeValue({ name, rawValue }: QueryPair): string {
  return decodePart(rawValue.replaceAll('+', ' '), name);
}

function readPairs(query: string): QueryPair[] {
  const pairs: QueryPair[] = [];
  for (const raw of query.split('&')) {
    if (raw === '') continue;
    const equals = raw.indexOf('=');
    const rawName = equals < 0 ? raw : raw.slice(0, equals);
    const name = decodePart(rawName.replaceAll('+', ' '), 'a parameter name');
    pairs.push({ name, rawValue: equals < 0 ? '' : raw.slice(equals + 1), raw });
  }
  return pairs;
}
