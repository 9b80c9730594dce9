import type { ReadRow } from '../../model/feature/row.ts';
import type { Chunk } from '../chunk.ts';
import type { FoundTexts, FramedTexts } from '../row-reader.ts';

const COMMA = Buffer.from(',');

/** Texts of the present without those that have changed, and with what they were: the first `left` of them. */
export function overlaidTexts(
  { chunk, seqs, starts, lengths, count, last }: FramedTexts,
  hasChanged: (seq: number) => boolean,
  old: readonly ReadRow[],
  left: number,
): FoundTexts {
  const pieces = new Pieces(chunk);
  let lastShown = 0;
  let shown = 0;
  let next = 0;
  const isShown = (seq: number): boolean => {
    if (++shown > left) return false;
    lastShown = seq;
    return true;
  };
  const addOld = (before: number) => {
    for (; next < old.length && old[next]!.seq < before; next++)
      if (isShown(old[next]!.seq)) pieces.addText(old[next]!.text);
  };
  for (let i = 0; i < seqs.length && shown <= left; i++) {
    const seq = seqs[i]!;
    addOld(seq);
    if (!hasChanged(seq) && isShown(seq)) pieces.addBytes(starts[i]!, starts[i]! + lengths[i]!);
  }
  addOld(Infinity);
  return {
    ...{ count, last, lastShown },
    chunk: pieces.joined(),
    shown: Math.min(shown, left),
    more: shown > left,
  };
}

/** Texts that are joined by commas; those that follow each other in the chunk are copied at once. */
class Pieces {
  readonly #chunk: Chunk | undefined;
  readonly #pieces: Uint8Array[] = [];
  #start = 0;
  #end = 0;

  constructor(chunk: Chunk | undefined) {
    this.#chunk = chunk;
  }

  addBytes(start: number, end: number): void {
    if (this.#end > 0 && start === this.#end + 1) {
      this.#end = end;
      return;
    }
    this.#flush();
    [this.#start, this.#end] = [start, end];
  }

  addText(text: string): void {
    this.#flush();
    this.#push(Buffer.from(text));
  }

  joined(): Chunk | undefined {
    this.#flush();
    if (this.#pieces.length === 0) return undefined;
    // In memory of its own: it is handed to another thread.
    const joined = new Uint8Array(this.#pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }

  #flush(): void {
    if (this.#end > 0) this.#push(this.#chunk!.subarray(this.#start, this.#end));
    this.#end = 0;
  }

  #push(piece: Uint8Array): void {
    if (this.#pieces.length > 0) this.#pieces.push(COMMA);
    this.#pieces.push(piece);
  }
}
