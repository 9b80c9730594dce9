import { signal } from '@preact/signals';

/** A file that was dropped on another screen. */
export const offered = signal<File | undefined>(undefined);
