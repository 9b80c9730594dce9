import { type BBox, loadGeos } from '@meridian/geo';
import type { Placed } from '../../pyramid/density/overview-changes.ts';
import { emptyOverview } from './density/overview-tables.ts';
import { type BuiltTo, PendingOverview } from './density/pending-overview.ts';
import type { Session } from './session.ts';
import { OutdatedSheets } from './tile-blocks/outdated-sheets.ts';
import { emptySheets } from './tile-blocks/sheet-tables.ts';

/** What a space keeps for maps, if it does: how far its overview is built, and since when sheets wait to be made anew. */
export type KeptViews = {
  overview: { builtTo: BuiltTo } | undefined;
  sheets: { outdatedSince: number | null } | undefined;
};

/** What a transaction makes of these; of each feature what goes before what comes. */
export class PendingViews {
  readonly #overview: PendingOverview | undefined;
  readonly #sheets: OutdatedSheets | undefined;

  private constructor(overview: PendingOverview | undefined, sheets: OutdatedSheets | undefined) {
    this.#overview = overview;
    this.#sheets = sheets;
  }

  static async begin({ overview, sheets }: KeptViews): Promise<PendingViews> {
    return new PendingViews(
      overview && new PendingOverview(overview.builtTo, await loadGeos()),
      sheets && new OutdatedSheets(),
    );
  }

  /** `box` is that of the geometry, where it is known already. */
  add(placed: Placed, box?: BBox): void {
    this.#overview?.add(placed, box);
    this.#sheets?.add(placed.geometry, box);
  }

  remove(placed: Placed): void {
    this.#overview?.remove(placed);
    this.#sheets?.add(placed.geometry);
  }

  /** Writes it all down; from then on there is nothing gathered. */
  async save(session: Session, place: string): Promise<void> {
    await this.#overview?.save(session, place);
    await this.#sheets?.save(session, place, Date.now());
  }
}

/** The space has no features any more. */
export function emptyViews(
  { overview, sheets }: KeptViews,
  place: string,
  empty: 'TRUNCATE' | 'DELETE FROM',
): string[] {
  return [...(overview ? emptyOverview(place, empty) : []), ...(sheets ? emptySheets(place, empty) : [])];
}
