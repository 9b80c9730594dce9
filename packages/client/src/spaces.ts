import type { Space, SpaceInput } from './answers.ts';
import { type CallOptions, type Connection, segment } from './connection.ts';
import { writeParameters } from './query.ts';

const PATH = '/hub/spaces';

export type SpaceListOptions = CallOptions & {
  /** `me` (the default), `others`, `*` for both, or an account id. */
  owner?: string;
  includeRights?: boolean;
  tag?: string;
};

/** The spaces of a hub. */
export class Spaces {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  list({ owner, includeRights, tag, ...options }: SpaceListOptions = {}): Promise<Space[]> {
    const query = writeParameters({ owner, includeRights, tag });
    return this.#connection.call({ path: PATH, query }, options);
  }

  get(space: string, options?: CallOptions): Promise<Space> {
    return this.#connection.call({ path: `${PATH}/${segment(space)}` }, options);
  }

  create(definition: SpaceInput & { title: string }, options?: CallOptions): Promise<Space> {
    return this.#connection.call({ method: 'POST', path: PATH, body: definition }, options);
  }

  /** Changes what is given: objects merge, `null` removes, all else replaces. */
  update(space: string, changes: SpaceInput, options?: CallOptions): Promise<Space> {
    return this.#connection.call(
      { method: 'PATCH', path: `${PATH}/${segment(space)}`, body: changes },
      options,
    );
  }

  /** Deletes the space with all its features. */
  async delete(space: string, options?: CallOptions): Promise<void> {
    await this.#connection.call({ method: 'DELETE', path: `${PATH}/${segment(space)}` }, options);
  }
}
