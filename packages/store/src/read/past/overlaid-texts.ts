import type { ReadRow } from '../../model/feature/row.ts';
import type { Chunk } from '../chunk.ts';
import type { FoundTexts, FramedTexts } from '../row-reader.ts';

const COMMA = 0x2c;
/** Stands for no end: none is followed by a piece that begins one behind it. */
const TEXT = -2;

/**
 * Texts of the present without those at positions that have changed, and with what was there: the first `left` of them. `changed`
 * and `old` ascend.
 */
export function overlaidTexts(
  { chunk, seqs, starts, lengths, count, last }: FramedTexts,
  changed: readonly number[],
  old: readonly ReadRow[],
  left: number,
): FoundTexts {
  const pieces = new Pieces(chunk);
  let lastShown = 0;
  let shown = 0;
  let next = 0;
  let nextChanged = 0;
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
    if (next < old.length) addOld(seq);
    while (nextChanged < changed.length && changed[nextChanged]! < seq) nextChanged++;
    if (changed[nextChanged] !== seq && isShown(seq)) pieces.addBytes(starts[i]!, starts[i]! + lengths[i]!);
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
  /** From and to of each in the chunk; of a text its index, with TEXT. */
  readonly #pieces: number[] = [];
  readonly #texts: string[] = [];
  #length = 0;

  constructor(chunk: Chunk | undefined) {
    this.#chunk = chunk;
  }

  addBytes(start: number, end: number): void {
    const last = this.#pieces.length - 1;
    const isNext = last >= 0 && this.#pieces[last] === start - 1;
    if (isNext) this.#pieces[last] = end;
    else this.#pieces.push(start, end);
    this.#length += end - start + 1;
  }

  addText(text: string): void {
    this.#pieces.push(this.#texts.push(text) - 1, TEXT);
    this.#length += Buffer.byteLength(text) + 1;
  }

  joined(): Chunk | undefined {
    if (this.#length === 0) return undefined;
    // In memory of its own: it is handed to another thread.
    const joined = Buffer.allocUnsafeSlow(this.#length - 1);
    let at = 0;
    for (let i = 0; i < this.#pieces.length; i += 2) {
      const [from, to] = [this.#pieces[i]!, this.#pieces[i + 1]!];
      if (at > 0) joined[at++] = COMMA;
      if (to === TEXT) at += joined.write(this.#texts[from]!, at);
      else {
        joined.set(this.#chunk!.subarray(from, to), at);
        at += to - from;
      }
    }
    return joined;
  }
}
