import type { RowReader } from './row-reader.ts';

type DerivedReads =
  | 'isAllInside'
  | 'hasDensity'
  | 'tileCounts'
  | 'hexCounts'
  | 'nearCandidates'
  | 'hasTileBlocks'
  | 'cellsWithin'
  | 'tileBlocks';

/** For engines without counts, samples and tile blocks: the planner asks first whether there are any, and reads rows. */
export abstract class NoDerivedData implements Pick<RowReader, DerivedReads> {
  isAllInside(): boolean {
    return false;
  }

  hasDensity(): boolean {
    return false;
  }

  tileCounts(): never {
    return notThere();
  }

  hexCounts(): never {
    return notThere();
  }

  nearCandidates(): never {
    return notThere();
  }

  hasTileBlocks(): boolean {
    return false;
  }

  cellsWithin(): never {
    return notThere();
  }

  tileBlocks(): never {
    return notThere();
  }
}

function notThere(): never {
  throw new Error('this engine keeps no derived data');
}
