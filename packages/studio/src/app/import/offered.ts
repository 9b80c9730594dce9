import { signal } from '@preact/signals';
import { go } from '../route.ts';

/** Files that were dropped and wait to be looked at, one after the other. */
export const offered = signal<readonly File[]>([]);

/** Opens the screen that shows files before they are imported; those that were dropped before come first. */
export function openImport(files: readonly File[]): void {
  offered.value = [...offered.value, ...files];
  go({ screen: 'import' });
}
