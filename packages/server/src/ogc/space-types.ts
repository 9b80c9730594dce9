import type { ReadableSpace, ReadTicket, Statistics } from '@meridian/hub';

/** What values of a property mostly are. */
export type PropertyType = 'string' | 'number' | 'boolean' | 'object' | 'array';

/** A property that features of a space have, by its path: `address.city`. */
export type FoundProperty = { name: string; type: PropertyType };

const TYPES: readonly string[] = ['string', 'number', 'boolean', 'object', 'array'] satisfies PropertyType[];

/** The properties of a space with their types, as the statistics have them: the most frequent first. */
export function propertiesOf({ properties }: Statistics): FoundProperty[] {
  return properties.value
    .filter(({ datatype }) => TYPES.includes(datatype))
    .map(({ key, datatype }) => ({ name: key, type: datatype as PropertyType }));
}

type Cached = { version: number; statistics: Promise<Statistics> };

/** By the serial number of the space: the latest only. */
const MAX_SPACES = 1000;

/**
 * Statistics of spaces at their present version. Every request for items needs to know the properties; reading them again
 * each time would be one more read of the store each time.
 */
export class SpaceStatistics {
  readonly #cached = new Map<number, Cached>();

  async of(space: ReadableSpace, ticket: ReadTicket): Promise<Statistics> {
    const { version } = await space.content();
    const { serial } = space.info;
    const known = this.#cached.get(serial);
    if (known?.version === version) return known.statistics;
    // Whoever waits for it, the first who asked may leave.
    const statistics = space.statistics({ ...ticket, signal: new AbortController().signal });
    this.#cached.delete(serial);
    this.#cached.set(serial, { version, statistics });
    if (this.#cached.size > MAX_SPACES) this.#cached.delete(this.#cached.keys().next().value!);
    // One that failed is no reason for the next one to fail.
    statistics.catch(() => {
      if (this.#cached.get(serial)?.statistics === statistics) this.#cached.delete(serial);
    });
    return statistics;
  }
}
