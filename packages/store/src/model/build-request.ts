import type { SpaceRef } from './source.ts';

/** What reads of a space would be cheaper with, if its writer made it. */
export type BuildRequest = 'densityIndex' | 'tileBlocks' | 'columns' | 'columns check';

/** Asks for it. */
export type Want = (space: SpaceRef, buildRequest: BuildRequest) => void;
