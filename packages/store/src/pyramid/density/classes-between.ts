import { classesBelow } from './sample-classes.ts';

/** The classes that have all that ranks below a share; with `above`, but those that have all that ranks below that one. */
export function classesBetween(above: number | undefined, share: number): number[] {
  return classesBelow(share).slice(above === undefined ? 0 : classesBelow(above).length);
}
