import { type JsonObject, sameJson } from '@meridian/store';
import type { Audited } from '../audit/audit.ts';
import type { Space } from './space.ts';

/** Who may see a space: logged with their values. Of everything else only the names are. */
const ACCESS_MEMBERS = ['owner', 'shared', 'public', 'packages'];

/** For the log: a space that is made or deleted, with what says who may see it. */
export function auditedSpace({ id, definition }: Pick<Space, 'id' | 'definition'>): Audited {
  return { subject: id, details: accessOf(definition, ACCESS_MEMBERS) };
}

/** The same for one that is changed: which members, and who may see it from now on. Undefined where nothing is changed. */
export function auditedChange({ id, definition }: Space, after: JsonObject): Audited | undefined {
  const names = new Set([...Object.keys(definition), ...Object.keys(after)]);
  const changed = [...names].filter((name) => !isOwn(name) && !sameJson(definition[name], after[name]));
  if (changed.length === 0) return undefined;
  const access = ACCESS_MEMBERS.filter((name) => changed.includes(name));
  return { subject: id, details: { changed, ...accessOf(after, access) } };
}

/** Written by the hub itself. */
function isOwn(name: string): boolean {
  return name === 'updatedAt' || name.startsWith('@');
}

function accessOf(definition: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.map((name) => [name, definition[name]]).filter(([, value]) => value !== undefined),
  );
}
