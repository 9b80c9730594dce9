/** What a file of rows in PostgreSQL's own form begins with: its signature, no flags, no further header. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = -1;
const NULL = -1;
const TEXT_TYPE = 25;
const FIRST_BYTES = 128 * 1024;

/** Rows in the binary form that COPY takes: the database has neither digits nor quotes to read. */
export class BinaryRows {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #view = viewOf(this.#bytes);
  #at = HEADER.copy(this.#bytes);

  /** Begins a row of so many columns; their values follow in the order of the statement. */
  row(columns: number): void {
    this.#room(2);
    this.#view.setInt16(this.#at, columns);
    this.#at += 2;
  }

  /** Half a character, which UTF-8 can't hold, becomes U+FFFD. */
  text(value: string | null): void {
    if (value === null) return this.#int32(NULL);
    // No character takes more than three bytes a unit.
    this.#room(4 + value.length * 3);
    const size = this.#bytes.write(value, this.#at + 4);
    this.#view.setInt32(this.#at, size);
    this.#at += 4 + size;
  }

  texts(values: readonly string[]): void {
    this.#room(4);
    const start = this.#at;
    this.#at += 4;
    for (const fact of values.length === 0 ? [0, 0, TEXT_TYPE] : [1, 0, TEXT_TYPE, values.length, 1])
      this.#int32(fact);
    for (const value of values) this.text(value);
    this.#view.setInt32(start, this.#at - start - 4);
  }

  bytes(value: Uint8Array | null): void {
    if (value === null) return this.#int32(NULL);
    this.#int32(value.length);
    this.#room(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  bigint(value: number): void {
    this.#room(12);
    this.#view.setInt32(this.#at, 8);
    this.#view.setInt32(this.#at + 4, Math.floor(value / 2 ** 32));
    this.#view.setUint32(this.#at + 8, value >>> 0);
    this.#at += 12;
  }

  integer(value: number): void {
    this.#room(8);
    this.#view.setInt32(this.#at, 4);
    this.#view.setInt32(this.#at + 4, value);
    this.#at += 8;
  }

  smallint(value: number): void {
    this.#room(6);
    this.#view.setInt32(this.#at, 2);
    this.#view.setInt16(this.#at + 4, value);
    this.#at += 6;
  }

  boolean(value: boolean): void {
    this.#room(5);
    this.#view.setInt32(this.#at, 1);
    this.#view.setInt8(this.#at + 4, value ? 1 : 0);
    this.#at += 5;
  }

  double(value: number | null): void {
    if (value === null) return this.#int32(NULL);
    this.#room(12);
    this.#view.setInt32(this.#at, 8);
    this.#view.setFloat64(this.#at + 4, value);
    this.#at += 12;
  }

  /** Behind the last row. */
  end(): void {
    this.row(END);
  }

  /** How many bytes are ready to be sent. */
  get size(): number {
    return this.#at;
  }

  /** What is ready to be sent; what comes goes behind it. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#useInstead(Buffer.allocUnsafeSlow(this.#bytes.length));
    this.#at = 0;
    return taken;
  }

  #int32(value: number): void {
    this.#room(4);
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#useInstead(larger);
  }

  #useInstead(bytes: Buffer<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }
}

/** Numbers are written through a view: the methods of a Buffer check each of them. */
function viewOf({ buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
