/** A space as the engine knows it: its id, and the file or table that holds its features. */
export type SpaceRef = { id: string; storageKey: string };

/** The same with the account that it belongs to, where that is known: what is built for it is shared by account. */
export type OwnedSpaceRef = SpaceRef & { owner?: string };

/** What can be read: a space, or several as one. */
export type FeatureSource = SpaceRef | CompositeSource;

/**
 * How features of several spaces become those of one.
 * - `group`: all of them, one space after the other; by id the first space that has it counts
 * - `override`: of each id the one of the last space that has it
 * - `merge`: those of one id merged into one, later spaces winning
 */
export const COMPOSITE_MODES = ['group', 'override', 'merge'] as const;
export type CompositeMode = (typeof COMPOSITE_MODES)[number];

export type CompositeSource = { mode: CompositeMode; parts: readonly FeatureSource[] };
