import { invalid, isObject, type JsonObject } from '@meridian/store';

/** A JSON Schema. */
export type JsonSchema = { [keyword: string]: unknown };

/** A member of a JSON body: how it is documented, and how it is read. */
export type Member<T = unknown> = {
  readonly schema: JsonSchema;
  /** The value, or a fault that names the member and what was expected. */
  read(value: unknown, name: string): T;
};

/** What a body can have: a member that is read but not documented, or the reverse, cannot exist. */
export type Members = { readonly [name: string]: Member };

/** As OpenAPI shows them. */
export function schemasOf(members: Members): { [name: string]: JsonSchema } {
  return Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema]));
}

export type ValuesOf<M extends Members> = { [N in keyof M]?: M[N] extends Member<infer T> ? T : never };

/** The values of those members that are there; null stands for absent unless it is said to be a value. */
export function readMembers<M extends Members>(
  members: M,
  body: JsonObject,
  { nulls = 'absent' }: { nulls?: 'absent' | 'values' } = {},
): ValuesOf<M> {
  const values: { [N in keyof M]?: unknown } = {};
  for (const name in members) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    const isAbsent = value === undefined || (value === null && nulls === 'absent');
    if (!isAbsent) values[name] = members[name]!.read(value, name);
  }
  // Each was read by the member of its name.
  return values as ValuesOf<M>;
}

/** Anything: stored as it was sent. */
export function anything(description: string): Member {
  return { schema: { description }, read: (value) => value };
}

export function text(description: string, more: JsonSchema = {}): Member<string> {
  return { schema: { type: 'string', description, ...more }, read: readString };
}

export function texts(description: string): Member<string[]> {
  return { schema: { type: 'array', items: { type: 'string' }, description }, read: readStrings };
}

export function list(description: string): Member<unknown[]> {
  return { schema: { type: 'array', items: {}, description }, read: readArray };
}

/** An object of which any member is accepted. */
export function object(description: string): Member<JsonObject> {
  return { schema: { type: 'object', description, additionalProperties: true }, read: readObject };
}

export function flag(description: string): Member<boolean> {
  return { schema: { type: 'boolean', description }, read: readBoolean };
}

/** Also as the text `"true"` or `"false"`, which old clients send. */
export function looseFlag(description: string): Member<boolean> {
  return {
    schema: { type: 'boolean', description },
    read: (value, name) => readBoolean(value === 'true' ? true : value === 'false' ? false : value, name),
  };
}

export function readString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalid(`${name} must be a string`);
  return value;
}

export function readObject(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw invalid(`${name} must be an object`);
  return value;
}

export function readArray(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(`${name} must be an array`);
  return value;
}

export function readStrings(value: unknown, name: string): string[] {
  return readArray(value, name).map((entry, i) => readString(entry, `${name}[${i}]`));
}

function readBoolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw invalid(`${name} must be true or false`);
  return value;
}
