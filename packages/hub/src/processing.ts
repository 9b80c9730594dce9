import {
  compileFeatureSchema,
  compileTaggingRule,
  invalid,
  isObject,
  type JsonObject,
  normalizeTags,
  type Processing,
} from '@meridian/store';

type PluginEntry = { params: JsonObject; path: string };

/** What the processors of a definition do to features; undefined where they do nothing. */
const known = new WeakMap<JsonObject, Processing | undefined>();

export function processingOf(definition: JsonObject): Processing | undefined {
  if (definition.processors === undefined) return undefined;
  if (!known.has(definition)) known.set(definition, readProcessing(definition.processors as JsonObject));
  return known.get(definition);
}

/** Refuses a rule or schema that can't be used, when the space is defined; processors of other names are only kept. */
export function checkProcessing(processors: JsonObject): void {
  readProcessing(processors);
}

function readProcessing(processors: JsonObject): Processing | undefined {
  const rules = entriesOf(processors, 'processors', 'rule-tagger').flatMap(readRules);
  const schemas = entriesOf(processors, 'processors', 'schema-validator').map(readSchema);
  return rules.length + schemas.length > 0 ? { rules, schemas } : undefined;
}

/** The settings of one processor or listener, which may be there several times. */
export function entriesOf(plugins: JsonObject, field: string, id: string): PluginEntry[] {
  const entries = (Object.hasOwn(plugins, id) ? plugins[id] : undefined) as JsonObject[] | undefined | null;
  return (entries ?? []).map(({ params }, i) => ({
    params: (params ?? {}) as JsonObject,
    path: `${field}.${id}[${i}].params`,
  }));
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

function readSchema({ params, path }: PluginEntry): string {
  const { schema } = params;
  const name = `${path}.schema`;
  if (typeof schema === 'string' && /^\s*(https?:|\/)/.test(schema))
    throw invalid(`${name}: no URL is read; send the schema itself, as an object or as JSON text`);
  if (typeof schema !== 'string' && typeof schema !== 'boolean' && !isObject(schema))
    throw invalid(`${name} must be a JSON Schema: an object, or its JSON text`);
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema);
  compileFeatureSchema(text, name);
  return text;
}
