/** Lists of a buffer may be read so many times its bytes in all: who writes them has some texts in common at most. */
const MAX_READ = 4;

/** How many bytes of lists may still be read of a buffer. */
type Allowance = { left: number };

/**
 * A table of a flatbuffer, read field by field. Every access is checked against the buffer (DataView does it), and
 * lists against what can be in it, together too, as tables can have others in common: a file made to do harm costs no more than
 * its size.
 */
export class Table {
  readonly #view: DataView;
  readonly #allowance: Allowance;
  readonly #at: number;
  readonly #fields: number;
  readonly #fieldsBytes: number;

  private constructor(view: DataView, at: number, allowance: Allowance) {
    this.#view = view;
    this.#allowance = allowance;
    this.#at = at;
    this.#fields = at - view.getInt32(at, true);
    this.#fieldsBytes = view.getUint16(this.#fields, true);
  }

  /** The table that a buffer begins with. */
  static root(bytes: Uint8Array): Table {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return new Table(view, view.getUint32(0, true), { left: MAX_READ * bytes.length });
  }

  byte(field: number, otherwise = 0): number {
    const at = this.#offset(field);
    return at === 0 ? otherwise : this.#view.getUint8(at);
  }

  short(field: number, otherwise = 0): number {
    const at = this.#offset(field);
    return at === 0 ? otherwise : this.#view.getUint16(at, true);
  }

  int(field: number, otherwise = 0): number {
    const at = this.#offset(field);
    return at === 0 ? otherwise : this.#view.getInt32(at, true);
  }

  long(field: number): number {
    const at = this.#offset(field);
    return at === 0 ? 0 : Number(this.#view.getBigUint64(at, true));
  }

  text(field: number): string | undefined {
    const list = this.#list(field, 1);
    return list && utf8.decode(this.#bytes(list));
  }

  bytes(field: number): Uint8Array | undefined {
    const list = this.#list(field, 1);
    return list && this.#bytes(list);
  }

  doubles(field: number): number[] | undefined {
    const list = this.#list(field, 8);
    return list && Array.from({ length: list.count }, (_, i) => this.#view.getFloat64(list.at + i * 8, true));
  }

  ints(field: number): number[] | undefined {
    const list = this.#list(field, 4);
    return list && Array.from({ length: list.count }, (_, i) => this.#view.getUint32(list.at + i * 4, true));
  }

  table(field: number): Table | undefined {
    const at = this.#offset(field);
    return at === 0 ? undefined : this.#tableAt(at);
  }

  tables(field: number): Table[] {
    const list = this.#list(field, 4);
    if (list === undefined) return [];
    return Array.from({ length: list.count }, (_, i) => this.#tableAt(list.at + i * 4));
  }

  #tableAt(at: number): Table {
    return new Table(this.#view, at + this.#view.getUint32(at, true), this.#allowance);
  }

  #offset(field: number): number {
    const at = 4 + field * 2;
    const offset = at < this.#fieldsBytes ? this.#view.getUint16(this.#fields + at, true) : 0;
    return offset === 0 ? 0 : this.#at + offset;
  }

  #list(field: number, itemBytes: number): { at: number; count: number } | undefined {
    const offset = this.#offset(field);
    if (offset === 0) return undefined;
    const start = offset + this.#view.getUint32(offset, true);
    const count = this.#view.getUint32(start, true);
    if (start + 4 + count * itemBytes > this.#view.byteLength)
      throw new RangeError('a list leads out of the buffer');
    this.#allowance.left -= count * itemBytes;
    if (this.#allowance.left < 0) throw new RangeError('lists are read again and again');
    return { at: start + 4, count };
  }

  #bytes({ at, count }: { at: number; count: number }): Uint8Array {
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, count);
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
