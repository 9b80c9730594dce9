import { GeometryError, inspectGeometry } from '@meridian/geo';
import { type Expression, GEOMETRY_NAME, ID_NAME, INSTANT_OPS, type IntervalBound } from './expression.ts';
import { FilterError } from './filter-error.ts';
import { findFunction, type ValueKind } from './functions.ts';
import { MAX_NODES } from './limits.ts';
import { writeText } from './text/write-text.ts';

/** Checks that a filter is not too large for those that walk its tree. */
export function checkSize(expression: Expression): Expression {
  const nodes = countNodes(expression);
  if (nodes > MAX_NODES)
    throw new FilterError(`the filter has ${nodes} operands, more than the ${MAX_NODES} allowed`);
  return expression;
}

/**
 * Checks that a filter is a condition, that its operands fit their operators, and that its geometries are in WGS 84. What only
 * a feature can tell, the type of a property, is left open.
 */
export function checkFilter(expression: Expression): Expression {
  expectCondition(expression);
  return expression;
}

/** The parts of an expression that are expressions themselves. */
export function operands(expression: Expression): readonly (Expression | IntervalBound)[] {
  switch (expression.kind) {
    case 'literal':
    case 'property':
    case 'date':
    case 'timestamp':
    case 'geometry':
    case 'bbox':
      return [];
    case 'interval':
      return [expression.start, expression.end];
    case 'array':
      return expression.items;
    case 'and':
    case 'or':
    case 'function':
      return expression.args;
    case 'not':
    case 'isNull':
    case 'casei':
    case 'accenti':
      return [expression.arg];
    case 'comparison':
    case 'arithmetic':
    case 'spatial':
    case 'temporal':
    case 'arrays':
      return [expression.left, expression.right];
    case 'like':
      return [expression.value, expression.pattern];
    case 'between':
      return [expression.value, expression.lower, expression.upper];
    case 'in':
      return [expression.value, ...expression.list];
  }
}

/** Without recursion: a long sum is as deep as it is long. */
function countNodes(expression: Expression): number {
  const waiting: (Expression | IntervalBound)[] = [expression];
  let count = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    count++;
    if (node.kind === 'unbounded') continue;
    for (const operand of operands(node)) waiting.push(operand);
  }
  return count;
}

function expectCondition(expression: Expression): void {
  const kind = kindOf(expression);
  if (kind === 'boolean' && expression.kind !== 'property') return;
  const hint =
    expression.kind === 'property' ? `: compare it with a value, as in ${show(expression)} = TRUE` : '';
  throw new FilterError(`${show(expression)} is not a condition${hint}`);
}

/** What an expression is, having checked everything in it. */
function kindOf(expression: Expression): ValueKind {
  switch (expression.kind) {
    case 'literal':
      return kindOfLiteral(expression.value);
    case 'property':
      return expression.name === GEOMETRY_NAME ? 'geometry' : expression.name === ID_NAME ? 'text' : 'any';
    case 'date':
    case 'timestamp':
      return 'instant';
    case 'interval':
      for (const bound of [expression.start, expression.end])
        if (bound.kind !== 'unbounded') expectKinds(bound, ['instant'], 'an end of an INTERVAL');
      return 'interval';
    case 'geometry':
      expectGeometry(expression);
      return 'geometry';
    case 'bbox':
      expectBbox(expression.bbox);
      return 'geometry';
    case 'array':
      for (const item of expression.items) kindOf(item);
      return 'array';
    case 'and':
    case 'or':
      for (const arg of expression.args) expectCondition(arg);
      return 'boolean';
    case 'not':
      expectCondition(expression.arg);
      return 'boolean';
    case 'isNull':
      kindOf(expression.arg);
      return 'boolean';
    case 'comparison':
      expectComparable([expression.left, expression.right], expression.op);
      return 'boolean';
    case 'between':
      expectComparable([expression.value, expression.lower, expression.upper], 'BETWEEN');
      return 'boolean';
    case 'in':
      expectComparable([expression.value, ...expression.list], 'IN');
      return 'boolean';
    case 'like':
      expectKinds(expression.value, ['text'], 'LIKE');
      expectPattern(expression.pattern);
      return 'boolean';
    case 'casei':
    case 'accenti':
      expectKinds(expression.arg, ['text'], expression.kind.toUpperCase());
      return 'text';
    case 'arithmetic':
      expectKinds(expression.left, ['number'], expression.op);
      expectKinds(expression.right, ['number'], expression.op);
      return 'number';
    case 'spatial':
    case 'temporal':
    case 'arrays':
      expectOperands(expression);
      return 'boolean';
    case 'function':
      return kindOfCall(expression);
  }
}

function kindOfLiteral(value: string | number | boolean): ValueKind {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
}

function expectOperands({
  kind,
  op,
  left,
  right,
}: Extract<Expression, { kind: 'spatial' | 'temporal' | 'arrays' }>) {
  for (const operand of [left, right])
    switch (kind) {
      case 'spatial':
        if (operand.kind === 'property' && operand.name !== GEOMETRY_NAME)
          throw new FilterError(
            `${op.toUpperCase()} compares geometries, and ${show(operand)} is not one: that of a feature is called ${GEOMETRY_NAME}`,
          );
        expectKinds(operand, ['geometry'], op.toUpperCase());
        break;
      case 'temporal':
        expectKinds(operand, INSTANT_OPS.has(op) ? ['instant', 'interval'] : ['interval'], op.toUpperCase());
        break;
      case 'arrays':
        expectKinds(operand, ['array'], op.toUpperCase());
    }
}

/** All of one kind, as far as that can be known beforehand, and of one that has an order. */
function expectComparable(values: readonly Expression[], op: string): void {
  let known: { kind: ValueKind; value: Expression } | undefined;
  for (const value of values) {
    const kind = expectKinds(value, ['text', 'number', 'boolean', 'instant'], op);
    if (kind === 'any') continue;
    if (known !== undefined && known.kind !== kind)
      throw new FilterError(
        `${op} compares ${WORDS[known.kind]} with ${WORDS[kind]}: ${show(known.value)} and ${show(value)}`,
      );
    known = { kind, value };
  }
}

function expectKinds(expression: Expression, wanted: readonly ValueKind[], op: string): ValueKind {
  const kind = kindOf(expression);
  if (kind === 'any' || wanted.includes(kind)) return kind;
  const words = wanted.map((one) => WORDS[one]).join(' or ');
  throw new FilterError(`${op} takes ${words}, and ${show(expression)} is ${WORDS[kind]}`);
}

const WORDS: Record<ValueKind, string> = {
  any: 'anything',
  boolean: 'a condition',
  number: 'a number',
  text: 'a text',
  instant: 'a date or time',
  interval: 'an interval',
  geometry: 'a geometry',
  array: 'an array',
};

function expectPattern(pattern: Expression): void {
  if (pattern.kind === 'casei' || pattern.kind === 'accenti') expectPattern(pattern.arg);
  else if (pattern.kind !== 'literal' || typeof pattern.value !== 'string')
    throw new FilterError(`the pattern of LIKE must be a text, not ${show(pattern)}`);
}

function kindOfCall({ name, args }: Extract<Expression, { kind: 'function' }>): ValueKind {
  const known = findFunction(name);
  if (known === undefined) throw new FilterError(`there is no function ${name}`);
  if (args.length !== known.args.length)
    throw new FilterError(`${name} takes ${known.args.length} arguments, not ${args.length}`);
  for (const [i, arg] of args.entries()) expectKinds(arg, [known.args[i]!.kind], name);
  return known.returns;
}

function expectGeometry({ geometry }: Extract<Expression, { kind: 'geometry' }>): void {
  try {
    inspectGeometry(geometry, 'a geometry of the filter:');
  } catch (error) {
    throw error instanceof GeometryError ? new FilterError(error.message) : error;
  }
}

/** Longitudes may go backwards, over the antimeridian; latitudes may not. */
function expectBbox(bbox: readonly number[]): void {
  const [west, south] = bbox as [number, number];
  const [east, north] = bbox.slice(bbox.length / 2) as [number, number];
  if (Math.abs(west) > 180 || Math.abs(east) > 180)
    throw new FilterError(`BBOX(${bbox.join(',')}) has a longitude outside of -180 to 180`);
  if (south < -90 || north > 90 || south > north)
    throw new FilterError(`BBOX(${bbox.join(',')}) must have latitudes from south to north, from -90 to 90`);
}

function show(expression: Expression): string {
  const text = writeText(expression);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
