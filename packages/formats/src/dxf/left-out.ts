import type { DxfObject } from './dxf-object.ts';
import { isRead } from './entity-geometry.ts';

/** Kinds that are told by their names; what a file calls them is up to who made it. */
const MAX_KINDS = 20;

/** What a drawing has that becomes no feature, by kinds. */
export class LeftOut {
  #onPaper = 0;
  #blocks = 0;
  readonly #kinds = new Map<string, number>();

  /** Whether an entity is left out. */
  count(object: DxfObject): boolean {
    if (object.text(67)?.trim() === '1') this.#onPaper++;
    else if (!isRead(object.type)) {
      const kind = this.#kinds.has(object.type) || this.#kinds.size < MAX_KINDS ? object.type : 'others';
      this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    } else {
      if (object.type === 'INSERT') this.#blocks++;
      return false;
    }
    return true;
  }

  /** For users, once the drawing is read. */
  texts(): string[] {
    const kinds = [...this.#kinds].map(([kind, count]) => `${count} ${kind}`);
    return [
      ...(this.#blocks > 0 ? [`blocks read as points, without what they draw: ${this.#blocks}`] : []),
      ...(this.#onPaper > 0 ? [`entities on sheets of paper, left out: ${this.#onPaper}`] : []),
      ...(kinds.length > 0 ? [`entities that are not read, left out: ${kinds.join(', ')}`] : []),
    ];
  }
}
