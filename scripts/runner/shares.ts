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
  { name: 'columns', suites: ['acceptance/columns/**'], minutes: 1 },
  { name: 'tiles', suites: ['acceptance/tiles/**'], minutes: 1 },
  { name: 'studio', suites: ['acceptance/studio/**'], minutes: 2 },
  { name: 'files', suites: ['acceptance/files/**'], minutes: 1 },
  { name: 'clients', suites: ['acceptance/clients/**'], minutes: 1.5 },
];

/** The cores that the shares are counted for. */
const CORES = 2;

export type AreaCost = Area & { usedMinutes: number };

/** What the suites of each area used, by the CPU time of their files: a busy machine changes nothing about it. */
export function usedShares(
  costs: readonly (readonly [file: string, cpuMs: number])[],
  areas: readonly Area[],
): AreaCost[] {
  return areas.map((area) => {
    const cpuMs = costs
      .filter(([file]) => area.suites.some((suite) => matchesGlob(file, suite)))
      .reduce((sum, [, ms]) => sum + ms, 0);
    return { ...area, usedMinutes: cpuMs / 60_000 / CORES };
  });
}
