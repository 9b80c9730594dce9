import { signal } from '@preact/signals';
import { remember, remembered } from '../memory.ts';

const SNAPPING = 'snapping';

/** Whether what is drawn snaps to vertices and edges of what is shown. */
export const isSnapping = signal(remembered(SNAPPING) !== false);
/** Whether what is drawn goes along a border between two positions on it. */
export const isFollowing = signal(false);

export function toggleSnapping(): void {
  isSnapping.value = !isSnapping.value;
  remember(SNAPPING, isSnapping.value);
}

export function toggleFollowing(): void {
  isFollowing.value = !isFollowing.value;
  // Only what snaps is exactly on a border.
  if (isFollowing.value && !isSnapping.value) toggleSnapping();
}
