/**
 * Texts that differ only in case become equal: the full case folding of Unicode, `Straße` = `STRASSE`. The final sigma
 * of Greek depends on where it stands, so both forms become the ordinary one.
 */
export function foldCase(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  const folded = text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return MANY_MARKS.test(folded) ? folded : folded.normalize('NFC');
}

/** So many in a row no language has; to put them into order would take time with the square of their number. */
const MANY_MARKS = /\p{M}{64}/u;

/**
 * Texts that differ only in accents become equal: `Chișinău` = `Chisinau`. The tests of the standard count the stroke
 * through a letter as one, which Unicode does not: `København` = `Kobenhavn`.
 */
export function foldAccents(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return foldMarks(text).replace(STROKED, (letter) => BARE[STROKES.indexOf(letter)]!);
}

/**
 * Texts become equal that differ only in how Latin letters are drawn, as those who type them on another keyboard would: beside accents and
 * strokes, letters that are two in one and those that stand for others: `Ærø` = `Aero`, `Straße` = `Strasse`, `Þór` = `Thor`.
 */
export function foldLetters(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return foldAccents(text).replace(SPELLED, (letter) => SPELLINGS[letter]!);
}

/** As `foldAccents`, but for strokes: `ø` stays. */
function foldMarks(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  const bare = text.replace(MARKS, '');
  if (MANY_MARKS.test(bare)) return bare;
  return bare.normalize('NFD').replace(MARKS, '').normalize('NFC');
}

/** The Latin letters with a stroke, and each without it. */
const STROKES = 'ØøŁłĐđĦħŦŧɃƀǤǥƗɨȺⱥȻȼɆɇɈɉɌɍɄʉɎɏƵƶ';
const BARE = 'OoLlDdHhTtBbGgIiAaCcEeJjRrUuYyZz';
const STROKED = new RegExp(`[${STROKES}]`, 'g');

/** Letters without a decomposition in Unicode, as they are spelled where they are not at hand. */
const SPELLINGS: Readonly<Record<string, string>> = {
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  ẞ: 'SS',
  ß: 'ss',
  Ð: 'D',
  ð: 'd',
  Þ: 'TH',
  þ: 'th',
  Ŋ: 'N',
  ŋ: 'n',
  ı: 'i',
};
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII too
const NOT_ASCII = /[^\x00-\x7f]/;

const MARKS = /\p{Mn}+/gu;
