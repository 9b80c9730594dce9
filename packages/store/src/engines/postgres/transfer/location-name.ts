import { type Location, nameOf } from '../location.ts';

/** How a hub in a database is called; two hubs of one database are in two schemas. */
export function locationName({ url, schema }: Location): string {
  return `schema ${schema} of ${nameOf(url)}`;
}
