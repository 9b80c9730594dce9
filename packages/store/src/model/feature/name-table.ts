/** A property's dotted name, which is one string for all features that have it. */
export type DottedName = {
  readonly key: string;
  readonly hash: number;
  readonly nameLength: number;
  /** The name of the object that it is a member of. */
  readonly parent: DottedName | undefined;
  /** What is before the value in a text: `"name":` */
  readonly head: string;
};

type Entry = DottedName & { readonly next: Entry | undefined };

/** At most so many names are cached, and others evicted: who writes features chooses the names of properties. */
const MAX_NAMES = 10_000;

/**
 * Names of properties, found by where they are in a text. Most features have the same ones: they need not be cut out, put
 * together and hashed again and again.
 */
export class NameTable {
  /** Where properties begin: it has no name. */
  readonly root: DottedName = {
    ...{ key: '', hash: 0x811c9dc5, nameLength: 0, head: '' },
    parent: undefined,
  };
  readonly #entries = new Map<number, Entry>();

  /** To be called between features: what was found before stays good, but it is true where it will not be found again. */
  trim(): boolean {
    const isFull = this.#entries.size > MAX_NAMES;
    if (isFull) this.#entries.clear();
    return isFull;
  }

  /** The name of the member of an object that has a name itself. */
  find(parent: DottedName, text: string, from: number, to: number): DottedName {
    let hash = parent.hash;
    // FNV-1a
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    const first = this.#entries.get(hash);
    for (let entry = first; entry !== undefined; entry = entry.next)
      if (entry.parent === parent && entry.nameLength === to - from && endsWith(entry.key, text, from, to))
        return entry;
    const prefix = parent === this.root ? '' : `${parent.key}.`;
    // Parsed, not cut out: a part of a text would hold all of it in memory.
    const name = JSON.parse(text.slice(from - 1, to + 1)) as string;
    const head = `"${name}":`;
    const entry = { key: prefix + name, hash, nameLength: to - from, parent, head, next: first };
    this.#entries.set(hash, entry);
    return entry;
  }
}

function endsWith(key: string, text: string, from: number, to: number): boolean {
  for (let at = to - 1, i = key.length - 1; at >= from; at--, i--)
    if (key.charCodeAt(i) !== text.charCodeAt(at)) return false;
  return true;
}
