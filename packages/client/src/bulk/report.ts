/**
 * What became of a feature:
 * - `inserted`, `updated`: it was written
 * - `unchanged`: the hub had it just so, perhaps from an attempt whose response was lost
 * - `repeated`: a later feature of the same chunk has its id and was written instead
 * - `failed`: refused, for the reason in `message`
 */
export type Outcome = 'inserted' | 'updated' | 'unchanged' | 'repeated' | 'failed';

export type FeatureResult = {
  /** In the source, counted from 0. */
  position: number;
  id: string;
  outcome: Outcome;
  /** Why it failed, or what repeats it. */
  message?: string;
};

export type BulkReport = Record<Outcome, number> & {
  /** The first of those that failed or were repeated; `onChunk` hears of all. */
  problems: FeatureResult[];
};

const KEPT_PROBLEMS = 1000;

export function emptyReport(): BulkReport {
  return { inserted: 0, updated: 0, unchanged: 0, repeated: 0, failed: 0, problems: [] };
}

export function addToReport(report: BulkReport, results: readonly FeatureResult[]): void {
  for (const result of results) {
    report[result.outcome]++;
    const isProblem = result.outcome === 'failed' || result.outcome === 'repeated';
    if (isProblem && report.problems.length < KEPT_PROBLEMS) report.problems.push(result);
  }
}

/** A bulk write that could not go on. What was acknowledged before is in `report`; the reason is the `cause`. */
export class BulkWriteError extends Error {
  readonly report: BulkReport;

  constructor(cause: unknown, report: BulkReport) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'BulkWriteError';
    this.report = report;
  }
}
