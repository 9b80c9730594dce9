export const DEFAULT_ITEMS = 1000;
/** Of a page; and counts and extents that come with it read no more. */
export const MAX_ITEMS = 10_000;
/** A page for people is no longer than they read. */
export const PAGE_ITEMS = 100;
