import { plural } from '../../terminal/words.ts';
import type { ImportOptions } from '../import-options.ts';
import type { Applied } from './apply-plan.ts';
import type { SyncPlan } from './sync-plan.ts';

/** `trees: 2 to create, 1 to change, 40 unchanged, 3 to delete; 42 then.` */
export function describePlan({ to }: ImportOptions, numbers: SyncPlan['numbers']): string {
  const { inserted, updated, unchanged, deleted, after } = numbers;
  return `${to}: ${inserted} to create, ${updated} to change, ${unchanged} unchanged, ${deleted} to delete; ${plural(after, 'feature')} then.\n`;
}

/** What happened, and whether the space now has as many features as it should. */
export function describeApplied(
  { to }: ImportOptions,
  { inserted, updated, deleted, isAtomic }: Applied,
  expected: number,
  after: number,
): string {
  if (inserted + updated + deleted === 0 && after === expected) return `${to}: nothing had to be written.\n`;
  const how = isAtomic ? 'in one transaction' : 'in several requests, deletions last';
  const written = `${to}: ${inserted} created, ${updated} changed, ${deleted} deleted, ${how}.`;
  const sum =
    after === expected
      ? `It has ${plural(after, 'feature')}.`
      : `It has ${plural(after, 'feature')}, not ${expected}: somebody else wrote to it meanwhile, or features were refused.`;
  return `${written} ${sum}\n`;
}
