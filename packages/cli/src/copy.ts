import {
  copyHub,
  DatabaseUnusable,
  DataFolderInUse,
  Fault,
  MoveFault,
  type MoveProgress,
  type MoveReport,
  NewerFormat,
} from '@meridian/server';
import { EXIT_CODES } from './exit-codes.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { plural } from './terminal/words.ts';

/** How often the progress of a large space is reported if stderr is not a terminal. */
const REPORT_EVERY_MS = 5000;

export async function copy(from: string, to: string): Promise<void> {
  const reporter = new CopyProgress();
  try {
    const report = await copyHub(from, to, (progress) => reporter.report(progress));
    process.stdout.write(summary(report, to));
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    reporter.end();
    process.stderr.write(`${(error as Error).message}\n`);
  }
}

/** A line for each space, and one that moves while a space is copied. */
class CopyProgress {
  #bar: ProgressBar | undefined;
  #progress: MoveProgress | undefined;
  #reportedAt = Date.now();

  report(progress: MoveProgress): void {
    const { space, number, of, features, ofFeatures, state } = progress;
    this.#progress = progress;
    const name = `${number} of ${of}: ${space}`;
    if (state === 'copying') {
      this.#bar ??= new ProgressBar(name, () => ({
        features: this.#progress!.features,
        bytes: 0,
        ofFeatures: this.#progress!.ofFeatures,
      }));
      if (this.#bar.isShown || Date.now() - this.#reportedAt < REPORT_EVERY_MS) return;
      this.#reportedAt = Date.now();
      process.stderr.write(`${name}, ${features} of ${ofFeatures} features\n`);
      return;
    }
    this.end();
    process.stderr.write(`${name}, ${features} features${state === 'there' ? ', copied before' : ''}\n`);
    this.#reportedAt = Date.now();
  }

  end(): void {
    this.#bar?.end();
    this.#bar = undefined;
  }
}

function summary({ spaces, features, there }: MoveReport, to: string): string {
  const before = there === 0 ? '' : ` (${there} of them had been copied before)`;
  return `Copied ${plural(spaces, 'space')}${before} with ${plural(features, 'feature')}, accounts, tokens and projects to ${withoutPassword(to)}. Counts and checksums are the same.\n`;
}

function withoutPassword(location: string): string {
  return location.replace(/^(postgres(?:ql)?:\/\/[^:@/]*):[^@/]*@/, '$1@');
}

/** Anything else is a bug of ours, and crashes. */
function exitCodeOf(error: unknown): number {
  if (error instanceof MoveFault) return EXIT_CODES.failure.code;
  if (error instanceof DataFolderInUse) return EXIT_CODES.dataFolderInUse.code;
  if (error instanceof DatabaseUnusable || isUnavailable(error)) return EXIT_CODES.databaseUnusable.code;
  const { syscall } = error as NodeJS.ErrnoException;
  if (error instanceof NewerFormat || syscall !== undefined) return EXIT_CODES.dataFolderUnusable.code;
  throw error;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Fault && error.kind === 'unavailable';
}
