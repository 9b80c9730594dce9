import { exactInteger } from '../json.ts';
import type { Field } from './record-splitter.ts';

/** As JSON writes numbers: no leading zeros, no +, no blanks. So 01234 stays the text it is. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+$/;

/** `408,5`, `1.234,5` and, where others of the column have commas, `540` and `1.234`. */
const COMMA_NUMBER = /^-?(?:(?:0|[1-9]\d*)|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;
/** It may be a thousand in English. */
const AMBIGUOUS_COMMA = /^-?[1-9]\d{0,2},\d{3}$/;

/** `unseen`: the sample had no value of it, so each is typed by itself. */
export type ColumnType =
  | 'text'
  | 'number'
  | 'decimalComma'
  | 'boolean'
  | 'unseen'
  | 'unseenQuoted'
  | 'byValue';

/**
 * A column is one of numbers if all its values in the sample are. Quoted ones are texts, unless this file quotes
 * everything: then quotes say nothing.
 * @param isCommaDelimited then numbers with commas stand in quotes, and are texts unless everything is quoted
 * @param mayFollow values of columns that have none in the sample, which are texts otherwise
 */
export function guessTypes(
  columns: number,
  sample: Field[][],
  isCommaDelimited = false,
  mayFollow = false,
): ColumnType[] {
  const isAllQuoted = sample.every((fields) => fields.every(({ isQuoted, text }) => isQuoted || text === ''));
  return Array.from({ length: columns }, (_, column) => {
    const values = sample
      .map((fields) => fields[column])
      .filter((field) => field !== undefined && field.text !== '') as Field[];
    if (values.length === 0) return mayFollow ? (isAllQuoted ? 'unseenQuoted' : 'unseen') : 'text';
    if (!isAllQuoted && values.some(({ isQuoted }) => isQuoted)) return 'text';
    if (values.every(({ text }) => isSafeNumber(text.trim()))) return 'number';
    if ((!isCommaDelimited || isAllQuoted) && hasDecimalCommas(values.map(({ text }) => text.trim())))
      return 'decimalComma';
    return values.every(({ text }) => isBoolean(text.trim())) ? 'boolean' : 'text';
  });
}

/** The value of a field; undefined for one that is empty. Text that does not fit its column stays text. */
export function fieldValue({ text, isQuoted }: Field, type: ColumnType): unknown {
  if (type === 'byValue') return isQuoted ? text : ownValue(text);
  if (text === '') return undefined;
  if (type === 'unseen' || type === 'unseenQuoted') return unseenValue(text, isQuoted && type === 'unseen');
  if (type === 'number' && isSafeNumber(text.trim())) return Number(text);
  if (type === 'decimalComma' && COMMA_NUMBER.test(text.trim())) return commaNumber(text.trim());
  if (type === 'boolean' && isBoolean(text.trim())) return text.trim().toLowerCase() === 'true';
  return text;
}

function unseenValue(text: string, isText: boolean): unknown {
  const trimmed = text.trim();
  if (isText) return text;
  if (isSafeNumber(trimmed)) return Number(text);
  return isBoolean(trimmed) ? trimmed.toLowerCase() === 'true' : text;
}

/** What is told of a column with texts that its type does not fit. */
export function misfitText(name: string, type: ColumnType): string | undefined {
  if (type === 'number' || type === 'decimalComma')
    return `values of "${name}" that are no numbers stay texts`;
  return type === 'boolean' ? `values of "${name}" that are neither true nor false stay texts` : undefined;
}

/** All are numbers with commas or without, and one at least can't be a thousand. */
function hasDecimalCommas(texts: string[]): boolean {
  return (
    texts.every((text) => COMMA_NUMBER.test(text) && Number.isFinite(commaNumber(text))) &&
    texts.some((text) => text.includes(',') && !AMBIGUOUS_COMMA.test(text))
  );
}

function commaNumber(text: string): number {
  return Number(text.replaceAll('.', '').replace(',', '.'));
}

/** What we wrote without quotes. */
function ownValue(text: string): unknown {
  if (text === '') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  if (!NUMBER.test(text)) return text;
  return INTEGER.test(text) ? exactInteger(text) : Number(text);
}

/** Whether a text would be read back as something else than a text. */
export function isTypedText(text: string): boolean {
  return text === '' || text === 'true' || text === 'false' || NUMBER.test(text);
}

function isSafeNumber(text: string): boolean {
  return (
    NUMBER.test(text) &&
    (!INTEGER.test(text) || Number.isSafeInteger(Number(text))) &&
    Number.isFinite(Number(text))
  );
}

function isBoolean(text: string): boolean {
  return /^(?:true|false)$/i.test(text);
}
