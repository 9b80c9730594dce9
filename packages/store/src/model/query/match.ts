import type { Geometry } from '@meridian/geo';
import { NAMESPACE } from '../feature/feature.ts';
import {
  type FeatureText,
  parseForeign,
  parseGeometry,
  parseProperties,
  propertiesText,
} from '../feature/feature-text.ts';
import { NOT_PLAIN, storedValue } from '../feature/stored-value.ts';
import { plainValue } from '../json/exact-json.ts';
import { isObject, type JsonObject, valueAt } from '../json/own.ts';
import { type Operand, passesComparison } from './comparison.ts';
import { passesExpression } from './expression-test.ts';
import type { FeaturePath, FeatureTest, PropertyTest, TextTest } from './query.ts';
import { lacksWord, relevance } from './text-search.ts';

/** So many values are looked for in a text before it is parsed. */
const MAX_LOOKS = 4;

/** A stored feature whose parts are parsed only when a test looks at them. */
export class StoredFeature {
  readonly id: string;
  readonly text: FeatureText;
  #properties: JsonObject | undefined;
  #foreign: JsonObject | undefined;
  #geometry: { parsed: Geometry | null } | undefined;
  /** How many values were looked for in the text. */
  #looks = 0;

  constructor(id: string, text: FeatureText) {
    this.id = id;
    this.text = text;
  }

  get properties(): JsonObject {
    this.#properties ??= parseProperties(this.text);
    return this.#properties;
  }

  get foreign(): JsonObject {
    this.#foreign ??= parseForeign(this.text);
    return this.#foreign;
  }

  get geometry(): Geometry | null {
    this.#geometry ??= { parsed: parseGeometry(this.text) };
    return this.#geometry.parsed;
  }

  get namespace(): JsonObject {
    return this.properties[NAMESPACE] as JsonObject;
  }

  /** What is at a path below `properties`. */
  propertyAt(path: readonly string[]): unknown {
    if (!this.#properties && this.#looks < MAX_LOOKS) {
      this.#looks++;
      const value = storedValue(this.text, path);
      if (value !== NOT_PLAIN) return value;
    }
    return valueAt(this.properties, path);
  }

  valueAt({ root, path }: FeaturePath): unknown {
    if (root === 'properties') return this.propertyAt(path);
    const [name, ...rest] = path;
    switch (name) {
      case 'id':
        return descend(this.id, rest);
      case 'type':
        return descend('Feature', rest);
      case 'createdAt':
      case 'updatedAt':
      case 'tags':
        return descend(this.namespace[name], rest);
      case 'geometry':
        return descend(this.geometry, rest);
      case 'properties':
        return descend(this.properties, rest);
      default:
        return valueAt(this.foreign, path);
    }
  }
}

/** The tags of a stored feature. */
export function tagsOf(row: FeatureText & { id: string }): string[] {
  return new StoredFeature(row.id, row).namespace.tags as string[];
}

/** When a stored feature was last written. */
export function updatedAtOf(row: FeatureText & { id: string }): number {
  return new StoredFeature(row.id, row).namespace.updatedAt as number;
}

function descend(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return value;
  return isObject(value) ? valueAt(value, path) : undefined;
}

export function matches(feature: StoredFeature, tests: readonly FeatureTest[]): boolean {
  return tests.every((test) => {
    if (test.root === 'expression') return passesExpression(feature, test);
    return test.root === 'text' ? relevanceOf(feature, test) > 0 : matchesTest(feature.valueAt(test), test);
  });
}

/** How well it matches words. Most features lack one of them, which mostly shows without parsing anything. */
export function relevanceOf(feature: StoredFeature, test: TextTest): number {
  return lacksWord(propertiesText(feature.text), test.words) ? 0 : relevance(feature, test);
}

/** Whether a value, as it is found in a feature, passes a test. */
export function matchesTest(found: unknown, test: PropertyTest): boolean {
  const value = plainValue(found);
  // Tags are a set: `f.tags=x` asks for membership.
  if (test.root === 'feature' && test.path.length === 1 && test.path[0] === 'tags')
    return matchesTags(value as string[], test);
  return passesComparison(value, test.comparison, test.operands);
}

function matchesTags(tags: string[], { comparison, operands }: PropertyTest): boolean {
  const has = (operand: Operand) => typeof operand === 'string' && tags.includes(operand);
  if (comparison === '=' || comparison === 'contains') return operands.some(has);
  return comparison === '!=' && !operands.some(has);
}
