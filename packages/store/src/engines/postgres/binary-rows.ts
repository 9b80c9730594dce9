/** What a file of rows in PostgreSQL's own form begins with: its signature, no flags, no further header. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = -1;
const NULL = -1;
const TEXT_TYPE = 25;
const FIRST_BYTES = 128 * 1024;

/** Rows in the binary form that COPY takes: the database has neither digits nor quotes to read. */
export class BinaryRows {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #at = HEADER.copy(this.#bytes);

  /** Begins a row of so many columns; their values follow in the order of the statement. */
  row(columns: number): void {
    this.#room(2);
    this.#at = this.#bytes.writeInt16BE(columns, this.#at);
  }

  /** Half a character, which UTF-8 can't hold, becomes U+FFFD. */
  text(value: string | null): void {
    if (value === null) return this.#int32(NULL);
    // No character takes more than three bytes a unit.
    this.#room(4 + value.length * 3);
    const size = this.#bytes.write(value, this.#at + 4);
    this.#bytes.writeInt32BE(size, this.#at);
    this.#at += 4 + size;
  }

  texts(values: readonly string[]): void {
    this.#room(4);
    const start = this.#at;
    this.#at += 4;
    for (const fact of values.length === 0 ? [0, 0, TEXT_TYPE] : [1, 0, TEXT_TYPE, values.length, 1])
      this.#int32(fact);
    for (const value of values) this.text(value);
    this.#bytes.writeInt32BE(this.#at - start - 4, start);
  }

  bytes(value: Uint8Array | null): void {
    if (value === null) return this.#int32(NULL);
    this.#int32(value.length);
    this.#room(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  bigint(value: number): void {
    this.#int32(8);
    this.#room(8);
    this.#at = this.#bytes.writeInt32BE(Math.floor(value / 2 ** 32), this.#at);
    this.#at = this.#bytes.writeUInt32BE(value >>> 0, this.#at);
  }

  integer(value: number): void {
    this.#int32(4);
    this.#int32(value);
  }

  smallint(value: number): void {
    this.#int32(2);
    this.#room(2);
    this.#at = this.#bytes.writeInt16BE(value, this.#at);
  }

  boolean(value: boolean): void {
    this.#int32(1);
    this.#room(1);
    this.#bytes[this.#at++] = value ? 1 : 0;
  }

  double(value: number | null): void {
    if (value === null) return this.#int32(NULL);
    this.#int32(8);
    this.#room(8);
    this.#at = this.#bytes.writeDoubleBE(value, this.#at);
  }

  /** Behind the last row. */
  end(): void {
    this.#room(2);
    this.#at = this.#bytes.writeInt16BE(END, this.#at);
  }

  /** How many bytes are ready to be sent. */
  get size(): number {
    return this.#at;
  }

  /** What is ready to be sent; what comes goes behind it. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#bytes = Buffer.allocUnsafeSlow(this.#bytes.length);
    this.#at = 0;
    return taken;
  }

  #int32(value: number): void {
    this.#room(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
