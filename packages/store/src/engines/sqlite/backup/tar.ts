import { BackupFault } from './backup-fault.ts';

const BLOCK = 512;
/** What a header has room for in octal digits; larger sizes are written in binary, as GNU tar and bsdtar do. */
const LARGEST_OCTAL = 8 ** 11;
const REGULAR_FILE = '0';

/** The header of a file in a tar archive (POSIX ustar). */
export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (size < LARGEST_OCTAL) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write('00000000000\0', 136);
  header.write(REGULAR_FILE, 156);
  header.write('ustar\0' + '00', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** What follows the bytes of a file, so that the next header begins with a block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK);

/** A file of an archive; its bytes must be read before the next one is asked for. */
export type TarFile = { name: string; size: number; bytes: AsyncIterable<Buffer> };

/** The files of an archive, one after the other. A fault where it is no archive, or breaks off. */
export async function* tarFiles(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile, void, void> {
  const source = new Blocks(archive);
  for (;;) {
    const header = await source.exactly(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (parseInt(header.toString('latin1', 148, 156), 8) !== checksumOf(header))
      throw new BackupFault('the stream is no backup: it is not what "meridian backup -" wrote');
    const size = sizeOf(header);
    const kind = header.toString('latin1', 156, 157);
    const bytes = source.pieces(size);
    if (kind === REGULAR_FILE || kind === '\0') yield { name: nameOf(header), size, bytes };
    // Of a file that was not asked for, of folders, and of what other programs add.
    for await (const _ of bytes);
    await source.exactly(tarPadding(size).length);
  }
}

function nameOf(header: Buffer): string {
  const text = (from: number, length: number) =>
    header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const [prefix, name] = [text(345, 155), text(0, 100)];
  return (prefix === '' ? name : `${prefix}/${name}`).replace(/^\.\//, '');
}

function sizeOf(header: Buffer): number {
  if (header[124] === 0x80) return Number(header.readBigUInt64BE(128));
  return parseInt(header.toString('latin1', 124, 136), 8) || 0;
}

/** The sum of all bytes, with blanks for the sum itself. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [i, byte] of header.entries()) if (i < 148 || i >= 156) sum += byte;
  return sum;
}

/** Cuts a stream where its reader wants. */
class Blocks {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const piece of this.pieces(count)) parts.push(piece);
    return Buffer.concat(parts);
  }

  async *pieces(count: number): AsyncGenerator<Buffer, void, void> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) this.#rest = await this.#next();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#source.next();
    if (done) throw new BackupFault('the stream ends before the backup does: nothing was restored');
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}
