import type { Right, Rights, Token } from '@meridian/client';
import { t } from '../strings.ts';

/** What one may want to allow, and the rights it takes. */
export const LEVELS = {
  read: ['readFeatures'],
  write: ['readFeatures', 'createFeatures', 'updateFeatures', 'deleteFeatures'],
  manage: ['readFeatures', 'createFeatures', 'updateFeatures', 'deleteFeatures', 'manageSpaces'],
} as const;

export type Level = keyof typeof LEVELS;

/** Level by space → the matrix that the hub takes. */
export function toMatrix(chosen: ReadonlyMap<string, Level>): Rights {
  const rights: { [right in Right]?: { space: string }[] } = {};
  for (const [space, level] of chosen)
    for (const right of LEVELS[level]) {
      rights[right] ??= [];
      rights[right].push({ space });
    }
  return { 'xyz-hub': rights };
}

/** The rights of a token in a few words. */
export function describeRights({ urm, project }: Token): string {
  if (project !== undefined) return t.tokens.forLink;
  const rights = urm['xyz-hub'];
  if (!rights) return t.tokens.everything;
  const names = Object.keys(rights);
  if (names.length === 0) return t.tokens.nothing;
  const spaces = new Set(
    Object.values(rights).flatMap((filters) => filters.map(({ space }) => String(space ?? '*'))),
  );
  const level = (Object.keys(LEVELS) as Level[]).findLast((one) =>
    LEVELS[one].every((right) => names.includes(right)),
  );
  const what = level ? t.tokens.levels[level] : names.join(', ');
  return `${what}: ${[...spaces].slice(0, 6).join(', ')}${spaces.size > 6 ? ' …' : ''}`;
}
