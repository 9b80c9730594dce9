import { type BBox, loadGeos } from '@meridian/geo';
import type { LocatedFeature } from '../../pyramid/density/density-changes.ts';
import { type ColumnState, emptyColumns } from './columns/column-tables.ts';
import { StaleRows } from './columns/stale-rows.ts';
import { emptyDensityIndex } from './density/density-tables.ts';
import { type FiledDensity, PendingDensity } from './density/pending-density.ts';
import type { Session } from './session.ts';
import { OutdatedBlocks } from './tile-blocks/outdated-blocks.ts';
import { emptyTileBlocks } from './tile-blocks/tile-block-tables.ts';

/** Derived data of a space, where it has some: how far its density index is built, since when tile blocks wait to be rebuilt. */
export type DerivedViews = {
  densityIndex: FiledDensity | undefined;
  tileBlocks: { outdatedSince: number | null } | undefined;
  columns: ColumnState | undefined;
};

/** What a transaction makes of these; of each feature what goes before what comes. */
export class PendingViews {
  readonly #densityIndex: PendingDensity | undefined;
  readonly #blocks: OutdatedBlocks | undefined;
  readonly #staleRows: StaleRows | undefined;

  private constructor(
    densityIndex: PendingDensity | undefined,
    blocks: OutdatedBlocks | undefined,
    staleRows: StaleRows | undefined,
  ) {
    this.#densityIndex = densityIndex;
    this.#blocks = blocks;
    this.#staleRows = staleRows;
  }

  /** `version` is the one that the transaction leads to. */
  static async begin(
    { densityIndex, tileBlocks, columns }: DerivedViews,
    version: number,
  ): Promise<PendingViews> {
    return new PendingViews(
      densityIndex && new PendingDensity(densityIndex, await loadGeos()),
      tileBlocks && new OutdatedBlocks(),
      columns && new StaleRows(columns, version),
    );
  }

  /** Whether there are any: otherwise nobody need know the geometries of features. */
  get isAny(): boolean {
    return (this.#densityIndex ?? this.#blocks ?? this.#staleRows) !== undefined;
  }

  /** `box` is that of the geometry, where it is known already. */
  add(feature: LocatedFeature, box?: BBox): void {
    this.#densityIndex?.add(feature, box);
    this.#blocks?.add(feature.geometry, box);
    this.#staleRows?.added();
  }

  remove(feature: LocatedFeature): void {
    this.#densityIndex?.remove(feature);
    this.#blocks?.add(feature.geometry);
    this.#staleRows?.changed(feature.seq);
  }

  /** Writes it all down; from then on there is nothing collected. */
  async save(session: Session, storageKey: string): Promise<void> {
    await this.#densityIndex?.save(session, storageKey);
    await this.#blocks?.save(session, storageKey, Date.now());
    await this.#staleRows?.save(session, storageKey, Date.now());
  }
}

/** The space has no features any more. */
export function emptyViews(
  { densityIndex, tileBlocks, columns }: DerivedViews,
  storageKey: string,
  empty: 'TRUNCATE' | 'DELETE FROM',
): string[] {
  return [
    ...(densityIndex ? emptyDensityIndex(storageKey, empty) : []),
    ...(tileBlocks ? emptyTileBlocks(storageKey, empty) : []),
    ...(columns ? emptyColumns(storageKey, empty) : []),
  ];
}
