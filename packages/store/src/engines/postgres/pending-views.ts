import { type BBox, loadGeos } from '@meridian/geo';
import type { LocatedFeature } from '../../pyramid/density/overview-changes.ts';
import { emptyOverview } from './density/overview-tables.ts';
import { type BuiltTo, PendingOverview } from './density/pending-overview.ts';
import type { Session } from './session.ts';
import { OutdatedBlocks } from './tile-blocks/outdated-blocks.ts';
import { emptyTileBlocks } from './tile-blocks/tile-block-tables.ts';

/** What a space keeps for maps, if it does: how far its overview is built, and since when tile blocks wait to be rebuilt. */
export type KeptViews = {
  overview: { builtTo: BuiltTo } | undefined;
  sheets: { outdatedSince: number | null } | undefined;
};

/** What a transaction makes of these; of each feature what goes before what comes. */
export class PendingViews {
  readonly #overview: PendingOverview | undefined;
  readonly #blocks: OutdatedBlocks | undefined;

  private constructor(overview: PendingOverview | undefined, blocks: OutdatedBlocks | undefined) {
    this.#overview = overview;
    this.#blocks = blocks;
  }

  static async begin({ overview, sheets }: KeptViews): Promise<PendingViews> {
    return new PendingViews(
      overview && new PendingOverview(overview.builtTo, await loadGeos()),
      sheets && new OutdatedBlocks(),
    );
  }

  /** `box` is that of the geometry, where it is known already. */
  add(feature: LocatedFeature, box?: BBox): void {
    this.#overview?.add(feature, box);
    this.#blocks?.add(feature.geometry, box);
  }

  remove(feature: LocatedFeature): void {
    this.#overview?.remove(feature);
    this.#blocks?.add(feature.geometry);
  }

  /** Writes it all down; from then on there is nothing gathered. */
  async save(session: Session, storageKey: string): Promise<void> {
    await this.#overview?.save(session, storageKey);
    await this.#blocks?.save(session, storageKey, Date.now());
  }
}

/** The space has no features any more. */
export function emptyViews(
  { overview, sheets }: KeptViews,
  storageKey: string,
  empty: 'TRUNCATE' | 'DELETE FROM',
): string[] {
  return [
    ...(overview ? emptyOverview(storageKey, empty) : []),
    ...(sheets ? emptyTileBlocks(storageKey, empty) : []),
  ];
}
