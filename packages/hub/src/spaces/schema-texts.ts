import { Fault, invalid, isObject, isSchemaForm, type JsonObject } from '@meridian/store';
import { entriesOf, type PluginEntry } from './plugin-entries.ts';

/**
 * The member of a stored definition that has the texts of those schemas that were given by their address: address →
 * text. It is never shown.
 */
export const SCHEMA_TEXTS = '@schemas';

/** Reads the JSON value at an address of this server for the caller who defines the space; the fault names it as `name`. */
export type SchemaReader = (address: string, name: string) => Promise<unknown>;

/** Definitions are held in memory: the limit for what is read for one of them. */
const MAX_BYTES = 256 * 1024;

export function isAddress(schema: unknown): schema is string {
  return typeof schema === 'string' && /^(https?:|\/)/i.test(schema);
}

/**
 * The definition with the texts that its addresses lead to. What is known already is not read again, so that a space
 * keeps its schema until it is defined again.
 */
export async function withSchemaTexts(
  { [SCHEMA_TEXTS]: _, ...definition }: JsonObject,
  known: JsonObject,
  read: SchemaReader,
): Promise<JsonObject> {
  const texts: { [address: string]: string } = {};
  for (const { address, name } of addressesIn(definition))
    texts[address] ??= (known[address] as string | undefined) ?? (await schemaText(address, name, read));
  const bytes = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > MAX_BYTES)
    throw invalid(
      `the schemas of the space have ${bytes} bytes together, more than the ${MAX_BYTES} allowed`,
    );
  return Object.keys(texts).length > 0 ? { ...definition, [SCHEMA_TEXTS]: texts } : definition;
}

/** What need not be read again for a patch: all of it, unless the patch says what `schema-validator` is to do. */
export function retainedSchemaTexts(
  { [SCHEMA_TEXTS]: texts }: JsonObject,
  { processors }: JsonObject,
): JsonObject {
  const isNew = isObject(processors) && Object.hasOwn(processors, 'schema-validator');
  return isNew ? {} : ((texts ?? {}) as JsonObject);
}

function addressesIn({ processors }: JsonObject): { address: string; name: string }[] {
  return entriesOf((processors ?? {}) as JsonObject, 'processors', 'schema-validator').flatMap(
    ({ params: { schema }, path }) =>
      isAddress(schema) ? [{ address: schema, name: `${path}.schema` }] : [],
  );
}

async function schemaText(address: string, name: string, read: SchemaReader): Promise<string> {
  const found = await readThere(address, name, read);
  const text = typeof found === 'string' ? found : JSON.stringify(found);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES)
    throw invalid(`${name}: what is at ${address} has ${bytes} bytes, more than the ${MAX_BYTES} allowed`);
  if (typeof found !== 'string' && !isSchemaForm(found))
    throw invalid(
      `${name}: what is at ${address} is no JSON Schema; if the schema is in it, say where, such as ${address}#/properties/schema`,
    );
  return text;
}

async function readThere(address: string, name: string, read: SchemaReader): Promise<unknown> {
  try {
    return await read(address, name);
  } catch (error) {
    if (error instanceof Fault && error.kind === 'notFound')
      throw invalid(`${name}: there is nothing at ${address}`);
    throw error;
  }
}

/** The parameters of a processor with the text of its schema instead of the schema's URL. */
export function withSchemaText({ params, path }: PluginEntry, definition: JsonObject): PluginEntry {
  const { schema } = params;
  if (!isAddress(schema)) return { params, path };
  const texts = definition[SCHEMA_TEXTS] as { [address: string]: string };
  return { params: { ...params, schema: texts[schema]! }, path };
}
