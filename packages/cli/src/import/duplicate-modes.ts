export const DUPLICATE_MODES = ['last', 'first', 'error', 'number'] as const;

/** What becomes of features with an id that came before in the same file. */
export type DuplicateMode = (typeof DUPLICATE_MODES)[number];
