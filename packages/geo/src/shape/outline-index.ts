import Flatbush from 'flatbush';
import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';

/**
 * What computing with outlines costs does not follow from their size: a few thousand parallel diagonals, or a scribble of
 * some hundred edges, have every edge come near every other. GEOS looks at all of these pairs and can't be interrupted
 * meanwhile. Outlines of real things have a few pairs for each stretch, and small ones may have any number.
 */
const FREE_PAIRS = 40_000;
const PAIRS_PER_RUN = 16;

/** The boxes of the stretches of outlines that never turn back in x or y, and which of them meet. */
export class OutlineIndex {
  /** West, south, east, north of each. */
  readonly #boxes: number[] = [];
  #tree: Flatbush | undefined;
  #isTangled: boolean | undefined;

  constructor(parts: readonly Part[]) {
    for (const { dimension, chains } of parts) {
      if (dimension === 0) continue;
      for (const chain of chains) addRuns(chain, this.#boxes);
    }
  }

  /** Whether the outlines come near themselves too often to compute with. */
  get isTangled(): boolean {
    // Each pair is found twice, and each stretch finds itself.
    this.#isTangled ??= this.#count ** 2 > 2 * FREE_PAIRS && this.#meetsTooOften(this, 2);
    return this.#isTangled;
  }

  /** The same of these outlines and others. */
  isTangledWith(other: OutlineIndex): boolean {
    const [smaller, larger] = this.#count < other.#count ? [this, other] : [other, this];
    return this.#count * other.#count > FREE_PAIRS && larger.#meetsTooOften(smaller, 1);
  }

  get #count(): number {
    return this.#boxes.length / 4;
  }

  #meetsTooOften(other: OutlineIndex, timesFound: number): boolean {
    const tree = this.#indexed();
    const boxes = other.#boxes;
    const max = timesFound * (FREE_PAIRS + PAIRS_PER_RUN * (this.#count + other.#count));
    let found = 0;
    for (let at = 0; at < boxes.length && found <= max; at += 4)
      tree.search(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!, () => {
        found++;
        return false;
      });
    return found > max;
  }

  #indexed(): Flatbush {
    if (this.#tree) return this.#tree;
    const boxes = this.#boxes;
    const tree = new Flatbush(this.#count);
    for (let at = 0; at < boxes.length; at += 4)
      tree.add(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!);
    tree.finish();
    this.#tree = tree;
    return tree;
  }
}

/** Whether outlines come near themselves too often to compute with. */
export function isTangled(parts: readonly Part[]): boolean {
  return new OutlineIndex(parts).isTangled;
}

function addRuns(chain: readonly Position[], boxes: number[]): void {
  let start = chain[0]!;
  let end = start;
  let right = 0;
  let up = 0;
  for (let i = 1; i < chain.length; i++) {
    const next = chain[i]!;
    const dx = Math.sign(next[0] - end[0]);
    const dy = Math.sign(next[1] - end[1]);
    if (dx * right < 0 || dy * up < 0) {
      addBox(start, end, boxes);
      start = end;
      right = dx;
      up = dy;
    } else {
      right ||= dx;
      up ||= dy;
    }
    end = next;
  }
  if (chain.length > 1) addBox(start, end, boxes);
}

function addBox(a: Position, b: Position, boxes: number[]): void {
  boxes.push(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
}
