import type { LikeLiteral } from '@meridian/filter';
import { parseStored } from '../model/json/exact-json.ts';
import { type Column, KIND } from './batch.ts';
import { memoryOf } from './column-memory.ts';
import { entriesByCode, entriesOf, entriesWith } from './joined-dictionary.ts';
import { type NumberTest, passesNumber } from './number-ranges.ts';
import { entriesIn, type NumberSteps } from './number-steps.ts';
import { FALSE, type Outcomes, TRUE, UNDECIDED } from './outcomes.ts';
import type { LoadedBlock, Predicate, Summaries } from './predicate.ts';
import { hasKind, type Summary } from './summary.ts';

/** A condition on the value of one column. */
export type ValueTest = {
  /** What it comes to for a value; undefined = there is none. */
  outcome(value: unknown): Outcomes;
  /** Which numbers pass it, where that can be said without looking at each. */
  numbers?: NumberTest;
  /** Of all texts but these it comes to the same. */
  texts?: readonly string[];
  /** It is false of texts that don't have this. */
  like?: LikeLiteral;
};

/** A condition on one column, decided for each value that occurs instead of for each row. */
export function valuePredicate(key: string, test: ValueTest): Predicate {
  return {
    keys: [key],
    outlook(block) {
      const summary = block.summary(key);
      return summary ? outlookOf(summary, test) : UNDECIDED;
    },
    columnsFor: (block: Summaries) => (block.summary(key) ? [key] : []),
    evaluate(block: LoadedBlock) {
      const column = block.column(key);
      return column ? outcomesOf(column, test) : new Uint8Array(block.rows).fill(UNDECIDED);
    },
  };
}

const CONSTANTS: readonly (readonly [number, unknown])[] = [
  [KIND.absent, undefined],
  [KIND.null, null],
  [KIND.false, false],
  [KIND.true, true],
];

function outlookOf(summary: Summary, test: ValueTest): Outcomes {
  let outcomes = 0;
  for (const [kind, value] of CONSTANTS) if (hasKind(summary, kind)) outcomes |= test.outcome(value);
  if (hasKind(summary, KIND.number) || hasKind(summary, KIND.exact)) outcomes |= numberOutlook(summary, test);
  if (hasKind(summary, KIND.text)) outcomes |= textOutlook(summary, test);
  return hasKind(summary, KIND.json) ? UNDECIDED : outcomes;
}

function numberOutlook({ min, max, members, isDense }: Summary, { numbers }: ValueTest): Outcomes {
  if (!numbers) return UNDECIDED;
  const { ranges, isNegated } = numbers;
  const mayLieIn = ranges.some(
    ({ low, high }) => low <= max && high >= min && (isDense || low !== high || members.mayHave(low)),
  );
  const [inside, outside] = isNegated ? [FALSE, TRUE] : [TRUE, FALSE];
  if (!mayLieIn) return outside;
  return ranges.some(({ low, high }) => low <= min && high >= max) ? inside : inside | outside;
}

function textOutlook({ members }: Summary, test: ValueTest): Outcomes {
  if (!test.texts) return UNDECIDED;
  let outcomes = test.outcome(unlisted(test.texts));
  for (const text of test.texts) if (members.mayHave(text)) outcomes |= test.outcome(text);
  return outcomes;
}

function unlisted(texts: readonly string[]): string {
  return `${texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')}.`;
}

function outcomesOf(column: Column, test: ValueTest): Uint8Array {
  const { kinds, steps, codes } = column;
  const constants = Uint8Array.from(CONSTANTS, ([, value]) => test.outcome(value));
  const { numbers: numberTest } = test;
  const range = numberTest?.ranges.length === 1 ? numberTest.ranges[0]! : undefined;
  const [inside, outside] = numberTest?.isNegated ? [FALSE, TRUE] : [TRUE, FALSE];
  if (range && steps && codes.length === 0) {
    const { first, last } = entriesIn(steps, range);
    return outcomesOfSteps(kinds, steps, first, last, Uint8Array.of(...constants, outside, inside));
  }
  const outcomes = new Uint8Array(kinds.length);
  const { numbers } = column;
  const occurring = kindsIn(column);
  if (range && occurring === 1 << KIND.number) {
    const { low, high } = range;
    for (let row = 0; row < numbers.length; row++) {
      const number = numbers[row]!;
      outcomes[row] = number >= low && number <= high ? inside : outside;
    }
    return outcomes;
  }
  const texts = new DictionaryOutcomes(column, test, (text) => text);
  const jsons = new DictionaryOutcomes(column, test, parseStored);
  // Of a dictionary that is used over and over, all entries are tested at once.
  const isAtOnce = test.like !== undefined || entriesOf(column) * 8 < codes.length;
  const known = codes.length > 0 && isAtOnce ? texts.all() : undefined;
  if (known && (occurring & ~TEXT_OR_CONSTANT) === 0) {
    const byKindAndCode = new Uint8Array(KIND.text + known.length);
    byKindAndCode.set(constants);
    byKindAndCode.set(known, KIND.text);
    // Without a branch, which processors would guess wrong: the code of a row without a text is 0.
    for (let row = 0; row < codes.length; row++) outcomes[row] = byKindAndCode[kinds[row]! + codes[row]!]!;
    return outcomes;
  }
  const ofNumber = numberOutcome(test);
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds[row]!;
    if (kind < KIND.number) outcomes[row] = constants[kind]!;
    else if (kind === KIND.text) outcomes[row] = known ? known[codes[row]!]! : texts.of(codes[row]!);
    else outcomes[row] = kind === KIND.json ? jsons.of(codes[row]!) : ofNumber(numbers[row]!);
  }
  return outcomes;
}

/**
 * Of a column without texts: what rows come to by their kind, as the last of which are the numbers outside and inside of a range. By what
 * is stored, so that no number has to be made, and without a branch, which processors would guess wrong.
 */
function outcomesOfSteps(
  kinds: Uint8Array,
  { entries }: NumberSteps,
  first: number,
  last: number,
  byKind: Uint8Array,
): Uint8Array {
  const outcomes = new Uint8Array(kinds.length);
  const span = last - first;
  let row = 0;
  for (let next = 0; next < entries.length; row++) {
    const kind = kinds[row]!;
    const isNumber = kind >> 2;
    const isInside = (entries[next]! - first) >>> 0 <= span ? isNumber : 0;
    outcomes[row] = byKind[kind + isInside]!;
    next += isNumber;
  }
  for (; row < outcomes.length; row++) outcomes[row] = byKind[kinds[row]!]!;
  return outcomes;
}

const TEXT_OR_CONSTANT = CONSTANTS.reduce((kinds, [kind]) => kinds | (1 << kind), 1 << KIND.text);

/** A bit for each kind that some row has. Remembered with the column. */
function kindsIn(column: Column): number {
  const find = () => {
    let occurring = 0;
    for (const kind of column.kinds) occurring |= 1 << kind;
    return occurring;
  };
  return memoryOf(column).get('kinds', find, () => 8);
}

function numberOutcome({ numbers, outcome }: ValueTest): (number: number) => Outcomes {
  if (!numbers) return outcome;
  const { ranges, isNegated } = numbers;
  if (ranges.length !== 1) return (number) => (passesNumber(numbers, number) ? TRUE : FALSE);
  const { low, high } = ranges[0]!;
  const [inside, outside] = isNegated ? [FALSE, TRUE] : [TRUE, FALSE];
  return (number) => (number >= low && number <= high ? inside : outside);
}

/** Which entries of a dictionary have what a test asks of them; undefined where it has to be applied to all. */
function likely(column: Column, like: LikeLiteral | undefined): Uint8Array | undefined {
  if (!like || like.literal.includes('\0')) return undefined;
  return entriesWith(column, like.folds, like.literal, false);
}

/** What a test comes to for the entries of a dictionary, each tested once. */
class DictionaryOutcomes {
  readonly #column: Column;
  readonly #test: ValueTest;
  readonly #toValue: (text: string) => unknown;
  #entry: ((code: number) => string) | undefined;
  #known: Uint8Array | undefined;

  constructor(column: Column, test: ValueTest, toValue: (text: string) => unknown) {
    this.#column = column;
    this.#test = test;
    this.#toValue = toValue;
  }

  all(): Uint8Array {
    const outcomes = new Uint8Array(entriesOf(this.#column));
    const mayPass = likely(this.#column, this.#test.like);
    if (mayPass) {
      outcomes.fill(FALSE);
      for (let code = mayPass.indexOf(1); code >= 0; code = mayPass.indexOf(1, code + 1))
        outcomes[code] = this.#test.outcome(this.#value(code));
    } else
      for (let code = 0; code < outcomes.length; code++)
        outcomes[code] = this.#test.outcome(this.#value(code));
    return outcomes;
  }

  of(code: number): Outcomes {
    this.#known ??= new Uint8Array(entriesOf(this.#column));
    const known = this.#known[code]!;
    if (known !== 0) return known;
    const outcome = this.#test.outcome(this.#value(code));
    this.#known[code] = outcome;
    return outcome;
  }

  #value(code: number): unknown {
    this.#entry ??= entriesByCode(this.#column);
    return this.#toValue(this.#entry(code));
  }
}
