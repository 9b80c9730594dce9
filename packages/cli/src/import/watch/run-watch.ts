import { realpathSync, statSync } from 'node:fs';
import { UnreadableFile } from '../../connect.ts';
import type { FileReport } from '../import-file.ts';
import { openInput } from '../import-input.ts';
import { type ImportOptions, identityOf } from '../import-options.ts';
import { describeReport } from '../summary.ts';
import type { ImportInputNow } from './import-input-now.ts';
import { untilStopped } from './until-stopped.ts';
import { WatchState } from './watch-state.ts';
import { type DataSet, dataSetsIn } from './watched-folder.ts';

/** Fingerprints of what was read, by names; also of what could not be: it is read again once it changes. */
type Done = Record<string, string>;

/**
 * Imports the files of a folder, and those that come or change, until it is stopped. A file is read once it has been the same for
 * a whole interval: its writer is done then.
 */
export async function watchFolder(
  folder: string,
  url: string,
  options: ImportOptions,
  importInput: ImportInputNow,
): Promise<void> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UnreadableFile(`there is no folder ${folder} to watch`);
  const path = realpathSync(folder);
  const state = new WatchState<Done>(process.env, {
    path,
    url,
    space: options.to,
    options: identityOf(options),
  });
  const done = state.read() ?? {};
  const ignored = new Set<string>();
  let before = new Map<string, string>();
  await untilStopped(options.every, async (signal) => {
    const { dataSets, others } = dataSetsIn(folder);
    for (const name of others)
      if (!ignored.has(name)) say(`${name}: ignored, for its name is that of no format that is read.`);
    for (const name of others) ignored.add(name);
    forgetGone(done, dataSets, state);
    for (const dataSet of dataSets) {
      if (signal.aborted) return;
      const { name, fingerprint } = dataSet;
      if (done[name] === fingerprint || before.get(name) !== fingerprint) continue;
      if (!(await importDataSet(dataSet, options, importInput))) return;
      done[name] = fingerprint;
      state.write(done);
    }
    before = new Map(dataSets.map(({ name, fingerprint }) => [name, fingerprint]));
  });
}

/** False if it is to be tried again: the hub did not take all of it, or the command is being stopped. */
async function importDataSet(
  { path }: DataSet,
  options: ImportOptions,
  importInput: ImportInputNow,
): Promise<boolean> {
  // What was interrupted is resumed.
  const resumed = { ...options, resume: options.onDuplicate === 'last' };
  const { report, isDone } = await importInput(await openInput(path, resumed), resumed);
  tell(report, options);
  return isDone;
}

function tell(report: FileReport, options: ImportOptions): void {
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeReport(report, options));
}

/** A file that comes again under the same name is read again, however it looks. */
function forgetGone(done: Done, dataSets: readonly DataSet[], state: WatchState<Done>): void {
  const there = new Set(dataSets.map(({ name }) => name));
  const gone = Object.keys(done).filter((name) => !there.has(name));
  for (const name of gone) delete done[name];
  if (gone.length > 0) state.write(done);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
