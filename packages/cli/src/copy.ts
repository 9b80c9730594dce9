import { copyHub, Fault, MoveFault, type MoveProgress, type MoveReport } from '@meridian/server';
import { EXIT_CODES } from './exit-codes.ts';
import { type StartupFault, storageFault } from './startup-fault.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { counted, plural } from './terminal/words.ts';

/** How often the progress of a large space is reported if stderr is not a terminal. */
const REPORT_EVERY_MS = 5000;

export async function copy(from: string, to: string): Promise<void> {
  const reporter = new CopyProgress();
  try {
    const report = await copyHub(from, to, (progress) => reporter.report(progress));
    process.stdout.write(summary(report, to));
  } catch (error) {
    reporter.end();
    const { code, message } = faultOf(error, from);
    process.exitCode = code;
    process.stderr.write(`${message}\n`);
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
    process.stderr.write(
      `${name}, ${counted(features, 'feature')}${state === 'there' ? ', copied before' : ''}\n`,
    );
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
function faultOf(error: unknown, from: string): StartupFault {
  const { message, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof MoveFault) return { code: EXIT_CODES.failure.code, message };
  if (error instanceof Fault && error.kind === 'unavailable')
    return { code: EXIT_CODES.databaseUnusable.code, message };
  if (syscall !== undefined) return { code: EXIT_CODES.dataFolderUnusable.code, message };
  const fault = storageFault(error, { data: from });
  if (!fault) throw error;
  return fault;
}
