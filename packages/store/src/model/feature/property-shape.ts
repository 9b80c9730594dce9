import type { DottedName } from './name-table.ts';

/** A shape that is followed by more different ones than this does not remember them: to look through them would take longer. */
const MAX_BRANCHES = 32;

/**
 * Which properties a feature has, and of which datatypes, in their order. Most features have the same as others: they share one
 * shape, which is found property by property.
 */
export class PropertyShape {
  /** The last property; undefined for the shape without any. */
  readonly key: DottedName | undefined;
  /** Its datatype, by its index in DATATYPES. */
  readonly type: number;
  /** The shape that was found last for a property more: likely the next one, too. */
  likely: PropertyShape | undefined;
  readonly #before: PropertyShape | undefined;
  readonly #branches: PropertyShape[] = [];
  #lists: { names: readonly string[]; types: readonly number[] } | undefined;

  constructor(before?: PropertyShape, key?: DottedName, type = -1) {
    this.#before = before;
    this.key = key;
    this.type = type;
  }

  /** The shape with one more property. `isNew` hears of one that is remembered from now on. */
  with(key: DottedName, type: number, isNew: () => void): PropertyShape {
    const { likely } = this;
    if (likely?.key === key && likely.type === type) return likely;
    let found = this.#branches.find((shape) => shape.key === key && shape.type === type);
    if (!found) {
      found = new PropertyShape(this, key, type);
      if (this.#branches.length >= MAX_BRANCHES) return found;
      this.#branches.push(found);
      isNew();
    }
    this.likely = found;
    return found;
  }

  /** Dotted names of the properties as statistics have them. */
  get names(): readonly string[] {
    return this.#asLists().names;
  }

  get types(): readonly number[] {
    return this.#asLists().types;
  }

  #asLists(): { names: readonly string[]; types: readonly number[] } {
    if (!this.#lists) {
      const names: string[] = [];
      const types: number[] = [];
      for (let shape: PropertyShape = this; shape.key; shape = shape.#before!) {
        names.push(shape.key.key);
        types.push(shape.type);
      }
      this.#lists = { names: names.reverse(), types: types.reverse() };
    }
    return this.#lists;
  }
}
