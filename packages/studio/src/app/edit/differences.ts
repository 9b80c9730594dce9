import { NAMESPACE } from '@meridian/client';
import { t } from '../strings.ts';
import { formatValue } from '../ui/format.ts';
import type { Conflict } from './save.ts';

/** One thing that the two sides have differently, as text; undefined where one does not have it. */
export type Difference = { name: string; mine: string | undefined; theirs: string | undefined };

const LONGEST = 60;

/** What is not the same on both sides, so that one can decide. */
export function differencesOf({ mine, theirs }: Conflict): Difference[] {
  if (!theirs || mine.kind === 'deleted') return [];
  const { [NAMESPACE]: namespace, ...properties } = theirs.properties;
  const found: Difference[] = [];
  if (!isSame(mine.geometry, theirs.geometry))
    found.push({ name: t.editor.shape, mine: t.editor.yours, theirs: t.editor.other });
  if (!isSame([...mine.tags].sort(), [...(namespace?.tags ?? [])].sort()))
    found.push({
      name: t.editor.tags,
      mine: formatValue(mine.tags.join(', '), LONGEST),
      theirs: formatValue((namespace?.tags ?? []).join(', '), LONGEST),
    });
  for (const name of new Set([...Object.keys(mine.properties), ...Object.keys(properties)])) {
    const [ours, other] = [own(mine.properties, name), own(properties, name)];
    if (!isSame(ours, other))
      found.push({ name: formatValue(name, LONGEST), mine: shown(ours), theirs: shown(other) });
  }
  return found;
}

/** A property may be called as members are that every object has. */
function own(properties: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function shown(value: unknown): string | undefined {
  return value === undefined ? undefined : formatValue(value, LONGEST);
}
