import type { Loss } from '@meridian/formats';
import { grouped } from '../terminal/words.ts';

/** What a file has no room for, as a line; empty where it has all. */
export function warningOf(title: string, losses: readonly Loss[]): string {
  const lost = losses.map(({ what, count }) => `${what} (${grouped(count)})`);
  return lost.length > 0 ? `${title} has no room for everything: ${lost.join(', ')}.\n` : '';
}
