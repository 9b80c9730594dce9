import { invalid } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';

/**
 * Parameters that the interface has from us. Others that a call does not know are ignored, as clients expect; of these
 * nobody sends one without meaning it, and a response that disregards it would be a wrong one.
 */
export const OWN_NAMES: readonly string[] = [
  'filter',
  'filter-lang',
  'filter-crs',
  'q',
  'q-properties',
  'sortby',
  'at',
  'explain',
  'formulas',
];

/** Refuses a parameter of ours that this call does not take. */
export function refuseMisplaced({ pairs }: QueryString, taken: readonly { name: string }[]): void {
  for (const { name } of pairs)
    if (OWN_NAMES.includes(name) && !taken.some((parameter) => parameter.name === name))
      throw invalid(`${name} is not a parameter of this call`);
}
