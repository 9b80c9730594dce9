/** Cells that were counted, as features of which each is made when it is asked for; `partial` where there are more. */
export type BinnedCells<Feature> = {
  size: number;
  partial: boolean;
  feature(nth: number): Feature;
  /** The same as JSON. */
  text(nth: number): string;
};
