/** A column and the direction; the id where there is no property. */
export type Sorting = { property: string | undefined; isDescending: boolean };
