import type { Space } from '@meridian/client';
import { spaceById } from '../spaces/catalogue.ts';

/** Whose data a space is, as its definition says. */
export function holdersOf(space: Space | undefined): string[] {
  const holders = Array.isArray(space?.copyright) ? (space.copyright as unknown[]) : [];
  const labels = holders.map((holder) => (Object(holder) as { label?: unknown }).label);
  return labels.filter((label) => typeof label === 'string' && label !== '') as string[];
}

/** Whose data a space is, and by which licence. */
export function creditOf(id: string): string {
  const space = spaceById.value.get(id);
  const license = typeof space?.license === 'string' ? [space.license] : [];
  return [...holdersOf(space).map((label) => `© ${label}`), ...license].join(', ');
}

/** The same for MapLibre, which takes it as HTML. */
export function attributionOf(id: string): string {
  return creditOf(id).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
