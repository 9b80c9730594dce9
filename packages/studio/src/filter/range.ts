import { type FilterMember, isGroup, type LayerCondition, type LayerFilter } from './layer-filter.ts';

/** The numbers that are chosen in a histogram: from (included) to (not included). */
export type Range = { from?: number; to?: number };

/** Whether a condition is one that a histogram of this property makes. */
function isLimit(condition: LayerCondition, property: string): boolean {
  const [key, operator, operand] = condition;
  return key === `p.${property}` && (operator === '>=' || operator === '<') && typeof operand === 'number';
}

/** What a histogram has made of a filter: limits, which among conditions of which one is enough are a group. */
function ownMembers({ where, match }: LayerFilter, property: string): FilterMember[] {
  const own = where.filter((member) =>
    isGroup(member)
      ? member.match === 'all' && member.where.every((one) => isLimit(one, property))
      : isLimit(member, property),
  );
  return match === 'any' && own.length > 1 ? [] : own;
}

export function rangeOfFilter(filter: LayerFilter, property: string): Range {
  const limits = ownMembers(filter, property).flatMap((member) =>
    isGroup(member) ? member.where : [member],
  );
  const limit = (operator: string) => limits.find((one) => one[1] === operator)?.[2] as number | undefined;
  const [from, to] = [limit('>='), limit('<')];
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** The filter with this range of a property instead of the one before. */
export function withRange(filter: LayerFilter, property: string, { from, to }: Range): LayerFilter {
  const key = `p.${property}` as const;
  const own = ownMembers(filter, property);
  const limits: LayerCondition[] = [
    ...(from === undefined ? [] : [[key, '>=', from] as const]),
    ...(to === undefined ? [] : [[key, '<', to] as const]),
  ];
  const isPair = filter.match === 'any' && limits.length > 1;
  return {
    ...filter,
    where: [
      ...filter.where.filter((member) => !own.includes(member)),
      ...(isPair ? [{ match: 'all', where: limits } as const] : limits),
    ],
  };
}

/** Whether features outside of the range are shown, too, as one condition of several is enough. */
export function isAlternative(filter: LayerFilter, property: string): boolean {
  return filter.match === 'any' && withRange(filter, property, {}).where.length > 0;
}
