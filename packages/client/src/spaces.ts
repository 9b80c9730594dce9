import { type CallOptions, type Connection, segment } from './connection.ts';
import { writeComparison } from './filter.ts';
import { writeParameters } from './query.ts';
import type { Space, SpaceInput } from './responses.ts';

const PATH = '/hub/spaces';

export type SpaceListOptions = CallOptions & {
  /** `me` (the default), `others`, `*` for both, or an account id. */
  owner?: string;
  includeRights?: boolean;
  tag?: string;
  /** Only spaces whose features changed at such a time, in milliseconds since 1970. */
  contentUpdatedAt?: readonly [operator: '=' | '!=' | '>' | '>=' | '<' | '<=', time: number];
};

export type SpaceUpdateOptions = CallOptions & {
  /** Store processors and listeners that the hub does not have, switched off, instead of having them refused. */
  keepUnknown?: boolean;
};

/** The spaces of a hub. */
export class Spaces {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list(options: SpaceListOptions = {}): Promise<Space[]> {
    return this.#connection.call({ path: PATH, query: listQuery(options) }, options);
  }

  /** Every space, page by page. */
  async *iterate({
    pageSize = 1000,
    ...options
  }: SpaceListOptions & { pageSize?: number } = {}): AsyncGenerator<Space, void, undefined> {
    let handle: string | undefined;
    do {
      const query = [...listQuery(options), ...writeParameters({ limit: pageSize, handle })];
      const page = await this.#connection.read({ path: PATH, query }, readPage, options);
      yield* page.spaces;
      handle = page.handle;
    } while (handle !== undefined);
  }

  get(space: string, options?: CallOptions): Promise<Space> {
    return this.#connection.call({ path: `${PATH}/${segment(space)}` }, options);
  }

  create(definition: SpaceInput & { title: string }, options?: CallOptions): Promise<Space> {
    return this.#connection.call({ method: 'POST', path: PATH, body: definition }, options);
  }

  /** Changes what is given: objects merge, `null` removes, all else replaces. */
  update(
    space: string,
    changes: SpaceInput,
    { keepUnknown, ...options }: SpaceUpdateOptions = {},
  ): Promise<Space> {
    const query = writeParameters({ keepUnknown });
    return this.#connection.call(
      { method: 'PATCH', path: `${PATH}/${segment(space)}`, query, body: changes },
      options,
    );
  }

  /** Deletes the space with all its features. */
  async delete(space: string, options?: CallOptions): Promise<void> {
    await this.#connection.call({ method: 'DELETE', path: `${PATH}/${segment(space)}` }, options);
  }
}

function listQuery({ owner, includeRights, tag, contentUpdatedAt }: SpaceListOptions): string[] {
  const changed = contentUpdatedAt && writeComparison('contentUpdatedAt', ...contentUpdatedAt);
  return [...writeParameters({ owner, includeRights, tag }), ...(changed === undefined ? [] : [changed])];
}

/** The address of the next page is in a header, since the body is a bare list. */
async function readPage(response: Response): Promise<{ spaces: Space[]; handle: string | undefined }> {
  const link = response.headers.get('Link') ?? '';
  const handle = /[?&]handle=([^&>]+)[^>]*>;\s*rel="next"/.exec(link)?.[1];
  return { spaces: (await response.json()) as Space[], handle };
}
