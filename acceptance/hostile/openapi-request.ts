import type { Random } from '../harness/random.ts';
import { PAYLOADS } from './payloads.ts';

type Schema = {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  examples?: unknown[];
  items?: Schema;
};
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema };

export type Described = { method: string; path: string; parameters: Parameter[]; hasBody: boolean };

/** The operations of an OpenAPI document whose path passes. */
export function describedIn(document: unknown, passes: (path: string) => boolean): Described[] {
  const { paths } = document as {
    paths: Record<string, Record<string, { parameters: Parameter[]; requestBody?: unknown }>>;
  };
  return Object.entries(paths)
    .filter(([path]) => passes(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        hasBody: requestBody !== undefined,
      })),
    );
}

/** Known values for parameters that a schema can't tell: the ids of things that are there. */
export type Known = Record<string, string[]>;

/** A request with some of its parameters: mostly as described, sometimes just beyond that, sometimes something else. */
export function anyRequest(random: Random, { path, parameters }: Described, known: Known): string {
  let target = path;
  const query: string[] = [];
  for (const { name, in: where, required, schema } of parameters) {
    const value = () => encodeURIComponent(anyValue(random, name, schema, known));
    if (where === 'path') target = target.replace(`{${name}}`, value());
    else if (required ? random.next() < 0.97 : random.next() < 0.2)
      query.push(`${name.replace('{name}', random.pick(['n', 'a.b', 'x']))}=${value()}`);
  }
  if (random.next() < 0.05) query.push(random.pick(query.length > 0 ? query : ['x=1']));
  return query.length > 0 ? `${target}?${query.join('&')}` : target;
}

function anyValue(random: Random, name: string, schema: Schema, known: Known): string {
  const fate = random.next();
  if (fate < 0.02) return random.pick(PAYLOADS).slice(0, 200);
  if (fate < 0.04) return random.pick(['', ' ', 'NaN', 'Infinity', '-0', '1e400', 'null', '[]', '0x10', '٣']);
  const options = known[name];
  if (options && random.next() < 0.9) return random.pick(options);
  if (schema.enum) return random.pick(schema.enum);
  switch (schema.type) {
    case 'boolean':
      return random.pick(['true', 'false', 'True', 'FALSE']);
    case 'integer':
    case 'number':
      return anyNumber(random, schema);
    case 'array':
      return Array.from({ length: random.whole(0, 3) }, () =>
        anyValue(random, name, schema.items!, known),
      ).join(',');
    default:
      return String(random.pick(schema.examples ?? ['a', 'n', '1', '>=5']));
  }
}

/** At the edges of what is allowed, just beyond them, and between. */
function anyNumber(random: Random, { type, minimum = -1e6, maximum = 1e6 }: Schema): string {
  const step = type === 'integer' ? 1 : 1e-9;
  if (random.next() < 0.15)
    return String(
      random.pick([minimum, maximum, minimum - step, maximum + step, 0, (minimum + maximum) / 2]),
    );
  const value = minimum + random.next() ** 3 * (maximum - minimum);
  return String(type === 'integer' ? Math.round(value) : value);
}
