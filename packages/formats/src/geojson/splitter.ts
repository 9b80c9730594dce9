import { Capture } from './capture.ts';
import { ValueScanner } from './value-scanner.ts';

/** The JSON text of one feature, or of a whole document that is no collection. */
export type Piece = {
  /** Valid until the next chunk is pushed; undefined if longer than allowed. */
  bytes: Uint8Array | undefined;
  byte: number;
  line: number;
  depth: number;
  /** A member of `features`, an element of an array at the root, or a document of its own. */
  kind: 'feature' | 'element' | 'document';
};

/** What the collection says beside its features, as JSON text. `crs` is what the first GeoJSON (2008) had. */
export type Surroundings = { type?: string; crs?: string };

export class SplitError extends Error {
  readonly byte: number;
  readonly line: number;

  constructor(message: string, byte: number, line: number) {
    super(message);
    this.byte = byte;
    this.line = line;
  }
}

/**
 * `outside` documents; in the root object before a `name`, a `colon`, a `value`, or behind one (`next`); before an
 * `element` of the features or behind it (`comma`).
 */
type Between = 'outside' | 'name' | 'colon' | 'value' | 'next' | 'element' | 'comma';
type Within = 'a name' | 'a value' | 'a feature';

const MAX_MEMBER_BYTES = 64 * 1024;
const utf8 = new TextDecoder();

/**
 * Cuts GeoJSON of any size into its features, without parsing them and without holding more than one. A document
 * without `features` (a Feature, a geometry) is one piece, and documents may follow each other, so that
 * newline-delimited features under a wrong name are read too.
 */
export class FeatureSplitter {
  surroundings: Surroundings = {};
  readonly #scanner = new ValueScanner();
  readonly #root: Capture;
  readonly #piece: Capture;
  readonly #member = new Capture(MAX_MEMBER_BYTES);
  #between: Between = 'outside';
  #within: Within | undefined;
  #isScalar = false;
  #name = '';
  /** An array at the root holds features as the member `features` does, with no object around it. */
  #isBareArray = false;
  #isAfterComma = false;
  #offset = 0;
  #pieceAt = { byte: 0, line: 1 };
  #rootAt = { byte: 0, line: 1, depth: 0 };

  constructor(limit: number) {
    this.#root = new Capture(limit);
    this.#piece = new Capture(limit);
  }

  /** The pieces that end in this chunk. */
  *push(chunk: Uint8Array): Generator<Piece> {
    let i = 0;
    while (i < chunk.length) {
      if (this.#within !== undefined) {
        const end = this.#isScalar ? endOfScalar(chunk, i) : this.#scanner.scan(chunk, i);
        if (end === -1) break;
        if (end === -2) throw this.#unexpected(chunk, this.#scanner.culprit);
        i = end;
        if (this.#within === 'a feature') yield this.#endFeature(chunk, end);
        else this.#endMember(chunk, end);
        continue;
      }
      const byte = chunk[i]!;
      if (byte === 0x0a) this.#scanner.lines++;
      if (!isBlank(byte)) {
        const piece = this.#step(chunk, i);
        if (piece !== undefined) yield piece;
      }
      // What has just begun is scanned from its first byte.
      if (this.#within === undefined) i++;
    }
    for (const capture of [this.#root, this.#piece, this.#member]) capture.carry(chunk);
    this.#offset += chunk.length;
  }

  /** To be called behind the last chunk: throws if the document is incomplete. */
  end(): void {
    if (this.#between === 'outside') return;
    const where = this.#within === undefined ? '' : ` in the middle of ${this.#within}`;
    throw new SplitError(`ends before the document does${where}`, this.#offset, this.#scanner.lines + 1);
  }

  #step(chunk: Uint8Array, i: number): Piece | undefined {
    const byte = chunk[i]!;
    switch (this.#between) {
      case 'outside':
        if (byte === RECORD_SEPARATOR) return;
        this.surroundings = {};
        this.#isBareArray = byte === OPEN_BRACKET;
        this.#isAfterComma = false;
        if (byte === OPEN_BRACE) {
          this.#root.begin(i);
          this.#rootAt = { byte: this.#offset + i, line: this.#scanner.lines + 1, depth: 1 };
          this.#between = 'name';
        } else if (byte === OPEN_BRACKET) this.#between = 'element';
        else throw this.#unexpected(chunk, i);
        return;
      case 'name':
        if (byte === QUOTE) return this.#begin('a name', chunk, i);
        if (byte === CLOSE_BRACE && !this.#isAfterComma) return this.#endRoot(chunk, i + 1);
        throw this.#unexpected(chunk, i);
      case 'colon':
        if (byte !== COLON) throw this.#unexpected(chunk, i);
        this.#between = 'value';
        return;
      case 'value':
        if (byte === OPEN_BRACKET && this.#name === 'features' && this.#mayHaveFeatures()) {
          this.#root.drop();
          this.#between = 'element';
          this.#isAfterComma = false;
          return;
        }
        return this.#begin('a value', chunk, i);
      case 'next':
        if (byte === CLOSE_BRACE) return this.#endRoot(chunk, i + 1);
        if (byte !== COMMA) throw this.#unexpected(chunk, i);
        this.#between = 'name';
        this.#isAfterComma = true;
        return;
      case 'element':
        if (byte === CLOSE_BRACKET && !this.#isAfterComma) return this.#endFeatures();
        return this.#begin('a feature', chunk, i);
      case 'comma':
        if (byte === CLOSE_BRACKET) return this.#endFeatures();
        if (byte !== COMMA) throw this.#unexpected(chunk, i);
        this.#between = 'element';
        this.#isAfterComma = true;
        return;
    }
  }

  #mayHaveFeatures(): boolean {
    const { type } = this.surroundings;
    return type === undefined || type === '"FeatureCollection"';
  }

  #begin(within: Within, chunk: Uint8Array, i: number): undefined {
    const byte = chunk[i]!;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === COMMA || byte === COLON)
      throw this.#unexpected(chunk, i);
    this.#within = within;
    this.#isScalar = byte !== QUOTE && byte !== OPEN_BRACE && byte !== OPEN_BRACKET;
    this.#scanner.begin();
    if (within === 'a feature') {
      this.#piece.begin(i);
      this.#pieceAt = { byte: this.#offset + i, line: this.#scanner.lines + 1 };
    } else if (within === 'a name' || this.#name === 'type' || this.#name === 'crs') this.#member.begin(i);
  }

  #endFeature(chunk: Uint8Array, end: number): Piece {
    this.#within = undefined;
    this.#between = 'comma';
    const kind = this.#isBareArray ? 'element' : 'feature';
    return { bytes: this.#piece.end(chunk, end), ...this.#pieceAt, depth: this.#scanner.deepest, kind };
  }

  #endMember(chunk: Uint8Array, end: number): void {
    const bytes = this.#member.isActive ? this.#member.end(chunk, end) : undefined;
    if (this.#within === 'a name') {
      this.#name = bytes === undefined ? '' : nameOf(utf8.decode(bytes));
      this.#between = 'colon';
    } else {
      if (bytes !== undefined && this.#name === 'type') this.surroundings.type = utf8.decode(bytes);
      if (bytes !== undefined && this.#name === 'crs') this.surroundings.crs = utf8.decode(bytes);
      this.#rootAt.depth = Math.max(this.#rootAt.depth, this.#scanner.deepest + 1);
      this.#between = 'next';
    }
    this.#within = undefined;
  }

  #endFeatures(): undefined {
    this.#between = this.#isBareArray ? 'outside' : 'next';
  }

  /** A document that had no features is a piece itself. */
  #endRoot(chunk: Uint8Array, end: number): Piece | undefined {
    this.#between = 'outside';
    this.#isAfterComma = false;
    return this.#root.isActive
      ? { bytes: this.#root.end(chunk, end), ...this.#rootAt, kind: 'document' }
      : undefined;
  }

  #unexpected(chunk: Uint8Array, at: number): SplitError {
    const byte = chunk[at]!;
    const shown = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte ${byte}`;
    return new SplitError(
      `is not valid JSON: unexpected ${shown}`,
      this.#offset + at,
      this.#scanner.lines + 1,
    );
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const RECORD_SEPARATOR = 0x1e;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Where a number, true, false or null ends; -1 if not in this chunk. */
function endOfScalar(chunk: Uint8Array, from: number): number {
  for (let i = from; i < chunk.length; i++) {
    const byte = chunk[i]!;
    if (byte === COMMA || byte === CLOSE_BRACKET || byte === CLOSE_BRACE || isBlank(byte)) return i;
  }
  return -1;
}

/** Names may be written with escapes. */
function nameOf(json: string): string {
  if (!json.includes('\\')) return json.slice(1, -1);
  try {
    return JSON.parse(json) as string;
  } catch {
    return '';
  }
}
