import { sampleOf } from './sample.ts';
import { testFiles } from './test-files.ts';

/** Suites that cost much and of which each is about a part of its own: a run has time for some of them. */
export type DrawnSuites = {
  name: string;
  suites: string | readonly string[];
  /** Those that every run has. */
  always: readonly string[];
  /** How many of the others a run draws, others with every seed. */
  count: number;
  /** Runs all of them, as CI does. */
  command: string;
};

export const DRAWN: readonly DrawnSuites[] = [
  {
    name: 'studio',
    suites: 'acceptance/studio/*.test.ts',
    // What a newcomer meets first, every screen for those who see nothing, hostile data, and what must not get lost.
    always: [
      'acceptance/studio/first-tasks.test.ts',
      'acceptance/studio/hostile.test.ts',
      'acceptance/studio/journey.test.ts',
      'acceptance/studio/screens.test.ts',
      'acceptance/studio/trust.test.ts',
    ],
    count: 6,
    command: 'npm run test:studio',
  },
  {
    name: 'clients',
    suites: 'acceptance/clients/*.test.ts',
    always: [],
    count: 3,
    command: 'npm run test:clients',
  },
  {
    name: 'ways to install it',
    suites: 'acceptance/install/{distribution,packages}.test.ts',
    always: [],
    count: 1,
    command: 'npm run test:install',
  },
];

/** All suites of one of them. */
export function allSuites({ suites }: DrawnSuites): string[] {
  return testFiles(suites);
}

/** What a run leaves out of them. */
export function notDrawn(drawn: DrawnSuites, seed: number): string[] {
  const others = allSuites(drawn).filter((file) => !drawn.always.includes(file));
  const chosen = sampleOf(others, drawn.count, seed);
  return others.filter((file) => !chosen.includes(file));
}
