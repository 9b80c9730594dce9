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

/** Where stderr is no terminal, a long space is told of so often. */
const TELL_EVERY_MS = 5000;

export async function copy(from: string, to: string): Promise<void> {
  const teller = new Teller();
  try {
    const report = await copyHub(from, to, (progress) => teller.tell(progress));
    process.stdout.write(summary(report, to));
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    teller.end();
    process.stderr.write(`${(error as Error).message}\n`);
  }
}

/** A line for each space, and one that moves while a space is copied. */
class Teller {
  #bar: ProgressBar | undefined;
  #progress: MoveProgress | undefined;
  #told = Date.now();

  tell(progress: MoveProgress): void {
    const { space, number, of, features, ofFeatures, state } = progress;
    this.#progress = progress;
    const name = `${number} of ${of}: ${space}`;
    if (state === 'copying') {
      this.#bar ??= new ProgressBar(name, () => ({
        features: this.#progress!.features,
        bytes: 0,
        ofFeatures: this.#progress!.ofFeatures,
      }));
      if (this.#bar.isShown || Date.now() - this.#told < TELL_EVERY_MS) return;
      this.#told = Date.now();
      process.stderr.write(`${name}, ${features} of ${ofFeatures} features\n`);
      return;
    }
    this.end();
    process.stderr.write(`${name}, ${features} features${state === 'there' ? ', copied before' : ''}\n`);
    this.#told = Date.now();
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

function withoutPassword(place: string): string {
  return place.replace(/^(postgres(?:ql)?:\/\/[^:@/]*):[^@/]*@/, '$1@');
}

/** What is no word to the user is a fault of ours, and crashes. */
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
