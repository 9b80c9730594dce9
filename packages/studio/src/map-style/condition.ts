import { OPERATORS, type Operand, type Operator } from '@meridian/client';
import {
  type ConditionGroup,
  type FilterMember,
  isGroup,
  type LayerCondition,
  MATCHES,
  type Match,
  TEXT_OPERATORS,
  type TextOperator,
} from '../filter/layer-filter.ts';

export type AnyOperator = Operator | TextOperator;

const COMPARISONS: readonly Operator[] = ['=', '!=', '>', '>=', '<', '<='];

/** The comparisons that make sense for values of a type. */
export function operatorsFor(datatype: string | undefined): readonly AnyOperator[] {
  switch (datatype) {
    case 'number':
      return COMPARISONS;
    case 'boolean':
      return ['=', '!='];
    case 'array':
    case 'object':
      return ['@>'];
    case 'string':
      return ['=', 'contains', 'starts', ...COMPARISONS.slice(1)];
    default:
      return ['=', 'contains', 'starts', ...OPERATORS.slice(1)];
  }
}

export function isCondition(value: unknown): value is LayerCondition {
  if (!Array.isArray(value)) return false;
  const [key, operator, operand] = value as unknown[];
  if (typeof key !== 'string' || !/^[pf]\./.test(key)) return false;
  if (TEXT_OPERATORS.some((known) => known === operator))
    return typeof operand === 'string' && key.startsWith('p.');
  // A list that has nothing in it cannot be asked for.
  if (operator === '@>' && [operand].flat().includes(null)) return false;
  return (
    OPERATORS.some((known) => known === operator) &&
    (Array.isArray(operand) ? operand.every(isOperand) : isOperand(operand))
  );
}

/** Reads stored members of a filter; invalid ones are left out. Those that are joined by *or* are about properties. */
export function readMembers(value: unknown, match: Match): FilterMember[] {
  const isJoined = match === 'any';
  return (Array.isArray(value) ? value : []).flatMap((one): FilterMember[] => {
    if (isCondition(one)) return isJoined && !one[0].startsWith('p.') ? [] : [one];
    const group = readGroup(one);
    return group ? [group] : [];
  });
}

export function readMatch(value: unknown): Match {
  return MATCHES.find((match) => match === value) ?? 'all';
}

function readGroup(value: unknown): ConditionGroup | undefined {
  const { match, where } = Object(value) as Record<string, unknown>;
  const conditions = Array.isArray(where)
    ? where.filter(isCondition).filter(([key]) => key.startsWith('p.'))
    : [];
  return conditions.length > 0 ? { match: readMatch(match), where: conditions } : undefined;
}

function isOperand(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

export function newCondition(
  property: { key: string; datatype?: string },
  operator: AnyOperator,
  text: string,
): LayerCondition {
  const key = `p.${property.key}` as const;
  return operator === 'contains' || operator === 'starts'
    ? [key, operator, text]
    : [key, operator, readOperand(text, property.datatype)];
}

/** Adds a condition. A property has one value, so a second one that it is to be means: one or the other. */
export function withCondition<Member extends FilterMember>(
  where: readonly (Member | LayerCondition)[],
  added: LayerCondition,
): (Member | LayerCondition)[] {
  const [key, operator, operand] = added;
  if (where.some((one) => JSON.stringify(one) === JSON.stringify(added))) return [...where];
  const at = where.findIndex((one) => operator === '=' && !isGroup(one) && one[0] === key && one[1] === '=');
  const there = where[at] as LayerCondition | undefined;
  if (!there) return [...where, added];
  const either = new Set([there[2], operand].flat() as Operand[]);
  return where.toSpliced(at, 1, [key, '=', [...either]]);
}

/** What was typed, as a value of the type that the property has. */
function readOperand(text: string, datatype: string | undefined): string | number | boolean {
  if (datatype === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  const number = Number(text);
  return datatype === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text;
}
