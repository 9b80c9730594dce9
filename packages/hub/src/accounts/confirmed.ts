import type { Caller } from './rights.ts';

/** What a caller was allowed by rests on a catalogue that has changed since, or may have: begin again. */
class Unconfirmed extends Error {}

/** What was read together with the version of the catalogue, for a caller who was right by that; otherwise it throws. */
export function confirmed<T>({ provisional }: Caller, read: T | Promise<T>): T | Promise<T> {
  if (!provisional || !(read instanceof Promise)) return read;
  return read.then((result) => {
    if (!provisional.isConfirmed) throw new Unconfirmed('the catalogue may have changed');
    return result;
  });
}
