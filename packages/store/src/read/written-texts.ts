import { type FeatureTest, type Operand, type PropertyTest, propertyTests } from '../model/query/query.ts';

/** More values than this are not worth looking for one by one. */
const MAX_TEXTS = 50;
/** Nor are more tests: what they leave out is small, and a statement of SQLite has room for 1000 operators. */
const MAX_LISTS = 100;

/**
 * For rows no index leads to: a feature whose text has neither the name nor one of the values can't match, and to see
 * that is far cheaper than to parse it. Of each list, one text must be in the feature's. Names and values look as
 * JSON.stringify wrote them when they were stored.
 */
export function writtenTexts(tests: readonly FeatureTest[]): string[][] {
  return propertyTests(tests)
    .filter(({ root }) => root === 'properties')
    .slice(0, MAX_LISTS)
    .flatMap(textsOf);
}

function textsOf({ path, comparison, operands }: PropertyTest): string[][] {
  if (comparison === '=' && operands.includes(null)) return [];
  const name = writtenName(path);
  const written = operands.map(writtenValue);
  const isWritten = (values: (string | undefined)[]): values is string[] =>
    values.length <= MAX_TEXTS && values.every((value) => value !== undefined);
  if (comparison !== '=' || !isWritten(written)) return [[name]];
  const texts = written.flatMap((value) => ENDS.map((end) => `${name}${value}${end}`));
  return operands.includes(0) ? [[name], [...texts, ...TINY]] : [texts];
}

/** How the name of what is at a path looks in a stored text. */
export function writtenName(path: readonly string[]): string {
  return `${JSON.stringify(path.at(-1))}:`;
}

/** A number too small for a double is zero to every comparison, and stored with its digits: it has an exponent or these zeros. */
const TINY = ['e-', 'E-', '0'.repeat(323)];

/** What follows a value: without it 7 would find 70. */
const ENDS = [',', '}'];

/** How a value looks in a stored text; undefined where more than one way is possible. */
export function writtenValue(operand: Operand): string | undefined {
  if (typeof operand === 'number') return Math.abs(operand) < 2 ** 53 ? String(operand) : undefined;
  return typeof operand === 'object' ? undefined : JSON.stringify(operand);
}
