import { isRawNumber, rawNumber } from '../../model/json/exact-json.ts';
import { compareSortValues, type SortValue } from '../../model/query/sort-value.ts';

/** More different values of a property than this are not counted one by one. */
const MAX_VALUES = 10_000;
/** Longer texts are counted, but neither distinguished nor shown. */
const MAX_CHARS = 200;
const FREQUENT = 10;

/** How many values all profiles of a read may still take up. */
export type ValueRoom = { values: number };

/** What a space has under one name below `properties`. */
export class PropertyProfile {
  readonly #types = new Map<string, number>();
  readonly #counts = new Map<string, { value: unknown; count: number }>();
  #min: SortValue = null;
  #max: SortValue = null;
  #isComplete = true;
  readonly #room: ValueRoom;

  constructor(room: ValueRoom) {
    this.#room = room;
  }

  add(value: unknown): void {
    const type = typeOf(value);
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    if (type === 'null' || type === 'array' || type === 'object') return;
    if (typeof value === 'string' && value.length > MAX_CHARS) {
      this.#isComplete = false;
      return;
    }
    const sort = isRawNumber(value) ? { exact: value.rawJSON } : (value as string | number | boolean);
    if (this.#min === null || compareSortValues(sort, this.#min, false) < 0) this.#min = sort;
    if (this.#max === null || compareSortValues(sort, this.#max, false) > 0) this.#max = sort;
    this.#count(value);
  }

  /** As it is served. */
  toJSON() {
    const types = [...this.#types].sort(([, a], [, b]) => b - a);
    const frequent = [...this.#counts.values()].sort((a, b) => b.count - a.count).slice(0, FREQUENT);
    return {
      types: Object.fromEntries(types),
      nulls: this.#types.get('null') ?? 0,
      distinct: this.#counts.size,
      min: shown(this.#min),
      max: shown(this.#max),
      frequent,
      estimated: !this.#isComplete,
    };
  }

  /** Values that come first when there is no room any more are not counted; all others are, and exactly. */
  #count(value: unknown): void {
    const key = typeof value === 'string' ? `s${value}` : JSON.stringify(value);
    const known = this.#counts.get(key);
    if (known) known.count++;
    else if (this.#counts.size < MAX_VALUES && this.#room.values > 0) {
      this.#room.values--;
      this.#counts.set(key, { value, count: 1 });
    } else this.#isComplete = false;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isRawNumber(value) ? 'number' : typeof value;
}

function shown(value: SortValue): unknown {
  return typeof value === 'object' && value !== null && 'exact' in value ? rawNumber(value.exact) : value;
}
