import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from '@cfworker/json-schema';
import { invalid } from '../../model/fault.ts';
import { isObject, type JsonObject } from '../../model/json/own.ts';
import { checkSchemaForm } from './schema-form.ts';
import { UserPattern } from './user-pattern.ts';

/** A JSON Schema that is made ready to be held against features. Nothing of it becomes code. */
export type FeatureSchema = {
  /** How many schemas it is made of, and characters of patterns. */
  size: number;
  /** Whether its cost may grow faster than schema and feature: it must be watched. */
  isRisky: boolean;
  /** What is wrong with the feature, undefined if nothing is. */
  refusal(feature: JsonObject): string | undefined;
};

/** References multiply, formats may backtrack, unique items are compared each with each. */
const RISKY = ['$ref', '$recursiveRef', 'format', 'uniqueItems'];

/** Reads the JSON text of a schema; the fault names it as `name`. */
export function compileFeatureSchema(text: string, name: string): FeatureSchema {
  const schema = parse(text, name);
  const draft = draftOf(schema, name);
  let size = 0;
  let isRisky = false;
  const references: { reference: string; schema: JsonObject; path: string }[] = [];
  checkSchemaForm(schema, name, (inner, path) => {
    size++;
    isRisky ||= RISKY.some((keyword) => Object.hasOwn(inner, keyword));
    for (const pattern of patternsOf(inner)) {
      size += pattern.length;
      isRisky ||= !new UserPattern(pattern).isLinear;
    }
    if (typeof inner.$ref === 'string') references.push({ reference: inner.$ref, schema: inner, path });
  });
  const lookup = resolve(schema as Schema, name);
  // Set by `resolve` on schemas that are reached by keywords only.
  for (const { reference, schema: inner, path } of references)
    if (!lookup[(inner as Schema).__absolute_ref__ ?? reference])
      throw invalid(
        `${path}.$ref: ${JSON.stringify(reference)} is not in the schema; nothing is fetched from elsewhere`,
      );
  return {
    size,
    isRisky,
    refusal: (feature) => {
      const { valid, errors } = validate(feature, schema as Schema, draft, lookup, true);
      return valid ? undefined : describe(errors);
    },
  };
}

/** Of one schema, not of those in it. */
function patternsOf({ pattern, patternProperties }: JsonObject): string[] {
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return typeof pattern === 'string' ? [pattern, ...names] : names;
}

function parse(text: string, name: string): JsonObject | boolean {
  try {
    // Comparisons are between plain numbers here.
    return JSON.parse(text);
  } catch (error) {
    throw invalid(`${name} is neither a JSON Schema nor the JSON text of one: ${(error as Error).message}`);
  }
}

const DRAFTS: [RegExp, SchemaDraft][] = [
  [/\/2020-12\//, '2020-12'],
  [/\/2019-09\//, '2019-09'],
  [/draft-0[67]\//, '7'],
  [/draft-04\//, '4'],
];

function draftOf(schema: JsonObject | boolean, name: string): SchemaDraft {
  const uri = typeof schema === 'object' ? schema?.$schema : undefined;
  if (uri === undefined) return '2020-12';
  const known = DRAFTS.find(([pattern]) => typeof uri === 'string' && pattern.test(uri));
  if (!known) throw invalid(`${name}.$schema must name draft 4, 6, 7, 2019-09 or 2020-12 of JSON Schema`);
  return known[1];
}

function resolve(schema: Schema, name: string): Record<string, Schema | boolean> {
  try {
    return dereference(schema);
  } catch (error) {
    throw invalid(`${name} can't be read: ${(error as Error).message}`);
  }
}

/** The innermost fault says most: `#/properties/area: Instance type "string" is invalid. Expected "number".` */
function describe(errors: OutputUnit[]): string {
  const { instanceLocation, error } = errors.at(-1)!;
  return `${instanceLocation.slice(0, 200)}: ${error.slice(0, 500)}`;
}
