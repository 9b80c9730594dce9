import { Fault, invalid } from '../../model/fault.ts';
import { type Feature, NAMESPACE } from '../../model/feature/feature.ts';
import type { JsonObject } from '../../model/json/own.ts';
import { compileFeatureSchema, type FeatureSchema } from './feature-schema.ts';
import { compileTaggingRule, type TaggingRule } from './tagging-rule.ts';
import { TookTooLong, watched } from './watched.ts';

/** What a space does to features before they are kept. Plain data that was checked when the space was defined. */
export type Processing = {
  /** Tag, in its stored form → JSONPath. */
  rules: readonly { tag: string; path: string }[];
  /** JSON texts of schemas. */
  schemas: readonly string[];
};

/** Rules and schemas of one feature may take so long, and those of one request so long in all. */
const FEATURE_LIMIT_MS = 500;
const REQUEST_LIMIT_MS = 10_000;

/** Beyond this product of subschemas and characters even harmless keywords add up. */
const MOST_UNWATCHED = 20_000_000;

type Compiled = { rules: (TaggingRule & { tag: string })[]; schemas: FeatureSchema[] };

/** The processors of one space, for the length of one request. */
export class Processors {
  readonly #compiled: Compiled;
  #spentMs = 0;

  constructor(processing: Processing) {
    this.#compiled = compiled(processing);
  }

  /** The feature as it is to be kept: a tag with a rule is there if and only if the rule matches. */
  tagged(feature: Feature): Feature {
    const { rules } = this.#compiled;
    if (rules.length === 0) return feature;
    const seen = plainFeature(feature, { tags: feature.tags });
    const isRisky = rules.some((rule) => rule.isRisky);
    const work = () => rules.filter((rule) => rule.matches(seen)).map(({ tag }) => tag);
    const found = this.#bounded(work, isRisky, feature.id, 'the rules of rule-tagger');
    const ruled = new Set(rules.map(({ tag }) => tag));
    return { ...feature, tags: [...feature.tags.filter((tag) => !ruled.has(tag)), ...new Set(found)] };
  }

  /** What is wrong with the feature; undefined if nothing is. */
  refusal(feature: Feature): string | undefined {
    const { schemas } = this.#compiled;
    if (schemas.length === 0) return undefined;
    const seen = plainFeature(feature);
    const size = schemas.reduce((sum, schema) => sum + schema.size, 0);
    const isRisky =
      schemas.some((schema) => schema.isRisky) || size * JSON.stringify(seen).length > MOST_UNWATCHED;
    const work = () => {
      for (const schema of schemas) {
        const refusal = schema.refusal(seen);
        if (refusal !== undefined) return `does not match the schema of the space: ${refusal}`;
      }
      return undefined;
    };
    return this.#bounded(work, isRisky, feature.id, 'the schema of the space');
  }

  #bounded<T>(work: () => T, isRisky: boolean, id: string, name: string): T {
    const started = performance.now();
    const limit = Math.min(FEATURE_LIMIT_MS, REQUEST_LIMIT_MS - this.#spentMs);
    try {
      return isRisky ? watched(work, limit) : work();
    } catch (error) {
      const feature = `feature ${JSON.stringify(id)}`;
      if (error instanceof TookTooLong)
        throw invalid(
          `holding ${feature} against ${name} took too long (${Math.ceil(limit)} ms): simplify it`,
        );
      if (error instanceof Fault) throw error;
      // A schema that refers to itself without an end, for one.
      throw invalid(`${feature} can't be held against ${name}: ${(error as Error).message.slice(0, 500)}`);
    } finally {
      this.#spentMs += performance.now() - started;
    }
  }
}

/** Spaces are written again and again: what was made ready is kept for the few written last. */
const KEPT = 32;
const cache = new Map<string, Compiled>();

function compiled(processing: Processing): Compiled {
  const key = JSON.stringify(processing);
  const known = cache.get(key);
  const made = known ?? compile(processing);
  cache.delete(key);
  cache.set(key, made);
  if (cache.size > KEPT) cache.delete(cache.keys().next().value!);
  return made;
}

function compile({ rules, schemas }: Processing): Compiled {
  return {
    rules: rules.map(({ tag, path }) => ({ tag, ...compileTaggingRule(path, `the rule for tag ${tag}`) })),
    schemas: schemas.map((text) => compileFeatureSchema(text, 'the schema')),
  };
}

/** As rules and schemas see it: plain JSON, numbers as they compare. */
function plainFeature({ id, geometry, properties, foreign }: Feature, namespace?: JsonObject): JsonObject {
  const own = namespace ? { ...properties, [NAMESPACE]: namespace } : properties;
  return JSON.parse(JSON.stringify({ type: 'Feature', id, geometry, properties: own, ...foreign }));
}
