import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bytesSource, readFeatures } from '@meridian/formats/node';
import { UnreadableFile } from '../../connect.ts';
import type { ImportInput } from '../import-input.ts';
import { type ImportOptions, identityOf } from '../import-options.ts';
import { describeReport } from '../summary.ts';
import { type Batch, type Bookmark, GrowingFile } from './growing-file.ts';
import type { ImportInputNow } from './import-input-now.ts';
import { untilStopped } from './until-stopped.ts';
import { WatchState } from './watch-state.ts';

/**
 * Imports the lines of a file, and those that are appended to it, until it is stopped. Where it goes on is remembered when the
 * hub has acknowledged what is before.
 */
export async function followFile(
  file: string,
  url: string,
  options: ImportOptions,
  importInput: ImportInputNow,
): Promise<void> {
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UnreadableFile(`there is no folder ${folder}`);
  const path = join(realpathSync(folder), basename(file));
  const identity = { path, url, space: options.to, options: { ...identityOf(options), isFollowed: true } };
  const state = new WatchState<Bookmark>(process.env, identity);
  const say = (text: string) => process.stderr.write(`${file}: ${text}\n`);
  const growing = new GrowingFile(path, state.read(), say);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) say('not there yet: waiting for it');
  try {
    await untilStopped(options.every, async (signal) => {
      while (!signal.aborted) {
        const batch = growing.next();
        if (batch === undefined) return;
        const { report, isDone } = await importInput(inputOf(file, batch), options);
        process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeReport(report, options));
        if (!isDone) return;
        growing.advance(batch);
        state.write(growing.bookmark);
      }
    });
  } finally {
    growing.close();
  }
}

/** Records are counted from where the lines begin. */
function inputOf(file: string, { bytes, from }: Batch): ImportInput {
  const name = `${file} from byte ${from}`;
  return {
    name,
    reportName: basename(file),
    appendsReport: true,
    fingerprint: undefined,
    read: (options) => readFeatures(bytesSource(bytes, name), { ...options, format: 'ndjson' }),
  };
}
