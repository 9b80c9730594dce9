import { invalid } from '../../model/fault.ts';
import { isObject, type JsonObject } from '../../model/json/own.ts';
import { UserPattern } from './user-pattern.ts';

type Check = (value: unknown, path: string, visit: (schema: unknown, path: string) => void) => void;

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];
const MAX_PATTERN_CHARS = 1000;

const number: Check = (value, path) => {
  if (typeof value !== 'number') throw invalid(`${path} must be a number`);
};
const size: Check = (value, path) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw invalid(`${path} must be a whole number from 0`);
};
const text: Check = (value, path) => {
  if (typeof value !== 'string') throw invalid(`${path} must be a string`);
};
const texts: Check = (value, path, visit) => {
  for (const [i, entry] of list(value, path).entries()) text(entry, `${path}[${i}]`, visit);
};
const pattern: Check = (value, path) => {
  if (typeof value !== 'string') throw invalid(`${path} must be a regular expression`);
  if (value.length > MAX_PATTERN_CHARS)
    throw invalid(`${path} has ${value.length} characters, more than the ${MAX_PATTERN_CHARS} allowed`);
  try {
    new UserPattern(value);
  } catch (error) {
    throw invalid(`${path} is not a regular expression: ${(error as Error).message}`);
  }
};
const schema: Check = (value, path, visit) => visit(value, path);
const schemas: Check = (value, path, visit) => {
  for (const [i, entry] of list(value, path).entries()) visit(entry, `${path}[${i}]`);
};
const schemaMap: Check = (value, path, visit) => {
  const map = object(value, path);
  for (const name of Object.keys(map)) visit(map[name], `${path}.${name}`);
};

/** What each keyword must look like; any other is a note to readers. */
const KEYWORDS: Record<string, Check> = {
  type: (value, path) => {
    for (const name of Array.isArray(value) ? value : [value])
      if (!TYPES.includes(name))
        throw invalid(`${path} must be one of ${TYPES.join(', ')}, or a list of them`);
  },
  enum: (value, path) => void list(value, path),
  required: texts,
  minimum: number,
  maximum: number,
  exclusiveMinimum: (value, path, visit) => typeof value === 'boolean' || number(value, path, visit),
  exclusiveMaximum: (value, path, visit) => typeof value === 'boolean' || number(value, path, visit),
  multipleOf: (value, path) => {
    if (typeof value !== 'number' || value <= 0) throw invalid(`${path} must be a number above 0`);
  },
  minLength: size,
  maxLength: size,
  minItems: size,
  maxItems: size,
  minContains: size,
  maxContains: size,
  minProperties: size,
  maxProperties: size,
  uniqueItems: (value, path) => {
    if (typeof value !== 'boolean') throw invalid(`${path} must be true or false`);
  },
  pattern,
  format: text,
  properties: schemaMap,
  patternProperties: (value, path, visit) => {
    schemaMap(value, path, visit);
    for (const name of Object.keys(value as JsonObject)) pattern(name, `${path}.${name}`, visit);
  },
  $defs: schemaMap,
  definitions: schemaMap,
  dependentSchemas: schemaMap,
  dependentRequired: (value, path, visit) => {
    const map = object(value, path);
    for (const name of Object.keys(map)) texts(map[name], `${path}.${name}`, visit);
  },
  dependencies: (value, path, visit) => {
    const map = object(value, path);
    for (const name of Object.keys(map))
      (Array.isArray(map[name]) ? texts : schema)(map[name], `${path}.${name}`, visit);
  },
  items: (value, path, visit) => (Array.isArray(value) ? schemas : schema)(value, path, visit),
  prefixItems: schemas,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  then: schema,
  else: schema,
  contains: schema,
  propertyNames: schema,
  additionalProperties: schema,
  additionalItems: schema,
  unevaluatedProperties: schema,
  unevaluatedItems: schema,
  $ref: text,
  $anchor: text,
  $dynamicRef: (_value, path) => {
    throw invalid(`${path}: dynamic references are not supported`);
  },
};

/** Checks that a value is a JSON Schema, and calls `visit` for each schema in it once it was checked. */
export function checkSchemaForm(
  value: unknown,
  path: string,
  visit: (schema: JsonObject, path: string) => void,
): void {
  if (typeof value === 'boolean') return;
  const checked = object(value, path, 'must be a JSON Schema: an object, true or false');
  for (const keyword of Object.keys(checked))
    if (Object.hasOwn(KEYWORDS, keyword))
      KEYWORDS[keyword]!(checked[keyword], `${path}.${keyword}`, (inner, innerPath) =>
        checkSchemaForm(inner, innerPath, visit),
      );
  visit(checked, path);
}

/** Whether a value says that it is a schema: any object is one, but most were not meant as such. */
export function isSchemaForm(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  return (
    isObject(value) &&
    [...Object.keys(KEYWORDS), '$schema', 'const'].some((name) => Object.hasOwn(value, name))
  );
}

function object(value: unknown, path: string, message = 'must be an object'): JsonObject {
  if (!isObject(value)) throw invalid(`${path} ${message}`);
  return value;
}

function list(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(`${path} must be an array`);
  return value;
}
