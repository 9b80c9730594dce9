import type { Statistics } from '@meridian/hub';

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
