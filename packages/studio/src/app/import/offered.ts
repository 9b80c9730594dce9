import { signal } from '@preact/signals';

/** Files that were dropped and wait to be looked at, one after the other. */
export const offered = signal<readonly File[]>([]);
