type Remembered = { value: unknown; bytes: number };

/** What was made from a column, as long as that is remembered: who asks again does not wait for it again. */
export class ColumnMemory {
  readonly #values = new Map<string, Remembered>();
  #bytes = 0;
  /** Called with how much more it is by now. */
  onGrowth: ((bytes: number) => void) | undefined;

  get bytes(): number {
    return this.#bytes;
  }

  /** What has this name, made if it is not there. `bytesOf` gives about how much room it takes. */
  get<T>(name: string, make: () => T, bytesOf: (value: T) => number): T {
    const known = this.#values.get(name);
    if (known) return known.value as T;
    const value = make();
    const bytes = bytesOf(value);
    this.#values.set(name, { value, bytes });
    this.grow(bytes);
    return value;
  }

  /** Something that the column itself has made takes so much room. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    this.onGrowth?.(bytes);
  }

  /** Forgets everything. */
  clear(): void {
    this.#values.clear();
    this.#bytes = 0;
  }
}

const others = new WeakMap<object, ColumnMemory>();

/** Of columns that were not stored it lasts as long as somebody has them. */
export function memoryOf(column: { readonly memory?: ColumnMemory | undefined }): ColumnMemory {
  if (column.memory) return column.memory;
  const memory = others.get(column) ?? new ColumnMemory();
  others.set(column, memory);
  return memory;
}
