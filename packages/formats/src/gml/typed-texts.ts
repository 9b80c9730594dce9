import { type ColumnType, fieldValue, guessTypes } from '../csv/column-types.ts';
import { setMember } from '../json.ts';

/** So many features decide on the types of the properties. */
export const SAMPLED_FEATURES = 1000;

type Properties = Record<string, unknown>;

/** XML says of no value whether it is a number: a property is one of numbers if all its first values are, as in CSV. */
export class TypedTexts {
  readonly #types = new Map<string, ColumnType>();

  constructor(sample: readonly Properties[]) {
    const names = [...new Set(sample.flatMap((properties) => Object.keys(properties)))];
    const rows = sample.map((properties) =>
      names.map((name) => {
        const value = Object.hasOwn(properties, name) ? properties[name] : '';
        return typeof value === 'string'
          ? { text: value, isQuoted: false }
          : { text: JSON.stringify(value), isQuoted: false };
      }),
    );
    const types = guessTypes(names.length, rows, true);
    for (const [i, name] of names.entries()) this.#types.set(name, types[i]!);
  }

  typed(properties: Properties): Properties {
    const result: Properties = {};
    for (const [name, value] of Object.entries(properties)) {
      const type = this.#types.get(name) ?? 'text';
      const isTyped = typeof value === 'string' && value !== '';
      setMember(result, name, isTyped ? fieldValue({ text: value, isQuoted: false }, type) : value);
    }
    return result;
  }
}
