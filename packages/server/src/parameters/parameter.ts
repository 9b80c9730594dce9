import type { Parameter, QueryParameter } from '../http/parameter.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { readBoolean, readChoice, readInteger, readNumber } from './values.ts';

/** A parameter with a reader of its own, which gets the name to read. */
export function parameter<T>(
  documented: QueryParameter,
  read: (query: QueryString, name: string) => T,
): Parameter<T> {
  return { documented: [documented], read: (query) => read(query, documented.name) };
}

/** Several parameters that make one value. */
export function parameters<T>(
  documented: readonly QueryParameter[],
  read: (query: QueryString) => T,
): Parameter<T> {
  return { documented, read };
}

type Text = { name: string; description: string };

/** `also`: other names that old clients send. */
export function boolean({
  also = [],
  byDefault = false,
  ...text
}: Text & { also?: readonly string[]; byDefault?: boolean }): Parameter<boolean> {
  return parameter(
    { ...text, schema: { type: 'boolean', default: byDefault } },
    (query, name) => readBoolean(query, name, ...also) ?? byDefault,
  );
}

type Choice<T> = Text & { choices: readonly T[] };

export function choice<const T extends string>(definition: Choice<T> & { byDefault: T }): Parameter<T>;
export function choice<const T extends string>(definition: Choice<T>): Parameter<T | undefined>;
export function choice<const T extends string>({
  choices,
  byDefault,
  ...text
}: Choice<T> & { byDefault?: T }): Parameter<T | undefined> {
  const schema = { type: 'string', enum: [...choices] };
  return parameter(
    { ...text, schema: byDefault === undefined ? schema : { ...schema, default: byDefault } },
    (query, name) => readChoice(query, name, choices) ?? byDefault,
  );
}

type Range = { min: number; max: number; schema?: object };

/** `schema`: more about it, or a narrower range than what is accepted. */
export function integer({ min, max, schema, ...text }: Text & Range): Parameter<number | undefined> {
  return parameter(
    { ...text, schema: { type: 'integer', minimum: min, maximum: max, ...schema } },
    (query, name) => readInteger(query, name, min, max),
  );
}

export function number({ min, max, schema, ...text }: Text & Range): Parameter<number | undefined> {
  return parameter(
    { ...text, schema: { type: 'number', minimum: min, maximum: max, ...schema } },
    (query, name) => readNumber(query, name, min, max),
  );
}

export function text(documented: Text): Parameter<string | undefined> {
  return parameter({ ...documented, schema: { type: 'string' } }, (query, name) => query.one(name));
}
