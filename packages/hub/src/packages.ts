import { Fault, type JsonObject, type SpaceRecord } from '@meridian/store';
import { type Caller, mayManagePackage } from './rights.ts';

/** A space whose definition is about to change, or to be there. */
type Change = { id: string; before: JsonObject; after: JsonObject };

/** A fault unless the caller may put the space into the packages it is new in, and take it out of those it leaves. */
export function requirePackages(
  caller: Caller,
  { id, before, after }: Change,
  records: Iterable<SpaceRecord>,
): void {
  const changed = new Set(packagesOf(before)).symmetricDifference(new Set(packagesOf(after)));
  if (changed.size === 0) return;
  const owners = ownersByPackage(records);
  for (const name of changed)
    if (!mayManagePackage(caller, { name, owners: owners.get(name) ?? new Set(), space: id }))
      throw new Fault(
        'forbidden',
        `the token lacks the right managePackages on package ${JSON.stringify(name)}`,
      );
}

function ownersByPackage(records: Iterable<SpaceRecord>): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>();
  for (const { definition } of records)
    for (const name of packagesOf(definition))
      owners.set(name, (owners.get(name) ?? new Set()).add(definition.owner as string));
  return owners;
}

function packagesOf({ packages }: JsonObject): readonly string[] {
  return (packages as string[] | undefined) ?? [];
}
