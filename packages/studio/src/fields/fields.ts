import type { PropertyStatistics } from '@meridian/client';
import { patternCost } from './pattern-cost.ts';

/** A property that features of a space have, or should have, and what can be entered for it. */
export type Field = {
  name: string;
  input: 'text' | 'number' | 'integer' | 'boolean' | 'date';
  /** Values to choose from: all there are, or the most frequent ones. */
  choices: readonly (string | number)[];
  isClosed: boolean;
  isRequired: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
};

/** Why a value cannot be saved, and the limit where there is one. */
export type Problem =
  | { kind: 'required' | 'number' | 'integer' | 'boolean' | 'text' | 'date' | 'choice' | 'pattern' }
  | { kind: 'minimum' | 'maximum' | 'minLength' | 'maxLength'; limit: number };

type Schema = Record<string, unknown>;

const MAX_CHOICES = 20;
const MAX_FIELDS = 40;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The fields of a space: those of its JSON Schema, then the properties that most of its features have. */
export function fieldsOf(known: readonly PropertyStatistics[], schema: unknown): Field[] {
  const { properties, required } = ofProperties(schema);
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const described = Object.entries(object(properties));
  const names = new Set(described.map(([name]) => name));
  const demanded = (Array.isArray(required) ? required : []).filter(
    (name): name is string => typeof name === 'string' && !names.has(name),
  );
  const counted = known.toSorted((a, b) => b.count - a.count).map(({ key }) => key);
  return [
    ...described.map(([name, rules]) =>
      fromSchema(name, object(rules), isRequired(name), statistic(known, name)),
    ),
    ...demanded.map((name) => ({ ...fromStatistics(name, statistic(known, name)), isRequired: true })),
    // Members of objects are entered with the object.
    ...counted
      .filter((name) => !names.has(name) && !demanded.includes(name) && !name.includes('.'))
      .map((name) => fromStatistics(name, statistic(known, name))),
  ].slice(0, MAX_FIELDS);
}

function statistic(known: readonly PropertyStatistics[], name: string): PropertyStatistics | undefined {
  return known.find(({ key }) => key === name);
}

/** What a schema of features says of their properties. */
function ofProperties(schema: unknown): Schema {
  return object(object(object(schema).properties).properties);
}

function fromStatistics(name: string, found: PropertyStatistics | undefined): Field {
  const { datatype, min, max, frequent = [], distinct = frequent.length } = found ?? {};
  const isDate = typeof min === 'string' && DATE.test(min) && typeof max === 'string' && DATE.test(max);
  const input = datatype === 'number' || datatype === 'boolean' ? datatype : isDate ? 'date' : 'text';
  const values = frequent.map(({ value }) => value).filter((value) => typeof value === 'string');
  // Names of things are each there once: nobody chooses among them.
  const isRepeated = input === 'text' && distinct < (found?.count ?? 0) / 2;
  return {
    name,
    input,
    choices: isRepeated ? values.slice(0, MAX_CHOICES) : [],
    isClosed: false,
    isRequired: false,
  };
}

function fromSchema(
  name: string,
  rules: Schema,
  isRequired: boolean,
  found: PropertyStatistics | undefined,
): Field {
  const plain = fromStatistics(name, found);
  const type = Array.isArray(rules.type) ? rules.type.find((one) => one !== 'null') : rules.type;
  const choices = (Array.isArray(rules.enum) ? rules.enum : []).filter(
    (value): value is string | number => typeof value === 'string' || typeof value === 'number',
  );
  const isClosed = choices.length > 0;
  return {
    ...plain,
    input: inputOf(type, rules.format) ?? plain.input,
    choices: isClosed ? choices : plain.choices,
    isClosed,
    isRequired,
    ...limits(rules),
    ...(typeof rules.pattern === 'string' ? { pattern: rules.pattern } : {}),
  };
}

function inputOf(type: unknown, format: unknown): Field['input'] | undefined {
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  if (type === 'string') return format === 'date' ? 'date' : 'text';
  return undefined;
}

function limits(rules: Schema): Partial<Field> {
  const names = ['minimum', 'maximum', 'minLength', 'maxLength'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof rules[name] === 'number' ? [[name, rules[name]]] : [])),
  );
}

/** What is wrong with a value; undefined where it can be saved. What is absent is wrong only where it is required. */
export function problemOf(field: Field, value: unknown): Problem | undefined {
  if (value === undefined) return field.isRequired ? { kind: 'required' } : undefined;
  if (field.isClosed) return field.choices.includes(value as string) ? undefined : { kind: 'choice' };
  switch (field.input) {
    case 'number':
    case 'integer':
      if (typeof value !== 'number') return { kind: 'number' };
      if (field.input === 'integer' && !Number.isInteger(value)) return { kind: 'integer' };
      return outside(value, field);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { kind: 'boolean' };
    default:
      return typeof value === 'string' ? problemOfText(field, value) : { kind: 'text' };
  }
}

function outside(value: number, { minimum = -Infinity, maximum = Infinity }: Field): Problem | undefined {
  if (value < minimum) return { kind: 'minimum', limit: minimum };
  return value > maximum ? { kind: 'maximum', limit: maximum } : undefined;
}

function problemOfText(field: Field, value: string): Problem | undefined {
  const { input, minLength = 0, maxLength = Infinity, pattern } = field;
  if (input === 'date' && !DATE.test(value)) return { kind: 'date' };
  const length = [...value].length;
  if (length < minLength) return { kind: 'minLength', limit: minLength };
  if (length > maxLength) return { kind: 'maxLength', limit: maxLength };
  return pattern !== undefined && !matches(pattern, value) ? { kind: 'pattern' } : undefined;
}

/** So many steps nobody notices. */
const MAX_COST = 1e7;

/** What is no expression here, or could take long, is left to the hub to judge. */
function matches(pattern: string, value: string): boolean {
  if (patternCost(pattern, value.length) > MAX_COST) return true;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

/**
 * The fields of a schema that say what is wrong: those that come from statistics alone say what is usual, not what must be.
 */
export function rulesOf(fields: readonly Field[], schema: unknown): Field[] {
  const { properties, required } = ofProperties(schema);
  const described = object(properties);
  const isDemanded = (name: string) => Array.isArray(required) && required.includes(name);
  return fields.filter(({ name }) => {
    const { type, enum: values } = object(described[name]);
    return type !== undefined || values !== undefined || isDemanded(name);
  });
}

function object(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
