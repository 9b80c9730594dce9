import { type Column, KIND } from './batch.ts';
import { ENTRY_WIDTHS, FORMAT, HEADER_WORDS, NUMBER_SCALES, type NumberForm, WORD } from './column-format.ts';
import { bytesOf, joinSections, packed } from './packing.ts';

/** A column as it is stored; see `column-format.ts`. */
export function encodeColumn(column: Column): Uint8Array {
  return packed(bodyOf(column), FORMAT);
}

function bodyOf({ kinds, numbers, codes, dictionary }: Column): Uint8Array {
  const header = new Uint32Array(HEADER_WORDS);
  const sections: Uint8Array[] = [new Uint8Array(header.buffer)];
  const add = (bytes: Uint8Array) => void sections.push(bytes);
  header[WORD.rows] = kinds.length;
  const isUniform = kinds.every((kind) => kind === kinds[0]);
  header[WORD.uniformKind] = isUniform && kinds.length > 0 ? kinds[0]! + 1 : 0;
  if (!isUniform) add(kinds);
  const present = presentNumbers(kinds, numbers);
  const form = numberForm(present);
  header[WORD.numbers] = present.length;
  header[WORD.numberWidth] = form.width;
  header[WORD.numberScale] = form.scale;
  add(bytesOf(Float64Array.of(form.base)));
  add(encodeNumbers(present, form));
  const isCoded = dictionary.length > 0;
  const codeWidth = isCoded ? widthFor(dictionary.length - 1) : 0;
  header[WORD.codeWidth] = codeWidth;
  if (isCoded) add(bytesOf(narrowed(presentCodes(kinds, codes), codeWidth)));
  addDictionary(dictionary, header, add);
  return joinSections(sections);
}

/** Of the rows that have one: the others need no room. */
function presentNumbers(kinds: Uint8Array, numbers: Float64Array): Float64Array {
  const present = new Float64Array(numbers.length);
  let count = 0;
  for (let row = 0; row < numbers.length; row++)
    if (kinds[row] === KIND.number || kinds[row] === KIND.exact) present[count++] = numbers[row]!;
  return present.subarray(0, count);
}

function presentCodes(kinds: Uint8Array, codes: Uint32Array): Uint32Array {
  const present = new Uint32Array(codes.length);
  let count = 0;
  for (let row = 0; row < codes.length; row++) if (kinds[row]! >= KIND.text) present[count++] = codes[row]!;
  return present.subarray(0, count);
}

/** Whole multiples of a power of ten above the least of them, where all are such; otherwise as they are. */
function numberForm(numbers: Float64Array): NumberForm {
  for (const [scale, factor] of NUMBER_SCALES.entries()) {
    let low = Infinity;
    let high = -Infinity;
    const isExact = numbers.every((number) => {
      const whole = Math.round(number * factor);
      low = Math.min(low, whole);
      high = Math.max(high, whole);
      return (
        whole / factor === number && !Object.is(number, -0) && Math.abs(whole) <= Number.MAX_SAFE_INTEGER
      );
    });
    if (isExact && numbers.length > 0 && high - low < 2 ** 32)
      return { width: widthFor(high - low), scale, base: low };
  }
  return { width: 8, scale: 0, base: 0 };
}

function encodeNumbers(numbers: Float64Array, { width, scale, base }: NumberForm): Uint8Array {
  if (width === 8) return bytesOf(numbers);
  const factor = NUMBER_SCALES[scale]!;
  return bytesOf(narrowed(numbers, width, (number) => Math.round(number * factor) - base));
}

function narrowed(
  values: Float64Array | Uint32Array,
  width: number,
  toWhole: (value: number) => number = (value) => value,
): Uint8Array | Uint16Array | Uint32Array {
  const Narrow = ENTRY_WIDTHS[width as 1 | 2 | 4];
  const result = new Narrow(values.length);
  for (let i = 0; i < values.length; i++) result[i] = toWhole(values[i]!);
  return result;
}

function widthFor(max: number): 1 | 2 | 4 {
  return max < 2 ** 8 ? 1 : max < 2 ** 16 ? 2 : 4;
}

/** All texts as one, and how long each of them is. */
function addDictionary(
  dictionary: readonly string[],
  header: Uint32Array,
  add: (bytes: Uint8Array) => void,
): void {
  if (dictionary.length === 0) return;
  const lengths = new Uint32Array(dictionary.length);
  let longest = 0;
  for (let i = 0; i < lengths.length; i++) {
    const { length } = dictionary[i]!;
    lengths[i] = length;
    if (length > longest) longest = length;
  }
  const width = widthFor(longest);
  const joined = dictionary.join('');
  // Half a surrogate pair has no UTF-8.
  const isUtf8 = joined.isWellFormed();
  const bytes = Buffer.from(joined, isUtf8 ? 'utf8' : 'utf16le');
  header[WORD.entries] = dictionary.length;
  header[WORD.lengthWidth] = width;
  header[WORD.textBytes] = bytes.length;
  header[WORD.isUtf16] = isUtf8 ? 0 : 1;
  add(bytesOf(narrowed(lengths, width)));
  add(bytes);
}
