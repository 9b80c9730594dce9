import { median } from './rounds.ts';

/** What is asked of a figure: of its ratio to the floor, or of our own value. */
export type Target = { of: 'ratio' | 'ours'; atLeast?: number; below?: number };

/** One round on both sides; some things have no floor. */
export type Measured = { ours: number; floor: number | undefined };

/** One line of the table: what we do, beside what the machine can do at best. */
export type Figure = {
  name: string;
  /** Of `ours` and `floor`. */
  unit:
    | 'req/s'
    | 'features/s'
    | 'searches/s'
    | 'MB/s'
    | 'MB'
    | 'µs'
    | 'ms'
    | 's'
    | 'bytes'
    | 'errors'
    | 'k instructions'
    | 'elements'
    | '×';
  rounds: readonly Measured[];
  /** The value that stands for all rounds: their median unless said otherwise. */
  take?: 'highest' | 'lowest';
  target?: Target;
  /** Where it stands on a growth curve. */
  point?: { curve: string; features: number };
  /** How it was measured, where that is not the same for all. */
  note?: string;
};

export type Summary = {
  ours: number;
  floor: number | undefined;
  ratio: number | undefined;
  /** Lowest and highest ratio of a round. */
  spread: [number, number] | undefined;
  verdict: 'ok' | 'short' | '';
};

export function summarize({ rounds, take, target }: Figure): Summary {
  const one = (values: number[]) =>
    take === 'highest' ? Math.max(...values) : take === 'lowest' ? Math.min(...values) : median(values);
  const ours = one(rounds.map((round) => round.ours));
  const floors = rounds.map(({ floor }) => floor).filter((floor) => floor !== undefined);
  if (floors.length === 0)
    return {
      ours,
      floor: undefined,
      ratio: undefined,
      spread: undefined,
      verdict: verdict(target, { ours }),
    };
  const ratios = rounds.map((round) => round.ours / round.floor!);
  const ratio = one(ratios);
  return {
    ours,
    floor: one(floors),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    verdict: verdict(target, { ours, ratio }),
  };
}

function verdict(target: Target | undefined, values: { ours: number; ratio?: number }): Summary['verdict'] {
  if (!target) return '';
  const { of, atLeast = -Infinity, below = Infinity } = target;
  const value = values[of];
  if (value === undefined) return '';
  return value >= atLeast && value < below ? 'ok' : 'short';
}
