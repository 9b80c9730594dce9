import type { Condition, Filter, Operand } from '@meridian/client';

/** Parts of texts, ignoring case and accents. */
export const TEXT_OPERATORS = ['contains', 'starts'] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];
export type TextCondition = readonly [key: `p.${string}`, operator: TextOperator, text: string];
export type LayerCondition = Condition | TextCondition;

/** Which features of a space a layer shows: everything given must hold. */
export type LayerFilter = {
  tags: string[];
  where: LayerCondition[];
  /** Words in any property. */
  text?: string;
};

export function isTextCondition(condition: LayerCondition): condition is TextCondition {
  return TEXT_OPERATORS.some((operator) => operator === condition[1]);
}

/** A property in CQL2 and in terms of aggregates: `name` → `"properties.name"`. */
export function quotedProperty(name: string): string {
  return `"properties.${name.replaceAll('"', '""')}"`;
}

/** As the hub takes it, together with further conditions in CQL2. */
export function hubFilter({ tags, where, text }: LayerFilter, ...further: string[]): Filter {
  const conditions = [...where.filter(isInCql).map(toCql), ...further];
  return {
    tags,
    where: where.filter((condition) => !isInCql(condition)) as Condition[],
    ...(conditions.length > 0 ? { filter: conditions.join(' AND ') } : {}),
    ...(text ? { q: text } : {}),
  };
}

export function countFilters({ tags, where, text }: LayerFilter): number {
  return tags.length + where.length + (text ? 1 : 0);
}

/** A parameter such as `p.size>5` ends the name of the property at the first sign of an operator: `p.size <m>>5` means another one. */
function isInCql(condition: LayerCondition): boolean {
  const [key, operator] = condition;
  return isTextCondition(condition) || (key.startsWith('p.') && operator !== '@>' && /[=<>]/.test(key));
}

function toCql(condition: LayerCondition): string {
  return isTextCondition(condition) ? textToCql(condition) : comparisonToCql(condition);
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
    return `${name} ${isNegated ? '<>' : operator} ${literalOf(value as Exclude<Operand, null>)}`;
  });
  return `(${tests.join(isNegated ? ' AND ' : ' OR ')})`;
}

function literalOf(value: Exclude<Operand, null>): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value).toUpperCase();
}
