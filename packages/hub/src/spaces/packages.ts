import { Fault } from '@meridian/store';
import { type Caller, mayManagePackage } from '../accounts/rights.ts';
import type { Space } from './space.ts';

/** A fault unless the caller may put the space into the packages it is new in, and take it out of those it leaves. */
export function requirePackages(
  caller: Caller,
  before: Space | undefined,
  after: Space,
  spaces: Iterable<Space>,
): void {
  const changed = new Set(before?.packages).symmetricDifference(new Set(after.packages));
  if (changed.size === 0) return;
  const owners = ownersByPackage(spaces);
  for (const name of changed)
    if (!mayManagePackage(caller, { name, owners: owners.get(name) ?? new Set(), space: after.id }))
      throw new Fault(
        'forbidden',
        `the token lacks the right managePackages on package ${JSON.stringify(name)}`,
      );
}

function ownersByPackage(spaces: Iterable<Space>): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { packages, owner } of spaces)
    for (const name of packages) owners.set(name, (owners.get(name) ?? new Set()).add(owner));
  return owners;
}
