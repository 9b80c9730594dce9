import { setFlagsFromString } from 'node:v8';
import { BulkWriteError, type Delay, MeridianError } from '@meridian/client';
import { FormatFault, isAddress } from '@meridian/formats/node';
import { Refusal } from '../admin-backend.ts';
import { CLIENT_EXIT_CODES } from '../client-exit-codes.ts';
import { type ConnectedHub, connect, describeError, Missing, WrongUsage } from '../connect.ts';
import { printed } from '../json.ts';
import { onStopSignal } from '../stop-signal.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { FileImport, type FileReport } from './import-file.ts';
import { openInput } from './import-input.ts';
import type { ImportOptions } from './import-options.ts';
import { StateFile } from './state-file.ts';
import { describeReport, describeStop } from './summary.ts';
import { checkSyncOptions, runSync } from './sync/run-sync.ts';
import type { ImportInputNow } from './watch/import-input-now.ts';

/** After Ctrl-C, chunks that a hub does not acknowledge are given up. */
const LAST_WAIT_MS = 10_000;

const { refusedFeatures, badFile, interrupted } = CLIENT_EXIT_CODES;

export async function runImport(files: readonly string[], options: ImportOptions): Promise<void> {
  // Nearly all that is read is garbage a moment later. A small nursery, emptied often, saves 70 MB, and a heap that is collected
  // before it has doubled 60 MB more; no time is lost.
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=40']) setFlagsFromString(flag);
  if (options.resume && files.includes('-'))
    throw new Refusal(
      'standard input cannot be resumed: import it again, what is there already stays as it is',
    );
  if (options.resume && options.onDuplicate !== 'last')
    throw new WrongUsage(
      `--resume does not know the ids before it, which --on-duplicate ${options.onDuplicate} needs: import the file again, what is there already stays as it is`,
    );
  if (options.id !== undefined && options.hashIds)
    throw new Refusal('--id and --hash-ids are two sources of ids: choose one');
  checkSyncOptions(options);
  const endless = endlessOption(files, options);
  // Loaded where it is asked for: filters come with much code.
  const where =
    options.where === undefined ? undefined : await (await import('./where.ts')).compileWhere(options.where);
  const waiting: { notice?: (delay: Delay) => void } = {};
  const at = connect(options, { onDelay: (delay) => waiting.notice?.(delay) });
  const space = await findSpace(at, options);
  if (options.mode !== undefined)
    return runSync(files, { ...options, mode: options.mode }, at, space, waiting, where);
  StateFile.forgetOld(process.env);
  if (endless !== undefined) {
    const importInput: ImportInputNow = async (input, chosen) => {
      const importing = new FileImport(input, at.client.url, chosen, where);
      const isDone = await importOne(importing, at, chosen, waiting, space.create);
      if (!isDone && isHopeless(process.exitCode)) process.exit();
      return { report: importing.report, isDone };
    };
    return endless(at.client.url, importInput);
  }
  const reports: FileReport[] = [];
  for (const file of files) {
    const importing = new FileImport(await openInput(file, options), at.client.url, options, where);
    const isDone = await importOne(importing, at, options, waiting, space.create);
    reports.push(importing.report);
    if (!options.json) process.stdout.write(importing.preview + describeReport(importing.report, options));
    if (!isDone) break;
  }
  if (options.json) process.stdout.write(printed(reports));
  if (process.exitCode === undefined && reports.some(({ failed }) => failed > 0))
    process.exitCode = refusedFeatures.code;
}

type Endless = (url: string, importInput: ImportInputNow) => Promise<void>;

/** What `--watch` and `--follow` do; undefined without either. */
function endlessOption(files: readonly string[], options: ImportOptions): Endless | undefined {
  const { watch, follow, mode, dryRun, resume } = options;
  if (!watch && !follow) return undefined;
  const name = watch ? '--watch' : '--follow';
  const other = Object.entries({ '--mode': mode, '--dry-run': dryRun, '--resume': resume }).find(
    ([, value]) => value,
  );
  if (watch && follow) throw new WrongUsage('--watch is for a folder, --follow for a file: choose one');
  if (other !== undefined)
    throw new WrongUsage(`${name} imports what comes, as it comes: ${other[0]} does not go with it`);
  const [path] = files;
  if (files.length !== 1 || path === undefined || path === '-' || isAddress(path))
    throw new WrongUsage(watch ? '--watch takes one folder' : '--follow takes one file');
  return async (url, importInput) => {
    if (watch) await (await import('./watch/run-watch.ts')).watchFolder(path, url, options, importInput);
    else await (await import('./watch/run-follow.ts')).followFile(path, url, options, importInput);
  };
}

/** Without a right or a space, to try again later is of no use. */
function isHopeless(code: unknown): boolean {
  return code === CLIENT_EXIT_CODES.notAllowed.code || code === CLIENT_EXIT_CODES.notThere.code;
}

/** How to create the space, once there is a feature for it: a file that can't be read leaves no empty space behind. */
async function findSpace(
  { client, hub }: ConnectedHub,
  { to, create, title }: ImportOptions,
): Promise<{ isNew: boolean; create: () => Promise<void> }> {
  try {
    await client.spaces.get(to);
    return { isNew: false, create: async () => {} };
  } catch (error) {
    if (!(error instanceof MeridianError) || error.status !== 404) throw error;
    if (!create) throw new Missing(`there is no space ${to} on ${hub.url}: add --create to create it`);
    let creating: Promise<unknown> | undefined;
    const createOnce = async () => {
      creating ??= client.spaces.create({ id: to, title: title ?? to });
      await creating;
    };
    return { isNew: true, create: createOnce };
  }
}

/** False where no further file is to be read: it was stopped, or the hub can't be used. */
async function importOne(
  importing: FileImport,
  { client }: ConnectedHub,
  options: ImportOptions,
  waiting: { notice?: (delay: Delay) => void },
  createSpace: () => Promise<void>,
): Promise<boolean> {
  const bar = new ProgressBar(importing.file, () => importing.progress);
  const abort = new AbortController();
  let isStopped = false;
  const keys = onStopSignal(
    () => {
      isStopped = true;
      importing.stop();
      bar.notice('stopping; press Ctrl-C again to exit immediately');
      setTimeout(() => abort.abort(), LAST_WAIT_MS).unref();
    },
    () => importing.save(),
  );
  waiting.notice = outageNotice(bar);
  try {
    if (options.dryRun) await importing.check();
    else await importing.write(client.features(options.to), createSpace, abort.signal, () => bar.notice(''));
    bar.end();
    if (!isStopped) return true;
  } catch (error) {
    bar.end();
    if (!isStopped) return reportFailure(error, importing, options);
  } finally {
    keys.release();
  }
  importing.fail('interrupted');
  process.stderr.write(describeStop(importing, options));
  process.exitCode = interrupted.code;
  return false;
}

/** A damaged file does not keep the others from being read; a hub that refuses does. */
function reportFailure(error: unknown, importing: FileImport, options: ImportOptions): boolean {
  const cause = error instanceof BulkWriteError ? error.cause : error;
  if (cause instanceof FormatFault) {
    importing.fail(cause.message);
    process.stderr.write(`${cause.message}\n`);
    process.exitCode = badFile.code;
    return true;
  }
  const { code, message } = describeError(cause);
  importing.fail(message);
  process.stderr.write(`${message}\n${describeStop(importing, options)}`);
  process.exitCode = code;
  return false;
}

/** On a terminal the bar says it; elsewhere one line does, however long it takes. */
function outageNotice(bar: ProgressBar): (delay: Delay) => void {
  let isTold = false;
  return ({ error }) => {
    bar.notice('waiting for the hub');
    if (bar.isShown || isTold) return;
    isTold = true;
    process.stderr.write(`Waiting for the hub: ${error.message}\n`);
  };
}
