import type { ImportRun, SpaceImport } from '@meridian/client';
import { grouped, minute, plural } from '../terminal/words.ts';

/** What to say of the address that the hub fills a space from, and of its last run. */
export function importFacts({
  source,
  every = '1d',
  mode = 'replace',
  state,
}: SpaceImport): [string, string][] {
  const { running, failures, last, lastGood, nextRunAt } = state;
  return [
    ['Import', `${source}, every ${every}, ${mode}`],
    ['Last run', last ? `${minute(last.endedAt)} ${outcomeOf(last)}` : 'none yet'],
    ...(failures > 0 ? [failed(failures, lastGood)] : []),
    ['Next run', running ? 'at work' : minute(nextRunAt)],
  ];
}

function failed(failures: number, lastGood: ImportRun | undefined): [string, string] {
  const since = lastGood ? `the features are those of ${minute(lastGood.endedAt)}` : 'none succeeded so far';
  return ['', `${plural(failures, 'run')} failed in a row: ${since}`];
}

function outcomeOf(run: ImportRun): string {
  if (run.error !== undefined) return `failed: ${run.error}`;
  const counts = [
    [run.read, 'read'],
    [run.inserted, 'new'],
    [run.updated, 'changed'],
    [run.deleted, 'deleted'],
    [run.refused, 'refused'],
    [run.repeated, 'repeated'],
    [run.repaired, 'repaired'],
  ] as const;
  const happened = counts.filter(([count], i) => i === 0 || count > 0);
  return [...happened.map(([count, what]) => `${grouped(count)} ${what}`), ...run.guessed].join(', ');
}
