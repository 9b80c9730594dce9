import type { SpaceRef } from './source.ts';

/** In which cells of a kind features are, such as `cells hex 8`. */
export type CellsRequest = `cells ${string}`;

/** What reads of a space would be cheaper with, if its writer made it. */
export type BuildRequest = 'densityIndex' | 'tileBlocks' | 'deferredIndexes' | ColumnRequest;

/** The same of its columns. */
export type ColumnRequest = 'columns' | 'columns check' | CellsRequest;

/** Asks for it. */
export type Want = (space: SpaceRef, buildRequest: BuildRequest) => void;
