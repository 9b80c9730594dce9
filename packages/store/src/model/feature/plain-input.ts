import type { Geometry, GeometryFacts } from '@meridian/geo';
import { type Digits, endOfPlainNumber, endOfPlainString } from '../json/canonical-json.ts';
import { parseStoredRoughly } from '../json/exact-json.ts';
import type { JsonObject } from '../json/own.ts';
import type { Feature, FeatureParts } from './feature.ts';
import { PlainGeometryScanner } from './plain-geometry.ts';
import { PlainPropertiesScanner } from './plain-properties.ts';
import { PlainTags } from './plain-tags.ts';
import { type FeatureInput, type FeatureLimits, readNamespace } from './read-input.ts';

const TYPE = '"type":"Feature"';
const ID = '"id":';
const GEOMETRY = '"geometry":';
const PROPERTIES = '"properties":';

/** What a feature of a request says, known from its text: geometry and properties are parsed when somebody looks at them. */
export class PlainInput implements FeatureInput {
  readonly id: string;
  readonly facts: GeometryFacts | undefined;
  readonly tags: string[] | undefined;
  readonly baseRevision: JsonObject | undefined;
  readonly parts: FeatureParts;
  #geometry: Geometry | null | undefined;
  #properties: JsonObject | undefined;

  constructor(
    id: string,
    facts: GeometryFacts | undefined,
    namespace: Pick<FeatureInput, 'tags' | 'baseRevision'>,
    parts: FeatureParts,
  ) {
    this.id = id;
    this.facts = facts;
    this.tags = namespace.tags;
    this.baseRevision = namespace.baseRevision;
    this.parts = parts;
  }

  get geometry(): Geometry | null {
    this.#geometry ??= parseStoredRoughly(this.parts.geometry) as Geometry | null;
    return this.#geometry;
  }

  get properties(): JsonObject {
    this.#properties ??= parseStoredRoughly(this.parts.properties) as JsonObject;
    return this.#properties;
  }

  get foreign(): JsonObject {
    return {};
  }
}

/** The feature that such an input describes. */
export class PlainFeature implements Feature {
  readonly id: string;
  readonly tags: string[];
  readonly #input: PlainInput;

  constructor(id: string, input: PlainInput, tags: string[]) {
    this.id = id;
    this.tags = tags;
    this.#input = input;
  }

  get parts(): FeatureParts {
    return this.#input.parts;
  }

  get geometry(): Geometry | null {
    return this.#input.geometry;
  }

  get properties(): JsonObject {
    return this.#input.properties;
  }

  get foreign(): JsonObject {
    return this.#input.foreign;
  }
}

/** Reads features that are written just as the hub would write them; others have to be parsed. */
export class PlainInputScanner {
  /** Behind the feature that was read last. */
  end = -1;
  readonly #digits: Digits = { value: 0, places: 0, isNegative: false };
  readonly #geometry = new PlainGeometryScanner();
  readonly #properties = new PlainPropertiesScanner();
  readonly #tags = new PlainTags();

  /** The feature that begins at a position; undefined where it has to be parsed. */
  read(text: string, start: number, limits: FeatureLimits): PlainInput | undefined {
    if (text.charCodeAt(start) !== OPEN_BRACE) return undefined;
    let id: string | undefined;
    let geometry: string | undefined;
    let properties: string | undefined;
    let isFeature = false;
    let end = start;
    do {
      const at = end + 1;
      if (!isFeature && text.startsWith(TYPE, at)) {
        isFeature = true;
        end = at + TYPE.length;
      } else if (id === undefined && text.startsWith(ID, at)) {
        const from = at + ID.length;
        end = this.#endOfId(text, from);
        // Parsed, not cut out: a part of a text would hold all of it in memory.
        if (end >= 0) id = String(JSON.parse(text.slice(from, end)));
      } else if (geometry === undefined && text.startsWith(GEOMETRY, at)) {
        const from = at + GEOMETRY.length;
        end = this.#endOfGeometry(text, from);
        geometry = text.slice(from, end);
      } else if (properties === undefined && text.startsWith(PROPERTIES, at)) {
        const from = at + PROPERTIES.length;
        end = this.#properties.endOfProperties(text, from);
        properties = `${text.slice(from, this.#properties.ownTo)}}`;
      } else return undefined;
      if (end < 0) return undefined;
    } while (text.charCodeAt(end) === COMMA);
    const { facts } = this.#geometry;
    const isWhole = isFeature && id !== undefined && geometry !== undefined && properties !== undefined;
    if (!isWhole || text.charCodeAt(end) !== CLOSE_BRACE) return undefined;
    if (facts !== undefined && facts.vertices > limits.maxVertices) return undefined;
    this.end = end + 1;
    return new PlainInput(id!, facts, this.#readNamespace(text), {
      geometry: geometry!,
      geometryType: facts?.type,
      properties: properties!,
      shape: this.#properties.shape,
    });
  }

  /** A text that is not empty, or a whole number. */
  #endOfId(text: string, at: number): number {
    if (text.charCodeAt(at) === QUOTE) {
      const end = endOfPlainString(text, at);
      return end > at + 2 ? end : -1;
    }
    const end = endOfPlainNumber(text, at, this.#digits);
    return this.#digits.places === 0 ? end : -1;
  }

  #endOfGeometry(text: string, at: number): number {
    this.#geometry.facts = undefined;
    return text.startsWith('null', at) ? at + 4 : this.#geometry.endOfGeometry(text, at);
  }

  #readNamespace(text: string): Pick<FeatureInput, 'tags' | 'baseRevision'> {
    const { namespaceFrom, namespaceTo } = this.#properties;
    if (namespaceFrom < 0) return readNamespace(undefined);
    const tags = this.#tags.read(text, namespaceFrom, namespaceTo);
    if (tags) return { tags, baseRevision: undefined };
    return readNamespace(parseStoredRoughly(text.slice(namespaceFrom, namespaceTo)));
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
