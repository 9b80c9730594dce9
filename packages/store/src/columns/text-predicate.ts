import type { TextTest } from '../model/query/query.ts';
import { IN_NUMBERS } from '../model/query/text-search.ts';
import { type Column, KIND } from './batch.ts';
import { isOfUser, propertyKey } from './column-key.ts';
import { indexPredicate } from './index-predicate.ts';
import { AND, FALSE, type Outcomes, TRUE, UNDECIDED } from './outcomes.ts';
import { all, any, type KnownColumns, type LoadedBlock, type Predicate, UNDECIDABLE } from './predicate.ts';
import { hasKind, type Summary } from './summary.ts';
import { JsonScores, NumberScores } from './value-scores.ts';
import { entriesWithPart, entriesWithWord } from './word-entries.ts';

/** Words that must begin words of texts or numbers, of some properties or of all that a space has columns of. */
export function textPredicate(test: TextTest, known: KnownColumns): Predicate {
  const byColumns = columnsPredicate(test, known);
  return test.paths ? byColumns : indexPredicate(test.words, byColumns);
}

/** The same by columns alone. */
export function columnsPredicate({ words, paths }: TextTest, known: KnownColumns): Predicate {
  if (paths) {
    const keys = paths.map(propertyKey);
    return allWords(words, (word) => keys.map((key) => wordPredicate(key, word)));
  }
  const keys = known.keys.filter(isOfUser);
  const elsewhere: WordPredicate = {
    ...UNDECIDABLE,
    outlook: (block) => (block.isComplete(known) ? FALSE : UNDECIDED),
    mark: (_block, outcomes) => markUndecided(outcomes),
  };
  return allWords(words, (word) => [...keys.map((key) => memberPredicate(key, word)), elsewhere]);
}

/** All of some words, each where one of its predicates finds it. Words that may be in numbers are looked for where the others are. */
function allWords(words: readonly string[], partsOf: (word: string) => WordPredicate[]): Predicate {
  const inTexts = words.filter((word) => !IN_NUMBERS.test(word));
  const others = words.filter((word) => IN_NUMBERS.test(word));
  const parts = [...inTexts, ...others].map((word) => anywhere(partsOf(word)));
  return {
    ...all(parts),
    evaluate(block) {
      const result = new Uint8Array(block.rows).fill(TRUE);
      for (const part of parts) {
        const outcomes = part.among(block, result);
        for (let row = 0; row < result.length; row++)
          result[row] = AND[(result[row]! << 3) | outcomes[row]!]!;
      }
      return result;
    },
  };
}

/** A predicate that can also mark the rows for which it is true, of those that are not marked yet. */
type WordPredicate = Predicate & { mark(block: LoadedBlock, outcomes: Uint8Array): void };

/** Gives the same for rows that may pass by what was found of them before; what it gives for the others does not matter. */
type Narrowing = Predicate & { among(block: LoadedBlock, before: Uint8Array): Uint8Array };

/** The same as `any`, where most parts come to nothing at all: a space has many properties, and a word is in few of them. */
function anywhere(parts: readonly WordPredicate[]): Narrowing {
  return {
    ...any(parts),
    among(block, before) {
      const result = new Uint8Array(block.rows);
      // As if they were found: nobody looks for them any more.
      for (let row = 0; row < result.length; row++) result[row] = before[row] === FALSE ? TRUE : FALSE;
      for (const part of parts) if (part.outlook(block) !== FALSE) part.mark(block, result);
      return result;
    },
  };
}

function markUndecided(outcomes: Uint8Array): void {
  for (let row = 0; row < outcomes.length; row++) if (outcomes[row] !== TRUE) outcomes[row] = UNDECIDED;
}

function wordPredicate(key: string, word: string): WordPredicate {
  const isInNumbers = IN_NUMBERS.test(word);
  const mark = (block: LoadedBlock, outcomes: Uint8Array) => {
    const column = block.column(key);
    if (column) markRows(column, block.summary(key)!, word, outcomes);
    else markUndecided(outcomes);
  };
  return {
    keys: [key],
    outlook(block) {
      const summary = block.summary(key);
      return summary ? outlookOf(summary, isInNumbers) : UNDECIDED;
    },
    columnsFor: (block) => (block.summary(key) ? [key] : []),
    evaluate(block) {
      const outcomes = new Uint8Array(block.rows).fill(FALSE);
      mark(block, outcomes);
      return outcomes;
    },
    mark,
  };
}

/** The same where the columns of all members are looked at too: an object without a column of its own adds nothing. */
function memberPredicate(key: string, word: string): WordPredicate {
  const itself = wordPredicate(key, word);
  return {
    ...itself,
    outlook: (block) => (block.isDivided(key) ? FALSE : itself.outlook(block)),
    columnsFor: (block) => (block.isDivided(key) ? [] : itself.columnsFor(block)),
    evaluate: (block) =>
      block.isDivided(key) ? new Uint8Array(block.rows).fill(FALSE) : itself.evaluate(block),
  };
}

/** Whether a column may have a word that begins so, by its summary. */
export function mayHaveWord(summary: Summary, word: string): boolean {
  return outlookOf(summary, IN_NUMBERS.test(word)) !== FALSE;
}

/** Whether words may be in anything but the texts of a column. */
export function hasOthers(summary: Summary, words: readonly string[]): boolean {
  if (hasKind(summary, KIND.json)) return true;
  const hasNumbers = hasKind(summary, KIND.number);
  return hasNumbers && words.some((word) => IN_NUMBERS.test(word));
}

function outlookOf(summary: Summary, isInNumbers: boolean): Outcomes {
  const hasNumbers = hasKind(summary, KIND.number) || hasKind(summary, KIND.exact);
  const hasTexts = hasKind(summary, KIND.text) || hasKind(summary, KIND.json);
  return hasTexts || (hasNumbers && isInNumbers) ? FALSE | TRUE : FALSE;
}

/** Marks the rows of a column that have a word. */
function markRows(column: Column, summary: Summary, word: string, outcomes: Uint8Array): void {
  const hasJson = hasKind(summary, KIND.json);
  const found = entriesWithWord(column, word);
  // What is escaped in arrays and objects may change where words begin.
  if (found || (hasJson && entriesWithPart(column, word)))
    markEntries(column, found ?? NONE, new JsonScores(column, [word]), outcomes);
  if (IN_NUMBERS.test(word) && hasKind(summary, KIND.number))
    markNumbers(column, new NumberScores([word]), outcomes);
}

const NONE = new Uint8Array(0);

function markEntries(
  { kinds, codes }: Column,
  found: Uint8Array,
  inJson: JsonScores,
  outcomes: Uint8Array,
): void {
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds[row]!;
    if (kind < KIND.text || outcomes[row] === TRUE) continue;
    const code = codes[row]!;
    const isIn = kind === KIND.json ? inJson.scores(code) !== undefined : found[code] === 1;
    if (isIn) outcomes[row] = TRUE;
  }
}

function markNumbers({ kinds, numbers }: Column, words: NumberScores, outcomes: Uint8Array): void {
  for (let row = 0; row < kinds.length; row++)
    if (kinds[row] === KIND.number && outcomes[row] !== TRUE && words.score(numbers[row]!, 0) > 0)
      outcomes[row] = TRUE;
}
