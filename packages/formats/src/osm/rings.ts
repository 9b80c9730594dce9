type Way = readonly number[];

/** Joins ways, each a list of ids of nodes, to closed rings; undefined where an end is left over. */
export function joinRings(ways: readonly Way[]): number[][] | undefined {
  const rings: number[][] = [];
  const open = new OpenWays();
  for (const way of ways) {
    if (way[0] === way.at(-1)) rings.push([...way]);
    else open.add(way);
  }
  for (let start = open.take(); start !== undefined; start = open.take())
    if (!follow(start, open, rings)) return undefined;
  return rings;
}

/** Goes on from the end of a way until all that hangs on it is closed. Rings that touch in a node are cut apart there. */
function follow(start: Way, open: OpenWays, rings: number[][]): boolean {
  const chain = [start];
  /** By node, how many ways of the chain lie before it. */
  const passed = new Map([
    [start[0]!, 0],
    [start.at(-1)!, 1],
  ]);
  while (chain.length > 0) {
    const end = chain.at(-1)!.at(-1)!;
    const way = open.takeAt(end);
    if (way === undefined) return false;
    chain.push(way);
    const reached = way.at(-1)!;
    const closedAt = passed.get(reached);
    if (closedAt === undefined) {
      passed.set(reached, chain.length);
      continue;
    }
    const parts = chain.splice(closedAt);
    for (const part of parts.slice(0, -1)) passed.delete(part.at(-1)!);
    const ring = parts.flatMap((part) => part.slice(0, -1));
    ring.push(ring[0]!);
    rings.push(ring);
  }
  return true;
}

/** Ways that belong to no ring yet, found by their ends. */
class OpenWays {
  readonly #ways = new Set<Way>();
  readonly #byEnd = new Map<number, Way[]>();

  add(way: Way): void {
    this.#ways.add(way);
    for (const end of [way[0]!, way.at(-1)!]) {
      const there = this.#byEnd.get(end);
      if (there) there.push(way);
      else this.#byEnd.set(end, [way]);
    }
  }

  take(): Way | undefined {
    const [first] = this.#ways;
    if (first !== undefined) this.#ways.delete(first);
    return first;
  }

  /** A way that begins or ends there, turned so that it begins there. */
  takeAt(node: number): Way | undefined {
    const there = this.#byEnd.get(node) ?? [];
    for (let way = there.pop(); way !== undefined; way = there.pop())
      if (this.#ways.delete(way)) return way[0] === node ? way : way.toReversed();
    return undefined;
  }
}
