import {
  compileFeatureSchema,
  compileTaggingRule,
  invalid,
  isObject,
  type JsonObject,
  normalizeTags,
  type Processing,
} from '@meridian/store';
import { entriesOf, type PluginEntry } from './plugin-entries.ts';
import { isAddress, SCHEMA_TEXTS, schemaTextOf } from './schema-texts.ts';

/** The processors there are. */
export const PROCESSORS = ['rule-tagger', 'schema-validator'];

const known = new WeakMap<JsonObject, Processing | undefined>();

/** What the processors of a definition do to features; undefined where they do nothing. */
export function processingOf(definition: JsonObject): Processing | undefined {
  if (definition.processors === undefined) return undefined;
  if (!known.has(definition)) known.set(definition, readProcessing(definition));
  return known.get(definition);
}

/**
 * Refuses a rule or schema that can't be used, when the space is defined; processors of other names are only kept.
 * Schemas that are given by their address are checked when they are read.
 */
export function checkProcessing(processors: JsonObject): void {
  entriesOf(processors, 'processors', 'rule-tagger').forEach(readRules);
  entriesOf(processors, 'processors', 'schema-validator').forEach(checkSchema);
}

function readProcessing({ processors, [SCHEMA_TEXTS]: texts }: JsonObject): Processing | undefined {
  const rules = entriesOf(processors as JsonObject, 'processors', 'rule-tagger').flatMap(readRules);
  const schemas = entriesOf(processors as JsonObject, 'processors', 'schema-validator').map(({ params }) =>
    schemaTextOf(params.schema, texts),
  );
  return rules.length + schemas.length > 0 ? { rules, schemas } : undefined;
}

function readRules({ params, path }: PluginEntry): { tag: string; path: string }[] {
  const { taggingRules } = params;
  if (!isObject(taggingRules))
    throw invalid(`${path}.taggingRules must be an object: a tag → the JSONPath of the features that get it`);
  return Object.keys(taggingRules).map((name) => {
    const rulePath = `${path}.taggingRules.${name}`;
    const rule = taggingRules[name];
    if (typeof rule !== 'string') throw invalid(`${rulePath} must be a JSONPath, as a string`);
    const [tag] = normalizeTags([name], `the names in ${path}.taggingRules`);
    compileTaggingRule(rule, rulePath);
    return { tag: tag!, path: rule };
  });
}

function checkSchema({ params: { schema }, path }: PluginEntry): void {
  if (isAddress(schema)) return;
  const name = `${path}.schema`;
  if (typeof schema !== 'string' && typeof schema !== 'boolean' && !isObject(schema))
    throw invalid(`${name} must be a JSON Schema: an object, its JSON text, or its address on this server`);
  compileFeatureSchema(schemaTextOf(schema), name);
}
