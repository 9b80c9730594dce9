import { FeatureText, NAMESPACE } from '@meridian/client';
import { contentId, type Feature, parseJson, type ReadRecord } from '@meridian/formats/node';

export type PrepareOptions = {
  /** A property to take the id from, by its name in the file. */
  id?: string;
  /** Ids from the content, whatever ids the file has. */
  hashIds?: boolean;
  /** Only these properties, by their names in the file. */
  select?: readonly string[];
  /** New names of properties by old ones. */
  rename?: ReadonlyMap<string, string>;
};

/** A record that is not refused. */
export type Read = Extract<ReadRecord, { feature: Feature }>;

/**
 * Turns what a file holds into what the hub is sent; a text is the reason why it can't be. `isSentAtOnce`: it is no longer
 * needed when the next record is asked for.
 */
export function prepare(record: Read, options: PrepareOptions, isSentAtOnce = false): FeatureText | string {
  const { id: property, hashIds, rename, select } = options;
  const isAsItIs = property === undefined && !hashIds && rename === undefined && select === undefined;
  // Such a feature is not looked at: it would have to be parsed.
  if (isAsItIs && isSentAtOnce && record.id !== undefined && record.takeBytes)
    return new FeatureText(record.id, record.takeBytes());
  if (isAsItIs && record.id !== undefined && record.text !== undefined)
    return new FeatureText(record.id, record.text);
  const { feature, text } = record;
  const properties = chosenProperties(feature, options);
  if (typeof properties === 'string') return properties;
  const own = hashIds ? undefined : feature.id;
  const id =
    property === undefined ? (own ?? contentId(feature, properties)) : idFrom(feature.properties, property);
  if (id === undefined) return `has no property ${JSON.stringify(property)} to take its id from`;
  const isAsRead = text !== undefined && properties === feature.properties;
  if (isAsRead && id === feature.id) return new FeatureText(id, text);
  if (isAsRead && feature.id === undefined) return new FeatureText(id, withId(text, id));
  return new FeatureText(id, JSON.stringify({ ...feature, id, properties }));
}

/** What is left of its properties, under their new names; a text is the reason why that can't be. */
export function chosenProperties(
  { properties }: Feature,
  { rename, select }: PrepareOptions,
): Record<string, unknown> | string {
  const selected = select ? onlyThese(properties, select) : properties;
  return rename ? renamed(selected, rename) : selected;
}

/** The same feature under another id. */
export function withOtherId({ text }: FeatureText, id: string): FeatureText {
  return new FeatureText(id, JSON.stringify({ ...(parseJson(text) as object), id }));
}

/** `{"type":"Feature",…}` → `{"type":"Feature",…,"id":"…"}`: the text does not have to be serialized again. */
function withId(text: string, id: string): string {
  return `${text.slice(0, text.lastIndexOf('}'))},"id":${JSON.stringify(id)}}`;
}

function idFrom(properties: Record<string, unknown>, name: string): string | undefined {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The hub's own notes and tags stay. */
function onlyThese(properties: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => name === NAMESPACE || names.includes(name)),
  );
}

function renamed(
  properties: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> | string {
  const entries = Object.entries(properties).map(
    ([name, value]) => [names.get(name) ?? name, value] as const,
  );
  const taken = new Set<string>();
  for (const [name] of entries) {
    if (taken.has(name)) return `has two properties that would both be called ${JSON.stringify(name)}`;
    taken.add(name);
  }
  return Object.fromEntries(entries);
}
