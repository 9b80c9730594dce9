import { parseMoment } from '@meridian/filter';
import { isObject, parseStored, type ReadableSpace, type ReadTicket } from '@meridian/hub';

/** How JSON Schema calls texts that are dates and moments: by the path of the property, `built.from`. */
export type TimeFormats = ReadonlyMap<string, 'date' | 'date-time'>;

/** Of so many features, or so many bytes, the properties are looked at: a schema says what is usual. */
const SAMPLE = { features: 500, bytes: 1 << 20 };

/** RFC 3339, which the formats of JSON Schema are; `parseMoment` takes more. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** The properties of which every value is a date, or every value a moment, in the first features of a space. */
export async function timeFormats(space: ReadableSpace, ticket: ReadTicket): Promise<TimeFormats> {
  const found = new Map<string, 'date' | 'date-time' | undefined>();
  for (const { properties } of await sample(space, ticket)) note(properties, '', found);
  return new Map(
    [...found].filter((entry): entry is [string, 'date' | 'date-time'] => entry[1] !== undefined),
  );
}

async function sample(space: ReadableSpace, ticket: ReadTicket) {
  const query = { filter: { tags: [], tests: [] }, sort: [], view: { hidesNamespace: true }, after: 0 };
  const texts: string[] = [];
  let bytes = 0;
  for await (const chunk of space.stream({ ...query, limit: SAMPLE.features }, ticket)) {
    texts.push(Buffer.from(chunk).toString());
    bytes += chunk.length;
    if (bytes >= SAMPLE.bytes) break;
  }
  const { all } = parseStored(`{"all":[${texts.join(',')}]}`) as { all: { properties: object }[] };
  return all;
}

function note(value: object, path: string, found: Map<string, 'date' | 'date-time' | undefined>): void {
  for (const [name, inner] of Object.entries(value)) {
    const at = path + name;
    if (isObject(inner)) note(inner, `${at}.`, found);
    else if (inner !== null) {
      const format = formatOf(inner);
      found.set(at, found.has(at) && found.get(at) !== format ? undefined : format);
    }
  }
}

function formatOf(value: unknown): 'date' | 'date-time' | undefined {
  if (typeof value !== 'string') return undefined;
  const moment = parseMoment(value);
  if (moment?.isDate) return 'date';
  return moment && DATE_TIME.test(value) ? 'date-time' : undefined;
}
