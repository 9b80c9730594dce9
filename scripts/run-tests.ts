import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** A test that did not pass, and where to look for it. */
export type Failure = { place: string; name: string; message: string };

/** What came out; `lucky` are those that failed at first and passed when their file ran alone. */
export type Outcome = { passed: number; failures: Failure[]; lucky: Failure[] };

/** `failing`: the files that were run in vain; a test may stand in another, which they import. */
type Run = { passed: number; failures: Failure[]; failing: string[] };

/** More files than this that fail are not a matter of luck: they get no second try. */
const SECOND_TRIES = 3;

/**
 * Runs test files, two at a time. A file that fails runs once more, alone: some tests watch the clock, and a machine
 * that was busy with something else proves nothing. What needed its second try is named, so that it gets mended.
 */
export async function runTests(files: string[]): Promise<Outcome> {
  const first = await runOnce(files, 2);
  const { failing } = first;
  if (failing.length === 0 || failing.length > SECOND_TRIES) return { ...first, lucky: [] };
  tell(`once more, alone: ${failing.join(', ')}`, first.failures);
  const second = await runOnce(failing, 1);
  const still = new Set(second.failures.map(nameOf));
  return {
    passed: first.passed + first.failures.length - second.failures.length,
    failures: second.failures,
    lucky: first.failures.filter((failure) => !still.has(nameOf(failure))),
  };
}

/** Failures as a list to read at the end of a long run. */
export function tell(heading: string, failures: Failure[]): void {
  console.log(`✖ ${heading}`);
  for (const failure of failures) console.log(`  ${nameOf(failure)}\n    ${failure.message}`);
}

function nameOf({ place, name }: Failure): string {
  return `${place} ${name}`;
}

function runOnce(files: string[], concurrency: number): Promise<Run> {
  const failures: Failure[] = [];
  const failing = new Set<string>();
  let passed = 0;
  return new Promise((resolve) => {
    const tests = run({ files, concurrency });
    tests.on('test:fail', ({ name, file, line, details: { error } }) => {
      // A file that could not even be run has no summary.
      if (files.includes(name)) failing.add(name);
      // A suite that fails because of a test within repeats what is said already.
      if ('failureType' in error && error.failureType === 'subtestsFailed') return;
      const { message } = error.cause instanceof Error ? error.cause : error;
      failures.push({
        place: `${relative('.', file ?? name)}:${line ?? 1}`,
        name,
        message: message.replaceAll(/\s+/g, ' ').slice(0, 300),
      });
    });
    tests.on('test:summary', ({ file, counts, success }) => {
      if (file === undefined) passed = counts.passed;
      else if (!success) failing.add(relative('.', file));
    });
    tests.on('end', () => resolve({ passed, failures, failing: [...failing] }));
    tests.compose(spec()).pipe(process.stdout, { end: false });
  });
}
