import type { TextTest } from '../model/query/query.ts';
import { fold, hasWord } from '../model/query/text-search.ts';
import { type Column, KIND } from './batch.ts';
import { isOfUser, propertyKey } from './column-key.ts';
import { entriesWith, FULLY_FOLDED } from './joined-dictionary.ts';
import { FALSE, type Outcomes, TRUE, UNDECIDED } from './outcomes.ts';
import { all, any, type KnownColumns, type Predicate, UNDECIDABLE } from './predicate.ts';
import { hasKind, type Summary } from './summary.ts';

/** Words that must begin words of texts or numbers, of some properties or of all that a space has columns of. */
export function textPredicate({ words, paths }: TextTest, known: KnownColumns): Predicate {
  if (paths) {
    const keys = paths.map(propertyKey);
    return all(words.map((word) => anywhere(keys.map((key) => wordPredicate(key, word)))));
  }
  const keys = known.keys.filter(isOfUser);
  const elsewhere: Predicate = {
    ...UNDECIDABLE,
    outlook: (block) => (block.isComplete(known) ? FALSE : UNDECIDED),
  };
  return all(words.map((word) => anywhere([...keys.map((key) => memberPredicate(key, word)), elsewhere])));
}

/** The same as `any`, where most parts come to nothing at all: a space has many properties, and a word is in few of them. */
function anywhere(parts: readonly Predicate[]): Predicate {
  return {
    ...any(parts),
    evaluate(block) {
      const result = new Uint8Array(block.rows).fill(FALSE);
      for (const part of parts) {
        if (part.outlook(block) === FALSE) continue;
        const outcomes = part.evaluate(block);
        if (outcomes !== NOWHERE) join(result, outcomes);
      }
      return result;
    },
  };
}

/** Not in the loop over parts, where it is not compiled as well. */
function join(result: Uint8Array, outcomes: Uint8Array): void {
  for (let row = 0; row < result.length; row++)
    if (result[row] !== TRUE && outcomes[row] !== FALSE) result[row] = outcomes[row]!;
}

/** What a word comes to that is nowhere in a column. */
const NOWHERE = new Uint8Array(0);

/** Digits and, in large or small numbers, an exponent. */
const IN_NUMBERS = /^[0-9][0-9e]*$/;

function wordPredicate(key: string, word: string): Predicate {
  const isInNumbers = IN_NUMBERS.test(word);
  return {
    keys: [key],
    outlook(block) {
      const summary = block.summary(key);
      return summary ? outlookOf(summary, isInNumbers) : UNDECIDED;
    },
    columnsFor: (block) => (block.summary(key) ? [key] : []),
    evaluate(block) {
      const column = block.column(key);
      if (!column) return new Uint8Array(block.rows).fill(UNDECIDED);
      const summary = block.summary(key);
      return outcomesOf(column, word, isInNumbers, !summary || hasOthers(summary, [word]));
    },
  };
}

/** The same where the columns of all members are looked at too: an object without a column of its own adds nothing. */
function memberPredicate(key: string, word: string): Predicate {
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
  if (hasKind(summary, KIND.json)) return UNDECIDED;
  const hasNumbers = hasKind(summary, KIND.number) || hasKind(summary, KIND.exact);
  return hasKind(summary, KIND.text) || (hasNumbers && isInNumbers) ? FALSE | TRUE : FALSE;
}

function outcomesOf(column: Column, word: string, isInNumbers: boolean, mayBeElsewhere: boolean): Uint8Array {
  const { kinds, numbers, codes } = column;
  const found = entriesWithWord(column, word);
  if (!found && !mayBeElsewhere) return NOWHERE;
  const outcomes = new Uint8Array(kinds.length).fill(FALSE);
  const inJson = new Map<number, Outcomes>();
  const prefix = prefixOf(word);
  for (let row = 0; row < kinds.length; row++) {
    const kind = kinds[row]!;
    if (kind === KIND.text || kind === KIND.exact) {
      if (found?.[codes[row]!] === 1) outcomes[row] = TRUE;
    } else if (kind === KIND.number) {
      if (isInNumbers && isInNumber(numbers[row]!, word, prefix)) outcomes[row] = TRUE;
    } else if (kind === KIND.json) {
      const code = codes[row]!;
      const known = inJson.get(code) ?? (mayBeInJson(column.dictionary[code]!, word) ? UNDECIDED : FALSE);
      inJson.set(code, known);
      outcomes[row] = known;
    }
  }
  return outcomes;
}

/** How many words a column remembers the entries of: they are asked for again when what was found is ranked. */
const REMEMBERED_WORDS = 8;
const foundEntries = new WeakMap<Column, Map<string, Uint8Array | undefined>>();

/** In which entries of its dictionary a column has a word that begins so: 1 or 0 for each; undefined where it is in none. */
export function entriesWithWord(column: Column, word: string): Uint8Array | undefined {
  if (column.codes.length === 0) return undefined;
  let known = foundEntries.get(column);
  if (!known || known.size >= REMEMBERED_WORDS) {
    known = new Map();
    foundEntries.set(column, known);
  }
  if (!known.has(word)) {
    const found = entriesWith(column, FULLY_FOLDED, word, true);
    known.set(word, found.includes(1) ? found : undefined);
  }
  return known.get(word);
}

/** The number that has these digits, and the first one that has more; undefined where no whole number begins with them. */
type Prefix = { value: number; limit: number };

function prefixOf(word: string): Prefix | undefined {
  return /^(0|[1-9][0-9]{0,14})$/.test(word) ? { value: Number(word), limit: 10 ** word.length } : undefined;
}

/** Whether a word of this number, written as JSON has it, begins with a word of digits. */
function isInNumber(number: number, word: string, prefix: Prefix | undefined): boolean {
  if (!Number.isSafeInteger(number)) return hasWord(String(number), word);
  if (!prefix) return false;
  let leading = Math.abs(number);
  while (leading >= prefix.limit) leading = Math.floor(leading / 10);
  return leading === prefix.value;
}

/** Names of members are in it too, and what is escaped changes where words begin: it may be there if the text has it at all. */
export function mayBeInJson(text: string, word: string): boolean {
  return fold(text).includes(word);
}
