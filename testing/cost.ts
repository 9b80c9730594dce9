import assert from 'node:assert/strict';

/** Twice the input may cost this many times as much: twice, and some noise. Quadratic cost is four times. */
const MAX_RATIO = 2.5;
/** Processor time that is measured each round, and rounds: some kernels count it in steps of 4 ms. */
const ROUND_MS = 50;
const ROUNDS = 5;
/** On a busy machine even processor time has outliers. */
const ATTEMPTS = 3;
/** Calls of the first glance, which tells most inputs apart from those that need a closer look: at least, and at most. */
const GLANCES = [2, 25] as const;

/**
 * Fails where `parse` takes more than two and a half times as long for the input of size 2n as for that of size n, and
 * again from 2n to 4n: a single step is memory that comes in larger pieces. It is measured in processor time of this
 * thread; the best of several rounds counts. Refusing its input is fine.
 */
export function assertLinear<Input>(
  what: string,
  make: (size: number) => Input,
  parse: (input: Input) => unknown,
  size: number,
): void {
  const runOf = (input: Input) => () => {
    try {
      parse(input);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  };
  const [once, twice] = [runOf(make(size)), runOf(make(2 * size))];
  if (looksLinear(once, twice)) return;
  const fourTimes = runOf(make(4 * size));
  let found = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [first, second] = [cost(once), cost(twice)];
    if (second <= MAX_RATIO * first) return;
    const third = cost(fourTimes);
    if (third <= MAX_RATIO * second) return;
    found = `twice the input costs ${(second / first).toFixed(1)} times as much, four times ${(third / first).toFixed(1)}`;
  }
  assert.fail(`${what}: ${found}`);
}

/** A Fault: what the caller is told. Anything else is a mistake in the parser. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'kind' in error;
}

/**
 * Compares the shortest of a few calls: good enough to see that nothing is wrong. The larger input is always measured first: it
 * must not be the one for which the code was compiled meanwhile.
 */
function looksLinear(once: () => void, twice: () => void): boolean {
  const [least, most] = GLANCES;
  let [first, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let glance = 1; glance <= most; glance++) {
    second = Math.min(second, duration(twice));
    first = Math.min(first, duration(once));
    if (glance >= least && second <= MAX_RATIO * first) return true;
  }
  return false;
}

function duration(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Milliseconds of processor time a call. */
function cost(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.threadCpuUsage();
    let calls = 0;
    let spent = 0;
    while (spent < ROUND_MS) {
      run();
      calls++;
      const { user, system } = process.threadCpuUsage(start);
      spent = (user + system) / 1000;
    }
    best = Math.min(best, spent / calls);
  }
  return best;
}

/** What parsers stumble over, to be repeated: each is one worst case. */
export const UNITS: Readonly<Record<string, string>> = {
  digits: '1',
  zeros: '0',
  decimals: '1.',
  exponents: '1e1',
  signs: '-',
  letters: 'a',
  'opened objects': '{',
  'opened lists': '[',
  'opened members': '{"a":',
  brackets: '[]',
  'list elements': '1,',
  'alternated members': '{"a":1},',
  commas: ',',
  alternations: 'a,b+c|',
  quotes: '"',
  apostrophes: "'",
  backslashes: '\\',
  'escaped quotes': '\\"',
  dots: '.',
  colons: ':',
  'sort keys': 'p.a:asc,',
  blanks: ' ',
  tabs: '\t',
  'line ends': '\n{',
  equals: '=',
  operators: '>=',
  slashes: '/',
  underscores: '1_',
  semicolons: ';a=',
  endings: '.json',
  'combining marks': '\u0301\u0323',
  'points and accents': '\u0591\u05b0',
};

/** A text of about this many characters that ends otherwise than it goes on. */
export function worstText(unit: string, size: number): string {
  return `${unit.repeat(Math.ceil(size / unit.length))}x`;
}
