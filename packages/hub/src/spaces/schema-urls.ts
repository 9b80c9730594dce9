import { isObject, type JsonObject } from '@meridian/store';
import { isAddress } from './schema-texts.ts';

const VALIDATOR = 'schema-validator';

/**
 * Old clients look for a schema at the address `params.schemaUrl`. It is the one that the schema was given by, or that of the
 * schema in the definition of the space.
 */
export function withSchemaUrls(processors: JsonObject, space: unknown): JsonObject {
  return changedParams(processors, (params, i) => {
    if (params.schema === undefined) return params;
    const own = `/hub/spaces/${space}#/processors/${VALIDATOR}/${i}/params/schema`;
    return { ...params, schemaUrl: isAddress(params.schema) ? params.schema : own };
  });
}

/** The way back: such an address is a schema where there is no other, and is not stored beside one. */
export function withoutSchemaUrls(processors: JsonObject): JsonObject {
  return changedParams(processors, ({ schemaUrl, ...params }) =>
    schemaUrl === undefined || params.schema !== undefined ? params : { ...params, schema: schemaUrl },
  );
}

function changedParams(
  processors: JsonObject,
  change: (params: JsonObject, index: number) => JsonObject,
): JsonObject {
  const entries = processors[VALIDATOR];
  if (!Array.isArray(entries)) return processors;
  const changed = entries.map((entry: unknown, i) =>
    isObject(entry) && isObject(entry.params) ? { ...entry, params: change(entry.params, i) } : entry,
  );
  return { ...processors, [VALIDATOR]: changed };
}
