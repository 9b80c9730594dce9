import { matchesGlob } from 'node:path';

/** A part of the product with the time its suites may take of `npm test`, on both engines together. */
export type Area = { name: string; suites: readonly string[]; minutes: number };

/**
 * The minutes are those of a run on two idle cores. What takes longer becomes a named command, with a seeded sample
 * in `npm test`.
 */
export const AREAS: readonly Area[] = [
  { name: 'safety', suites: ['acceptance/safety/**', 'acceptance/hostile/**'], minutes: 2 },
  { name: 'OGC', suites: ['acceptance/ogc/**'], minutes: 2 },
  { name: 'columns', suites: ['packages/store/src/**/columns/**'], minutes: 1 },
  { name: 'tiles', suites: ['acceptance/tiles/**'], minutes: 1 },
  { name: 'studio', suites: ['acceptance/studio/**'], minutes: 2 },
  { name: 'files', suites: ['packages/formats/**'], minutes: 1 },
  { name: 'clients', suites: ['acceptance/clients/**'], minutes: 1.5 },
];

/** The cores that the shares are counted for. */
const CORES = 2;

export type AreaCost = Area & { usedMinutes: number };

/** The processor time of one file, and how many times as long as on the reference machine all work took meanwhile. */
export type Cost = { file: string; cpuMs: number; slowdown: number };

/** What the suites of each area used, in time of the reference machine: neither a busy machine nor a slow one changes much about it. */
export function usedShares(costs: readonly Cost[], areas: readonly Area[]): AreaCost[] {
  return areas.map((area) => {
    const cpuMs = costs
      .filter(({ file }) => area.suites.some((suite) => matchesGlob(file, suite)))
      .reduce((sum, cost) => sum + cost.cpuMs / cost.slowdown, 0);
    return { ...area, usedMinutes: cpuMs / 60_000 / CORES };
  });
}

/** Tests draw other cases each time, and one kind of work is not slowed down just as another. */
const TOLERANCE = 1.5;

/** Whether an area is so far over its share that the run fails. */
export function isOver({ usedMinutes, minutes }: AreaCost): boolean {
  return usedMinutes > minutes * TOLERANCE;
}
