import { propertyPath } from '@meridian/filter';
import {
  BIN_METHODS,
  type FeaturePath,
  type GroupKey,
  invalid,
  MAX_CELL_ZOOM,
  type Measure,
  type ReadableSpace,
  TIME_UNITS,
} from '@meridian/hub';
import { readFeaturePath } from './property-search.ts';

/** `a,sum(b,0.5),"c,d"` → `a`, `sum(b,0.5)`, `"c,d"`: commas within brackets and quotes are part of an entry. */
export function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      terms.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...terms, text.slice(start)].map((term) => term.trim()).filter((term) => term !== '');
}

const CALL = /^([a-z]\w*)\((.*)\)$/is;

type Call = { name: string; args: string[] };

/** `name(a,b)`; undefined for anything else. */
function callOf(term: string): Call | undefined {
  const [, name, args] = CALL.exec(term) ?? [];
  return name === undefined ? undefined : { name: name.toLowerCase(), args: splitTerms(args!) };
}

const PLAIN_NAME = /^[\p{L}\p{N}_:@.-]+$/u;

/** The path of a property or member: `name`, `p.name`, `f.geometry.type`, `"any name"`. */
function readPath(term: string, parameter: string): FeaturePath {
  const quoted = /^"((?:[^"]|"")+)"$/.exec(term)?.[1]?.replaceAll('""', '"');
  if (quoted === undefined && !PLAIN_NAME.test(term))
    throw invalid(
      `${parameter}: ${JSON.stringify(term)} is no property; other characters than letters, digits and _ : @ . - need double quotes around the name`,
    );
  const name = quoted ?? term;
  if (quoted === undefined && /^[pf]\../.test(name)) return readFeaturePath(name);
  if (name === 'id') return { root: 'feature', path: ['id'] };
  const path = propertyPath(name);
  if (!path || path.includes(''))
    throw invalid(`${parameter}: ${JSON.stringify(term)} names no property such as name or address.city`);
  return { root: 'properties', path };
}

/** What a term needs besides itself. */
export type TermTools = { timeZone: string; spaceOf: (id: string) => ReadableSpace };

type KeyReader = (args: string[], tools: TermTools, fail: (expected: string) => never) => NamelessKey;
/** A key before it has its name. */
type NamelessKey = GroupKey extends infer Key ? (Key extends unknown ? Omit<Key, 'name'> : never) : never;

const TIME_READERS = TIME_UNITS.map((unit): [string, KeyReader] => [
  unit,
  (args, { timeZone }, fail) => {
    if (args.length !== 1) return fail(`${unit}(property)`);
    return { kind: 'time', path: readPath(args[0]!, 'groupBy'), unit, timeZone };
  },
]);

const KEY_READERS: ReadonlyMap<string, KeyReader> = new Map<string, KeyReader>([
  ...TIME_READERS,
  [
    'h3',
    ([resolution, ...more], _, fail) => ({
      kind: 'h3',
      resolution: more.length > 0 ? fail('h3(resolution)') : wholeNumber(resolution, 0, 15, fail),
    }),
  ],
  [
    'quad',
    ([zoom, ...more], _, fail) => ({
      kind: 'quad',
      zoom: more.length > 0 ? fail('quad(zoom)') : wholeNumber(zoom, 0, MAX_CELL_ZOOM, fail),
    }),
  ],
  [
    'in',
    ([id, property, ...more], { spaceOf }, fail) => {
      if (id === undefined || more.length > 0) return fail('in(space) or in(space,property)');
      const path = property === undefined ? undefined : readPath(property, 'groupBy');
      if (path?.root === 'feature') return fail('in(space,property) with a property of its features');
      const { source } = spaceOf(unquoted(id));
      return { kind: 'features', source, ...(path ? { property: path.path } : {}) };
    },
  ],
  ['bins', readBins],
  [
    'limits',
    ([property, ...limits], _, fail) => {
      const numbers = limits.map(Number);
      const isAscending = numbers.every(
        (limit, i) => Number.isFinite(limit) && (i === 0 || limit > numbers[i - 1]!),
      );
      if (property === undefined || limits.length === 0 || limits.length > MAX_BINS || !isAscending)
        return fail(`limits(property,number,…) with 1 to ${MAX_BINS} ascending numbers`);
      return { kind: 'limits', path: readPath(property, 'groupBy'), limits: numbers };
    },
  ],
]);

const DEFAULT_BINS = 10;
const MAX_BINS = 100;
const MAX_NATURAL_BINS = 20;

function readBins(
  [property, count, method, ...more]: string[],
  _: TermTools,
  fail: (expected: string) => never,
): NamelessKey {
  const known = BIN_METHODS.find((one) => one === (method ?? 'equal'));
  if (property === undefined || known === undefined || more.length > 0)
    return fail(`bins(property,count,method) with one of ${BIN_METHODS.join(', ')}`);
  const max = known === 'natural' ? MAX_NATURAL_BINS : MAX_BINS;
  return {
    kind: 'bins',
    path: readPath(property, 'groupBy'),
    count: count === undefined ? DEFAULT_BINS : wholeNumber(count, 2, max, fail),
    method: known,
  };
}

function wholeNumber(
  text: string | undefined,
  from: number,
  to: number,
  fail: (expected: string) => never,
): number {
  const number = Number(text);
  return text !== undefined && /^\d{1,3}$/.test(text) && number >= from && number <= to
    ? number
    : fail(`a whole number from ${from} to ${to}`);
}

function unquoted(text: string): string {
  return /^"(.*)"$/s.exec(text)?.[1]?.replaceAll('""', '"') ?? text;
}

/** One of the things to group by. */
export function readGroupKey(term: string, tools: TermTools): GroupKey {
  const call = callOf(term);
  if (!call) {
    const path = term === 'tags' ? TAGS : readPath(term, 'groupBy');
    const isTags = path.root === 'feature' && path.path.join('.') === 'tags';
    return isTags ? { name: term, kind: 'tags' } : { name: term, kind: 'value', path };
  }
  const read = KEY_READERS.get(call.name);
  if (!read)
    throw invalid(
      `groupBy: ${JSON.stringify(term)}: there is no ${call.name}; these are: ${[...KEY_READERS.keys()].join(', ')}`,
    );
  const fail = (expected: string): never => {
    throw invalid(`groupBy: ${JSON.stringify(term)} must be ${expected}`);
  };
  return { name: term, ...read(call.args, tools, fail) } as GroupKey;
}

const TAGS: FeaturePath = { root: 'feature', path: ['tags'] };

const PLAIN_MEASURES = ['count', 'sum', 'mean', 'min', 'max', 'distinct'] as const;
const MEASURES = [...PLAIN_MEASURES, 'median', 'quantile'];

export function readMeasure(term: string): Measure {
  const { name, args: [property, at, ...more] = [] } = callOf(term) ?? { name: '' };
  const expected = name === 'quantile' ? 'quantile(property,0.9)' : `${name || 'sum'}(property)`;
  const isKnown = MEASURES.includes(name);
  const hasArgs = name === 'quantile' ? at !== undefined && more.length === 0 : at === undefined;
  if (!isKnown || property === undefined || !hasArgs)
    throw invalid(
      `measures: ${JSON.stringify(term)} must be ${isKnown ? expected : `a measure such as ${expected}: one of ${MEASURES.join(', ')}`}`,
    );
  const path = readPath(property, 'measures');
  const plain = PLAIN_MEASURES.find((known) => known === name);
  if (plain) return { name: term, kind: plain, path };
  const part = name === 'median' ? 0.5 : Number(at);
  if (at?.trim() === '' || !(part >= 0 && part <= 1))
    throw invalid(`measures: ${JSON.stringify(term)}: a quantile is from 0 to 1, such as 0.9`);
  return { name: term, kind: 'quantile', path, at: part };
}
