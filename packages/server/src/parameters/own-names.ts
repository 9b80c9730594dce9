import { invalid } from '@meridian/hub';
import type { QueryString } from '../http/request/query-string.ts';
import { filter, filterLang } from './cql2.ts';
import { csvGeometry, formulas } from './csv.ts';
import { explain } from './explain.ts';
import { q, qProperties } from './text-search.ts';

/** Of standards that some calls follow: they would be understood wrongly where they are ignored. */
const RESERVED = ['filter-crs', 'sortby', 'at'];

/**
 * Parameters that the interface has from us. Others that a call does not know are ignored, as clients expect; of these
 * nobody sends one without meaning it, and a response that disregards it would be a wrong one.
 */
export const OWN_NAMES: readonly string[] = [
  ...[
    filter,
    filterLang,
    q,
    qProperties,
    ...explain.documented,
    ...formulas.documented,
    ...csvGeometry.documented,
  ].map(({ name }) => name),
  ...RESERVED,
];

/** Refuses a parameter of ours that this call does not take. */
export function refuseMisplaced({ pairs }: QueryString, taken: readonly { name: string }[]): void {
  for (const { name } of pairs)
    if (OWN_NAMES.includes(name) && !taken.some((parameter) => parameter.name === name))
      throw invalid(`${name} is not a parameter of this call`);
}
