import type { Column } from './batch.ts';
import type { IndexPart } from './inverted-index.ts';
import { AND, FALSE, negated, OR, type Outcomes, TRUE, UNDECIDED } from './outcomes.ts';
import type { Summary } from './summary.ts';

/** The names of the columns of all blocks up to one. */
export type KnownColumns = { readonly keys: readonly string[]; readonly newestBlock: number };

/** A block as far as it is known: undefined where it has no such column and rows may have something there. */
export interface Summaries {
  summary(key: string): Summary | undefined;
  /** Whether all that users have written below `properties` is in columns that are known. */
  isComplete(known: KnownColumns): boolean;
  /** Whether what rows have there is objects, all of whose members are in columns of their own. */
  isDivided(key: string): boolean;
  /** Whether it has a column, or a part of its inverted index, of this name. */
  hasColumn(key: string): boolean;
}

export interface LoadedBlock extends Summaries {
  readonly rows: number;
  /** Of those that `columnsFor` named. */
  column(key: string): Column | undefined;
  /** The same of parts of its inverted index. */
  indexPart(key: string): IndexPart;
}

/** A condition on the rows of a block. */
export interface Predicate {
  /** All columns that it may look at. */
  readonly keys: readonly string[];
  /** What it may come to for any row of a block, without reading its columns. */
  outlook(block: Summaries): Outcomes;
  /** The columns that it reads of a block whose outlook leaves it open. */
  columnsFor(block: Summaries): string[];
  /** What it comes to for each row. */
  evaluate(block: LoadedBlock): Uint8Array;
}

/** What no column can decide. */
export const UNDECIDABLE: Predicate = {
  keys: [],
  outlook: () => UNDECIDED,
  columnsFor: () => [],
  evaluate: ({ rows }) => new Uint8Array(rows).fill(UNDECIDED),
};

export const ALWAYS: Predicate = constant(TRUE);
export const NEVER: Predicate = constant(FALSE);

function constant(outcomes: Outcomes): Predicate {
  return {
    keys: [],
    outlook: () => outcomes,
    columnsFor: () => [],
    evaluate: ({ rows }) => new Uint8Array(rows).fill(outcomes),
  };
}

export function all(parts: readonly Predicate[]): Predicate {
  return combined(parts, AND, TRUE, FALSE);
}

export function any(parts: readonly Predicate[]): Predicate {
  return combined(parts, OR, FALSE, TRUE);
}

/** `neutral` changes nothing; where a part is `decisive`, the others don't matter. */
function combined(
  parts: readonly Predicate[],
  table: Uint8Array,
  neutral: Outcomes,
  decisive: Outcomes,
): Predicate {
  if (parts.length === 1) return parts[0]!;
  const outlook = (block: Summaries) =>
    parts.reduce((sum, part) => table[(sum << 3) | part.outlook(block)]!, neutral);
  return {
    keys: parts.flatMap(({ keys }) => keys),
    outlook,
    columnsFor: (block) =>
      outlook(block) === decisive ? [] : parts.flatMap((part) => openColumns(part, block)),
    evaluate(block) {
      const result = new Uint8Array(block.rows).fill(neutral);
      for (const part of parts) {
        const outcomes = evaluated(part, block);
        for (let row = 0; row < result.length; row++)
          result[row] = table[(result[row]! << 3) | outcomes[row]!]!;
      }
      return result;
    },
  };
}

export function not(part: Predicate): Predicate {
  const negations = Uint8Array.from({ length: 8 }, (_, outcomes) => negated(outcomes));
  return {
    keys: part.keys,
    outlook: (block) => negated(part.outlook(block)),
    columnsFor: (block) => openColumns(part, block),
    evaluate: (block) => evaluated(part, block).map((outcomes) => negations[outcomes]!),
  };
}

function isDecided(outcomes: Outcomes): boolean {
  return (outcomes & (outcomes - 1)) === 0;
}

/** The columns to read of a block: none where its summaries say enough. */
export function openColumns(part: Predicate, block: Summaries): string[] {
  return isDecided(part.outlook(block)) ? [] : part.columnsFor(block);
}

/** The same without reading columns where the outlook is clear. */
export function evaluated(part: Predicate, block: LoadedBlock): Uint8Array {
  const outlook = part.outlook(block);
  return isDecided(outlook) ? new Uint8Array(block.rows).fill(outlook) : part.evaluate(block);
}
