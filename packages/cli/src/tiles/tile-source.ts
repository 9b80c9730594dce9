import type { Features, Filter, JsonObject } from '@meridian/client';
import { shownFields, type TileAddress, type TileSetDescription } from '@meridian/formats';
import type { Bounds } from '@meridian/formats/node';
import type { TileCounts } from '@meridian/studio';
import { type ConnectedHub, orMissing } from '../connect.ts';
import { type FilterOptions, filterOf } from '../query/area.ts';

/** What tiles are made of: a space, or what is chosen of it, or how many features there are. */
export type TileChoice = FilterOptions & { select?: string[]; counts?: TileCounts | undefined };

/** What TileJSON and the definition of a space say. */
export type SourceFacts = Pick<TileSetDescription, 'name' | 'description' | 'attribution' | 'license'> & {
  bounds: Bounds;
  fields: Record<string, string>;
  /** Of the content that the tiles are of. */
  version: number;
  /** What the definition has for clients, such as a style. */
  client?: unknown;
};

type TileJson = {
  name: string;
  description?: string;
  attribution?: string;
  bounds: Bounds;
  tiles: [string];
  vector_layers: [{ fields: Record<string, string> }];
};

/** The tiles of a space. */
export class TileSource {
  readonly space: string;
  readonly #at: ConnectedHub;
  readonly #features: Features;
  readonly #filter: Filter;
  readonly #selection: string[] | undefined;
  readonly #counts: TileCounts | undefined;
  readonly #signal: AbortSignal;

  constructor(at: ConnectedHub, space: string, choice: TileChoice, signal: AbortSignal) {
    this.space = space;
    this.#at = at;
    this.#features = at.client.features(space);
    this.#filter = withBox(choice);
    this.#selection = choice.select?.map((name) => (/^[pf]\./.test(name) ? name : `p.${name}`));
    this.#counts = choice.counts;
    this.#signal = signal;
  }

  /** No bytes where there is nothing. Nobody else asks for all tiles, so the hub need not cache them. */
  read(tile: TileAddress): Promise<Uint8Array> {
    return this.#features.vectorTile('web', tile, {
      ...this.#filter,
      ...(this.#selection && { selection: this.#selection }),
      ...(this.#counts ?? { mode: 'auto' }),
      skipCache: true,
      signal: this.#signal,
    });
  }

  async facts(): Promise<SourceFacts> {
    const signal = this.#signal;
    const what = `space ${this.space}`;
    const asked = orMissing(what, this.#at, this.#features.tileJson({ signal }));
    const json: JsonObject & Partial<TileJson> = await asked;
    const { name, description, attribution, bounds, tiles, vector_layers } = json as TileJson;
    const { license, client } = await orMissing(
      what,
      this.#at,
      this.#at.client.spaces.get(this.space, { signal }),
    );
    return {
      name,
      ...(description === undefined ? {} : { description }),
      ...(attribution === undefined ? {} : { attribution }),
      ...(typeof license === 'string' ? { license } : {}),
      bounds,
      // Those of counts are for the style beside them alone.
      fields: this.#counts
        ? {}
        : shownFields(
            vector_layers[0].fields,
            this.#selection?.map((path) => path.replace(/^p\./, '')),
          ),
      version: Number(new URL(tiles[0]).searchParams.get('v')),
      client,
    };
  }
}

/** Tiles take no box of their own beside: it is one more condition. */
function withBox(choice: FilterOptions): Filter {
  const filter = filterOf(choice);
  if (!choice.bbox) return filter;
  const box = `S_INTERSECTS(geometry, BBOX(${choice.bbox.join(', ')}))`;
  return { ...filter, filter: choice.filter === undefined ? box : `(${choice.filter}) AND ${box}` };
}
