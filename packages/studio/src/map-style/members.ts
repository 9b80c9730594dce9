import {
  type ConditionGroup,
  type FilterMember,
  isGroup,
  type LayerCondition,
  type LayerFilter,
  type Match,
} from '../filter/layer-filter.ts';
import { withCondition } from './condition.ts';

type Members = Pick<LayerFilter, 'where' | 'match'>;

/** Where a condition is put: beside the others, into one of the groups, or into a new one. */
export type Target = 'list' | 'new' | number;

export function groupsOf(where: readonly FilterMember[]): ConditionGroup[] {
  return where.filter(isGroup);
}

export function withMember(
  { where, match = 'all' }: Members,
  target: Target,
  added: LayerCondition,
): FilterMember[] {
  if (target === 'list') return withCondition(where, added);
  // What groups are for: what the list itself does not say.
  if (target === 'new') return [...where, { match: match === 'all' ? 'any' : 'all', where: [added] }];
  return changedGroup(where, target, (group) => ({ ...group, where: withCondition(group.where, added) }));
}

/** The group with this number among the groups, as it becomes; one without conditions is gone. */
export function changedGroup(
  where: readonly FilterMember[],
  number: number,
  change: (group: ConditionGroup) => ConditionGroup,
): FilterMember[] {
  const group = groupsOf(where)[number];
  return where.flatMap((member) => {
    if (member !== group) return [member];
    const changed = change(group);
    return changed.where.length > 0 ? [changed] : [];
  });
}

/**
 * Joined in another way. From and to of a property mean what lies between, which among conditions of which one is enough must be a
 * group.
 */
export function joinedBy(where: readonly FilterMember[], match: Match): Members {
  if (match === 'all') return { match: undefined, where: where.flatMap(opened) };
  const left = [...where];
  for (const lower of where) {
    if (isGroup(lower) || !isLower(lower)) continue;
    const upper = left.find((one) => !isGroup(one) && one[0] === lower[0] && isUpper(one));
    if (!upper) continue;
    left.splice(left.indexOf(lower), 1, { match: 'all', where: [lower, upper as LayerCondition] });
    left.splice(left.indexOf(upper), 1);
  }
  return { match, where: left };
}

/** Conditions that must all hold, among others of which all must, need no group. */
function opened(member: FilterMember): FilterMember[] {
  return isGroup(member) && member.match === 'all' ? member.where : [member];
}

function isLower([, operator]: LayerCondition): boolean {
  return operator === '>' || operator === '>=';
}

function isUpper([, operator]: LayerCondition): boolean {
  return operator === '<' || operator === '<=';
}
