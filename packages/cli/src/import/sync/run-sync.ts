import type { Delay } from '@meridian/client';
import { FormatFault } from '@meridian/formats/node';
import { Refusal } from '../../admin-backend.ts';
import { confirm } from '../../ask.ts';
import { CLIENT_EXIT_CODES } from '../../client-exit-codes.ts';
import { type ConnectedHub, WrongUsage } from '../../connect.ts';
import { printed } from '../../json.ts';
import { onStopSignal } from '../../stop-signal.ts';
import { ProgressBar } from '../../terminal/progress-bar.ts';
import { plural } from '../../terminal/words.ts';
import { FileImport, type FileReport } from '../import-file.ts';
import { openInput } from '../import-input.ts';
import type { ImportOptions } from '../import-options.ts';
import { describeReport } from '../summary.ts';
import type { Where } from '../where.ts';
import { applyPlan } from './apply-plan.ts';
import { SpaceContents } from './space-contents.ts';
import type { SyncMode } from './sync-modes.ts';
import { SyncPlan } from './sync-plan.ts';
import { describeApplied, describePlan } from './sync-summary.ts';

const { failure, badFile, refusedFeatures, interrupted } = CLIENT_EXIT_CODES;

type SyncOptions = ImportOptions & { mode: SyncMode };

export function checkSyncOptions({ mode, key, resume, onDuplicate, yes, allowRefused }: ImportOptions): void {
  const asked = [
    [key !== undefined, '--key'],
    [yes, '--yes'],
    [allowRefused, '--allow-refused'],
  ] as const;
  for (const [isAsked, option] of asked)
    if (isAsked && mode === undefined)
      throw new WrongUsage(`${option} goes with --mode upsert, append or replace`);
  if (mode === undefined) return;
  if (resume)
    throw new WrongUsage(`--mode ${mode} needs no --resume: the same command again writes what is missing`);
  if (key !== undefined && onDuplicate === 'number')
    throw new WrongUsage('--on-duplicate number makes new ids, --key takes those of the space: choose one');
}

/** `--mode`: looks at the space and at all files, says what would change, then writes only that. */
export async function runSync(
  files: readonly string[],
  options: SyncOptions,
  { client }: ConnectedHub,
  space: { isNew: boolean; create: () => Promise<void> },
  waiting: { notice?: (delay: Delay) => void },
  where: Where | undefined,
): Promise<void> {
  const abort = new AbortController();
  const keys = onStopSignal(
    () => abort.abort(),
    () => {},
  );
  const features = client.features(options.to);
  try {
    const contents = space.isNew
      ? new SpaceContents()
      : await SpaceContents.read(features, options.to, options.key, abort.signal);
    const before = contents.byId.size;
    const plan = await SyncPlan.create(contents, options);
    try {
      const reports = await readFiles(files, client.url, options, plan, abort.signal, waiting, where);
      const numbers = plan.numbers;
      const { mode } = options;
      const stopped = obstacle(reports, plan, before, options);
      if (!options.json) process.stdout.write(describePlan(options, numbers));
      else if (stopped !== undefined || options.dryRun)
        process.stdout.write(printed({ mode, files: reports, plan: numbers }));
      if (stopped !== undefined) {
        process.stderr.write(`${stopped.message}\n`);
        process.exitCode = stopped.code;
      }
      if (stopped !== undefined || options.dryRun) return;
      if (numbers.deleted > 0 && !options.yes) await confirmDeletions(numbers.deleted, options.to);
      if (numbers.inserted > 0) await space.create();
      const applied = await applyPlan(plan, features, options, abort.signal);
      const after =
        space.isNew && numbers.inserted === 0 ? 0 : await features.count({ signal: abort.signal });
      process.stdout.write(
        options.json
          ? printed({ mode, files: reports, plan: numbers, applied, after })
          : describeApplied(options, applied, numbers.after, after),
      );
      for (const { id, message } of applied.failed.slice(0, 5))
        process.stderr.write(`feature ${JSON.stringify(id)}: ${message}\n`);
      if (applied.failed.length > 0 || reports.some(({ failed }) => failed > 0))
        process.exitCode = refusedFeatures.code;
    } finally {
      await plan.dispose();
    }
  } catch (error) {
    if (error !== abort.signal.reason) throw error;
    process.stderr.write('Stopped. The same command again writes what is missing.\n');
    process.exitCode = interrupted.code;
  } finally {
    keys.release();
  }
}

async function readFiles(
  files: readonly string[],
  url: string,
  options: SyncOptions,
  plan: SyncPlan,
  signal: AbortSignal,
  waiting: { notice?: (delay: Delay) => void },
  where: Where | undefined,
): Promise<FileReport[]> {
  const imports: FileImport[] = [];
  for (const file of files) {
    const importing = new FileImport(await openInput(file, options), url, options, where);
    const bar = new ProgressBar(importing.file, () => importing.progress);
    waiting.notice = () => bar.notice('waiting for the hub');
    const stop = () => importing.stop();
    signal.addEventListener('abort', stop);
    try {
      await importing.check(plan);
    } catch (error) {
      if (error instanceof FormatFault) importing.fail(error.message);
      else throw error;
    } finally {
      bar.end();
      signal.removeEventListener('abort', stop);
    }
    signal.throwIfAborted();
    imports.push(importing);
  }
  const reports = imports.map(({ report }) => report);
  if (!options.json)
    for (const [i, report] of reports.entries())
      process.stdout.write(imports[i]!.preview + describeReport(report, options));
  return reports;
}

/** Why nothing is written: half a data set must not take the place of a whole one. */
function obstacle(
  reports: readonly FileReport[],
  plan: SyncPlan,
  before: number,
  { mode, to, allowRefused }: SyncOptions,
): { code: number; message: string } | undefined {
  const broken = reports.find(({ isComplete }) => !isComplete);
  if (broken !== undefined)
    return {
      code: badFile.code,
      message: `${broken.reason ?? `${broken.file} was not read to its end`}. Nothing was written.`,
    };
  const refused = reports.reduce((sum, { failed }) => sum + failed, 0);
  if (refused > 0 && !allowRefused)
    return {
      code: refusedFeatures.code,
      message: `${plural(refused, 'feature was', 'features were')} refused, so nothing was written. With --allow-refused the others are.`,
    };
  if (mode === 'replace' && plan.size === 0 && before > 0)
    return {
      code: failure.code,
      message: `The files have no features, and --mode replace would delete all ${before} of ${to}. Nothing was written.`,
    };
  return undefined;
}

async function confirmDeletions(count: number, space: string): Promise<void> {
  const question = `Delete ${plural(count, 'feature')} of ${space} that ${count === 1 ? 'is' : 'are'} not in the files?`;
  if (!(await confirm(question, '--yes'))) throw new Refusal('nothing was written');
}
