/** What clients see before our own paths: `https://host/geo/` → `/geo`; empty where the hub has a host of its own. */
export function basePathOf(publicUrl: string | undefined): string {
  return (URL.parse(publicUrl ?? '')?.pathname ?? '').replace(/\/+$/, '');
}

/** Takes the base path off requests whose proxy has not done so. */
export class BasePath {
  readonly #base: string;
  readonly #ownSegments: ReadonlySet<string>;

  constructor(publicUrl: string | undefined, operations: readonly { path: string }[]) {
    this.#base = basePathOf(publicUrl);
    this.#ownSegments = new Set(operations.map(({ path }) => firstSegment(path)));
  }

  /** Only from a path that is one of ours without it: below `https://host/hub`, `/hub/spaces` has lost its base path already. */
  strip(path: string): string {
    const base = this.#base;
    if (base === '' || !path.startsWith(base)) return path;
    if (path.length === base.length) return '/';
    const rest = path.slice(base.length);
    return rest.startsWith('/') && this.#ownSegments.has(firstSegment(rest)) ? rest : path;
  }
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1]!;
}
