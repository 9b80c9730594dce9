import type { ContentState, FeatureStore, JsonObject } from '@meridian/store';
import { type Caller, may, requireAnyRight, rightsOn } from '../accounts/rights.ts';
import { latestContent } from '../virtual/content.ts';
import { existingLeaves } from '../virtual/upstreams.ts';
import type { Space } from './space.ts';
import { shownDefinition } from './space-definition.ts';
import type { SpaceDirectory } from './space-directory.ts';
import { contentTime, isOwnedBy, matchesTimes, type SpaceList, type SpaceListQuery } from './space-list.ts';

/** What callers are shown of spaces. */
export class SpaceViews {
  readonly #directory: SpaceDirectory;
  readonly #features: FeatureStore;

  constructor(directory: SpaceDirectory, features: FeatureStore) {
    this.#directory = directory;
    this.#features = features;
  }

  async list(caller: Caller, query: SpaceListQuery): Promise<SpaceList> {
    requireAnyRight(caller);
    const all = this.#candidates(caller, query);
    const page = query.limit === undefined ? all : all.slice(0, query.limit);
    const contents = await this.#contents(caller, page);
    const spaces = page.flatMap((space, i) => {
      const time = contentTime(space.createdAt, contents[i]!);
      if (!matchesTimes(time, query.contentUpdatedAt)) return [];
      const shown = { ...definitionFor(caller, space), contentUpdatedAt: time };
      return query.includeRights ? { ...shown, rights: rightsOn(caller, space) } : shown;
    });
    return { spaces, next: page.length < all.length ? page.at(-1)!.serial : undefined };
  }

  #candidates(caller: Caller, query: SpaceListQuery): Space[] {
    return this.#directory
      .all()
      .filter(
        (space) =>
          space.serial > query.after &&
          isOwnedBy(query, space.owner, caller.account.id) &&
          rightsOn(caller, space).length > 0 &&
          (query.tag === undefined || space.tags.includes(query.tag)),
      );
  }

  async one(caller: Caller, space: Space): Promise<JsonObject> {
    const [content] = await this.#contents(caller, [space]);
    return { ...definitionFor(caller, space), contentUpdatedAt: contentTime(space.createdAt, content!) };
  }

  /** A virtual space changes with its upstream spaces, as far as they are there and the caller may know of it. */
  async #contents(caller: Caller, spaces: readonly Space[]): Promise<ContentState[]> {
    const readable = (id: string) => {
      const space = this.#directory.find(id);
      return space && may(caller, 'readFeatures', space) ? space : undefined;
    };
    const leaves = spaces.map((space) => existingLeaves(space, readable).map(({ record }) => record));
    const contents = await this.#features.contents(leaves.flat());
    return leaves.map(({ length }) => latestContent(contents.splice(0, length)));
  }
}

function definitionFor(caller: Caller, space: Space): JsonObject {
  const hasImport = may(caller, 'manageSpaces', space);
  const isManaged = hasImport || may(caller, 'adminSpaces', space);
  return shownDefinition(space.definition, { isManaged, hasImport });
}
