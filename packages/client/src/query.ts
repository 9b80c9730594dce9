import { type Filter, withoutComma, writeCondition, writeTags } from './filter.ts';

/** How features are shown. */
export type View = {
  /** Members to return: `p.name` for a property. */
  selection?: readonly string[];
  /** x and y only. */
  force2D?: boolean;
};

/** A space with history as it was: in a version, or at a time (a Date, RFC 3339, or milliseconds since 1970). */
export type Past = { version?: number | undefined; at?: Date | string | number | undefined };

export function writePast({ version, at }: Past): string[] {
  return writeParameters({ version, at: at instanceof Date ? at.toISOString() : at });
}

/** Parameters with one value or a list of them; what is undefined is not sent. */
type Parameters = Record<string, string | number | boolean | readonly string[] | undefined>;

/** `{limit: 10, selection: ['p.a', 'p.b']}` → `['limit=10', 'selection=p.a,p.b']` */
export function writeParameters(parameters: Parameters): string[] {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${name}=${[value]
          .flat()
          .map((entry) => writeEntry(entry, name, value))
          .join(',')}`,
    );
}

function writeEntry(entry: unknown, name: string, value: unknown): string {
  return encodeURIComponent(Array.isArray(value) ? withoutComma(String(entry), name) : String(entry));
}

export function writeFilter({ tags = [], where = [], filter, q, qProperties }: Filter): string[] {
  const isJson = typeof filter === 'object';
  return [
    ...(tags.length > 0 ? [`tags=${writeTags(tags)}`] : []),
    ...where.map(writeCondition),
    ...writeParameters({
      filter: isJson ? JSON.stringify(filter) : filter,
      'filter-lang': isJson ? 'cql2-json' : undefined,
      q,
      'q-properties': qProperties,
    }),
  ];
}

/** Well below what servers and proxies take of a URL. */
const LONGEST_LIST = 6000;

/** Ids as lists that fit into a URL. */
export function batchesOf(ids: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const id of ids) {
    const added = encodeURIComponent(id).length + 1;
    if (batches.length === 0 || length + added > LONGEST_LIST) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)!.push(id);
    length += added;
  }
  return batches;
}
