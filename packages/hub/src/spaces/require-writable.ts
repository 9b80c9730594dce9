import { Fault } from '@meridian/store';
import type { Space } from './space.ts';

/** A fault where the features of a space are not to be changed. */
export function requireWritable({ id, readOnly }: Space): void {
  if (readOnly)
    throw new Fault('readOnly', `space ${JSON.stringify(id)} is read-only: its features can't be changed`);
}
