import type { Condition, Filter } from '@meridian/client';

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
  const conditions = [...where.filter(isTextCondition).map(toCql), ...further];
  return {
    tags,
    where: where.filter((condition) => !isTextCondition(condition)) as Condition[],
    ...(conditions.length > 0 ? { filter: conditions.join(' AND ') } : {}),
    ...(text ? { q: text } : {}),
  };
}

export function countFilters({ tags, where, text }: LayerFilter): number {
  return tags.length + where.length + (text ? 1 : 0);
}

function toCql([key, operator, text]: TextCondition): string {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("'", "''");
  const pattern = `${operator === 'contains' ? '%' : ''}${literal}%`;
  return `CASEI(ACCENTI(${quotedProperty(key.slice(2))})) LIKE CASEI(ACCENTI('${pattern}'))`;
}
