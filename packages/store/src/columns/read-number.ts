const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const SMALL_E = 0x65;
const LARGE_E = 0x45;

/** Numbers of so many digits are whole in a double, and so are the powers of ten that they are divided by: the quotient is exact. */
const PLAIN_DIGITS = 15;
const POWERS = Array.from({ length: PLAIN_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * Where a number ends, how many decimals it has and, if it `isPlain`, its value and that times the power of ten that makes it whole.
 * Others have to be parsed. Overwritten by the next one.
 */
const read = { end: 0, isPlain: false, value: 0, whole: 0, decimals: 0 };

/** Reads a number of a stored text, the same as JSON.parse has it. */
export function readNumber(text: string, from: number): Readonly<typeof read> {
  const isNegative = text.charCodeAt(from) === MINUS;
  let at = isNegative ? from + 1 : from;
  let digits = 0;
  let whole = 0;
  let point = -1;
  let hasExponent = false;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      whole = whole * 10 + (code - ZERO);
      digits++;
    } else if (code === POINT) point = digits;
    else if (code === SMALL_E || code === LARGE_E || code === PLUS || code === MINUS) hasExponent = true;
    else break;
  }
  const isPlain = digits > 0 && digits <= PLAIN_DIGITS && !hasExponent;
  const decimals = point < 0 ? 0 : digits - point;
  const signed = isNegative ? -whole : whole;
  read.end = at;
  read.isPlain = isPlain;
  read.decimals = decimals;
  read.whole = signed;
  read.value = isPlain ? signed / POWERS[decimals]! : Number.NaN;
  return read;
}
