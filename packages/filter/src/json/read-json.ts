import type { Geometry } from '@meridian/geo';
import {
  ARITHMETIC_OPS,
  ARRAY_OPS,
  COMPARISON_OPS,
  type Expression,
  findName,
  type Instant,
  type IntervalBound,
  SPATIAL_OPS,
  TEMPORAL_OPS,
} from '../expression.ts';
import { FilterError } from '../filter-error.ts';
import { isInstantText } from '../instant-text.ts';
import { MAX_DEPTH } from '../limits.ts';
import { boundOf } from '../text/parse-instant.ts';

type JsonObject = { readonly [name: string]: unknown };

/** Reads CQL2 JSON; `path` names the culprit in errors: `filter.args[1]`. Operands are not checked against operators. */
export function readJson(value: unknown, path = 'filter'): Expression {
  return readNode(value, path, 0);
}

function readNode(value: unknown, path: string, depth: number): Expression {
  if (depth > MAX_DEPTH) throw new FilterError(`the filter is nested deeper than ${MAX_DEPTH} levels`);
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return { kind: 'literal', value };
    case 'number':
      if (!Number.isFinite(value)) throw new FilterError(`${path} is too large a number`);
      return { kind: 'literal', value };
    case 'object':
      if (Array.isArray(value))
        return { kind: 'array', items: value.map((item, i) => readNode(item, `${path}[${i}]`, depth + 1)) };
      if (value !== null) return readObject(value as JsonObject, path, depth);
  }
  throw new FilterError(`${path} must be an expression, not ${JSON.stringify(value) ?? 'undefined'}`);
}

function readObject(object: JsonObject, path: string, depth: number): Expression {
  const has = (name: string) => Object.hasOwn(object, name);
  if (has('op')) return readOperation(object, path, depth);
  if (has('property')) return { kind: 'property', name: readString(object.property, `${path}.property`) };
  if (has('date')) return readInstant('date', object.date, `${path}.date`);
  if (has('timestamp')) return readInstant('timestamp', object.timestamp, `${path}.timestamp`);
  if (has('interval')) return readInterval(object.interval, `${path}.interval`, depth);
  // A GeoJSON geometry may have a bbox of its own.
  if (has('type')) return { kind: 'geometry', geometry: object as unknown as Geometry };
  if (has('bbox')) return readBbox(object.bbox, `${path}.bbox`);
  throw new FilterError(
    `${path} must have one of the members op, property, date, timestamp, interval, type (of a geometry), bbox`,
  );
}

function readOperation(object: JsonObject, path: string, depth: number): Expression {
  const name = readString(object.op, `${path}.op`);
  const args = object.args;
  if (!Array.isArray(args)) throw new FilterError(`${path}.args must be an array`);
  const node = (index: number) => readNode(args[index], `${path}.args[${index}]`, depth + 1);
  const all = () => args.map((_, index) => node(index));
  const count = (wanted: number) => {
    if (args.length !== wanted)
      throw new FilterError(
        `${path}: ${name} takes ${wanted} argument${wanted === 1 ? '' : 's'}, not ${args.length}`,
      );
  };
  const two = () => {
    count(2);
    return { left: node(0), right: node(1) };
  };
  switch (name.toLowerCase()) {
    case 'and':
    case 'or':
      if (args.length < 2)
        throw new FilterError(`${path}: ${name} takes at least 2 arguments, not ${args.length}`);
      return { kind: name.toLowerCase() as 'and' | 'or', args: all() };
    case 'not':
      count(1);
      return { kind: 'not', arg: node(0) };
    case 'isnull':
      count(1);
      return { kind: 'isNull', arg: node(0) };
    case 'casei':
    case 'accenti':
      count(1);
      return { kind: name.toLowerCase() as 'casei' | 'accenti', arg: node(0) };
    case 'like':
      count(2);
      return { kind: 'like', value: node(0), pattern: node(1) };
    case 'between':
      count(3);
      return { kind: 'between', value: node(0), lower: node(1), upper: node(2) };
    case 'in': {
      count(2);
      const list = node(1);
      if (list.kind !== 'array') throw new FilterError(`${path}.args[1] must be an array`);
      return { kind: 'in', value: node(0), list: list.items };
    }
  }
  const comparison = findName(COMPARISON_OPS, name);
  if (comparison !== undefined) return { kind: 'comparison', op: comparison, ...two() };
  const arithmetic = findName(ARITHMETIC_OPS, name);
  if (arithmetic !== undefined) return { kind: 'arithmetic', op: arithmetic, ...two() };
  const spatial = findName(SPATIAL_OPS, name);
  if (spatial !== undefined) return { kind: 'spatial', op: spatial, ...two() };
  const temporal = findName(TEMPORAL_OPS, name);
  if (temporal !== undefined) return { kind: 'temporal', op: temporal, ...two() };
  const arrays = findName(ARRAY_OPS, name);
  if (arrays !== undefined) return { kind: 'arrays', op: arrays, ...two() };
  return { kind: 'function', name: name.toLowerCase(), args: all() };
}

function readInstant(kind: Instant['kind'], value: unknown, path: string): Instant {
  const instant: Instant = { kind, text: readString(value, path) };
  if (!isInstantText(instant))
    throw new FilterError(
      `${path} must be ${kind === 'date' ? 'a date such as 2022-04-16' : 'a time in UTC such as 2022-04-16T10:13:19Z'}`,
    );
  return instant;
}

function readInterval(value: unknown, path: string, depth: number): Expression {
  if (!Array.isArray(value) || value.length !== 2)
    throw new FilterError(`${path} must be an array of 2 elements`);
  const bound = (index: 0 | 1): IntervalBound => {
    const where = `${path}[${index}]`;
    const element: unknown = value[index];
    const read = typeof element === 'string' ? boundOf(element) : readNode(element, where, depth + 1);
    switch (read?.kind) {
      case 'date':
      case 'timestamp':
      case 'unbounded':
      case 'property':
      case 'function':
        return read;
      default:
        throw new FilterError(`${where} must be a date, a time in UTC, "..", a property or a function`);
    }
  };
  return { kind: 'interval', start: bound(0), end: bound(1) };
}

function readBbox(value: unknown, path: string): Expression {
  const isBbox =
    Array.isArray(value) &&
    (value.length === 4 || value.length === 6) &&
    value.every((number) => typeof number === 'number' && Number.isFinite(number));
  if (!isBbox) throw new FilterError(`${path} must be an array of 4 or 6 numbers`);
  return { kind: 'bbox', bbox: value };
}

function readString(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new FilterError(`${path} must be a string`);
  return value;
}
