import type { QueryString } from './request/query-string.ts';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type Schema = { [keyword: string]: unknown };

/** A query parameter as it is documented. */
export type QueryParameter = {
  name: string;
  description: string;
  schema: Schema;
  required?: boolean;
  /** Sent as a comma-separated list (the parameter may also be repeated). */
  list?: boolean;
  /** An object whose members are sent as parameters of their own, under their own names. */
  spread?: boolean;
};

/** A query parameter, or several that make one value: how they are documented, and how they are read. */
export type Parameter<T> = {
  readonly documented: readonly QueryParameter[];
  /** The value, or a fault that names the parameter, what was sent, and what was expected. */
  read(query: QueryString): T;
};

/** What an operation takes, by the names under which its handler gets the values. */
export type Parameters = { readonly [name: string]: Parameter<unknown> };

export type ValuesOf<P extends Parameters> = {
  readonly [N in keyof P]: P[N] extends Parameter<infer T> ? T : never;
};

/** As OpenAPI lists them. */
export function documentedOf(parameters: Parameters): QueryParameter[] {
  return Object.values(parameters).flatMap(({ documented }) => documented);
}

/** All values of a request. Those of an empty query are read once; nobody may change them. */
export function readerOf<P extends Parameters>(parameters: P): (query: QueryString) => ValuesOf<P> {
  let plain: ValuesOf<P> | undefined;
  return (query) => {
    if (query.pairs.length > 0) return valuesOf(parameters, query);
    plain ??= valuesOf(parameters, query);
    return plain;
  };
}

function valuesOf<P extends Parameters>(parameters: P, query: QueryString): ValuesOf<P> {
  const read = Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(query)]);
  return Object.fromEntries(read) as ValuesOf<P>;
}
