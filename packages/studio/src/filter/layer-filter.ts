import type { Condition, Filter, Operand } from '@meridian/client';

/** Parts of texts, ignoring case and accents. */
export const TEXT_OPERATORS = ['contains', 'starts'] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];
export type TextCondition = readonly [key: `p.${string}`, operator: TextOperator, text: string];
export type LayerCondition = Condition | TextCondition;

/** Whether all of some conditions must hold, or one of them is enough. */
export const MATCHES = ['all', 'any'] as const;
export type Match = (typeof MATCHES)[number];
export type ConditionGroup = { match: Match; where: LayerCondition[] };
export type FilterMember = LayerCondition | ConditionGroup;

/** Which features of a space a layer shows: tags, words and conditions must all hold. */
export type LayerFilter = {
  tags: string[];
  where: FilterMember[];
  /** How the members of `where` are joined: by `all`, unless said. */
  match?: Match | undefined;
  /** Words in any property. */
  text?: string;
};

export function isGroup(member: FilterMember): member is ConditionGroup {
  return 'match' in member;
}

export function isTextCondition(condition: LayerCondition): condition is TextCondition {
  return TEXT_OPERATORS.some((operator) => operator === condition[1]);
}

/** A property in CQL2 and in terms of aggregates: `name` → `"properties.name"`. */
export function quotedProperty(name: string): string {
  return `"properties.${name.replaceAll('"', '""')}"`;
}

/** What a filter is made of: conditions in CQL2, as they are, too. */
type Part = string | LayerCondition | Group;
type Group = { match: Match; where: readonly Part[] };

function isGroupPart(part: Part): part is Group {
  return typeof part === 'object' && 'match' in part;
}

/** As the hub takes it, together with further conditions that must hold. */
export function hubFilter(
  { tags, where, match = 'all', text }: LayerFilter,
  ...further: (string | Condition)[]
): Filter {
  const parts: Part[] = [...(match === 'any' && where.length > 1 ? [{ match, where }] : where), ...further];
  const conditions = parts.filter(isInCql).map(toCql);
  return {
    tags,
    where: parts.filter((part) => !isInCql(part)) as Condition[],
    ...(conditions.length > 0 ? { filter: conditions.join(' AND ') } : {}),
    ...(text ? { q: text } : {}),
  };
}

export function countFilters({ tags, where, text }: LayerFilter): number {
  const conditions = where.reduce((sum, member) => sum + (isGroup(member) ? member.where.length : 1), 0);
  return tags.length + conditions + (text ? 1 : 0);
}

/** A parameter such as `p.size>5` ends the name of the property at the first sign of an operator: `p.size <m>>5` means another one. */
function isInCql(part: Part): boolean {
  if (typeof part === 'string' || isGroupPart(part)) return true;
  const [key, operator] = part;
  return isTextCondition(part) || (key.startsWith('p.') && operator !== '@>' && /[=<>]/.test(key));
}

function toCql(part: Part): string {
  if (typeof part === 'string') return part;
  if (isGroupPart(part)) return joined(part.match, part.where.map(toCql));
  return isTextCondition(part) ? textToCql(part) : comparisonToCql(part);
}

function joined(match: Match, conditions: readonly string[]): string {
  return `(${conditions.join(match === 'any' ? ' OR ' : ' AND ')})`;
}

function textToCql([key, operator, text]: TextCondition): string {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("'", "''");
  const pattern = `${operator === 'contains' ? '%' : ''}${literal}%`;
  return `CASEI(ACCENTI(${quotedProperty(key.slice(2))})) LIKE CASEI(ACCENTI('${pattern}'))`;
}

/** Several operands mean any of them, or with `!=` none of them. */
function comparisonToCql([key, operator, operand]: Condition): string {
  const name = quotedProperty(key.slice(2));
  const isNegated = operator === '!=';
  const tests = [operand].flat().map((value) => {
    if (value === null) return `${name} IS ${isNegated ? 'NOT ' : ''}NULL`;
    const literal = literalOf(value as Exclude<Operand, null>);
    if (operator === '@>') return `A_CONTAINS(${name},(${literal}))`;
    // In CQL2 a value of another type is neither equal nor different.
    if (isNegated) return `(${name} <> ${literal} OR ${name} IS NOT NULL AND (${name} = ${literal}) IS NULL)`;
    return `${name} ${operator} ${literal}`;
  });
  return joined(isNegated ? 'all' : 'any', tests);
}

function literalOf(value: Exclude<Operand, null>): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();
}
