import { propertyPath } from '@meridian/filter';
import { type FeatureTest, invalid } from '@meridian/hub';
import { decodeValue, type QueryPair } from '../http/request/query-string.ts';
import { MAX_PROPERTY_TESTS } from '../parameters/property-search.ts';
import type { FoundProperty } from './space-types.ts';

/** Those that can be compared with a value of a query string. */
export function isQueryable({ type }: FoundProperty): boolean {
  return type === 'string' || type === 'number' || type === 'boolean';
}

/** `name=value` for each property that features have: of pairs that are no parameters, what is no property is refused. */
export function propertyFilters(
  pairs: readonly QueryPair[],
  properties: readonly FoundProperty[],
): FeatureTest[] {
  if (pairs.length > MAX_PROPERTY_TESTS)
    throw invalid(
      `at most ${MAX_PROPERTY_TESTS} properties can be compared, not ${pairs.length}; filter says more in one condition: name IN ('a','b')`,
    );
  return pairs.map((pair): FeatureTest => {
    if (pair.name === 'id')
      return { root: 'feature', path: ['id'], comparison: '=', operands: [decodeValue(pair)] };
    const property = properties.find(({ name }) => name === pair.name);
    if (!property)
      throw invalid(
        `${JSON.stringify(pair.name.slice(0, 100))} is neither a parameter of this resource nor a property of its features; its properties are listed at …/queryables`,
      );
    return testOf(pair, property);
  });
}

function testOf(pair: QueryPair, property: FoundProperty): FeatureTest {
  const { name, type } = property;
  const path = propertyPath(name);
  if (!isQueryable(property) || !path)
    throw invalid(
      `${name} is ${type === 'array' ? 'an array' : 'an object'}: ask for it with the parameter filter`,
    );
  return { root: 'properties', path, comparison: '=', operands: operandsOf(pair, property) };
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The value as values of the property mostly are. */
function operandsOf(pair: QueryPair, { name, type }: FoundProperty): (string | number | boolean)[] {
  const text = decodeValue(pair);
  if (type === 'string') return [text];
  const value = type === 'number' ? numberOf(text) : BOOLEANS.get(text);
  if (value === undefined)
    throw invalid(
      `${name} must be ${type === 'number' ? 'a number' : 'true or false'}, not ${JSON.stringify(text.slice(0, 100))}`,
    );
  return [value];
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}
