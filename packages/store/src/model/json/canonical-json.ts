/**
 * JSON that is written just as JSON.stringify would write its value, found without parsing it. Every function gets the position
 * where something begins and gives the one behind its end; -1 where it is not there, or where that is in doubt: then it has to
 * be parsed.
 */

/** A string without escapes. One that needs some is in doubt: there are several ways to write them. */
export function endOfPlainString(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) return -1;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH || code < SPACE) return -1;
  }
  return -1;
}

/** Every decimal number of so many digits is the shortest one for its double. */
const MAX_DIGITS = 15;
/** Numbers below 0.000001 are written with an exponent. */
const MAX_LEADING_ZEROS = 5;

/** What was found last of a number: its digits without point and sign, and how many of them are behind the point. */
export type Digits = { value: number; places: number; isNegative: boolean };

/** A number without exponent, of up to 15 digits. `digits` takes what it is made of. */
export function endOfPlainNumber(text: string, start: number, digits: Digits): number {
  const isNegative = text.charCodeAt(start) === MINUS;
  const first = isNegative ? start + 1 : start;
  let value = 0;
  let at = first;
  let code = text.charCodeAt(at);
  for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++at)) value = value * 10 + code - ZERO;
  const whole = at - first;
  if (whole === 0 || whole > MAX_DIGITS || (whole > 1 && text.charCodeAt(first) === ZERO)) return -1;
  digits.isNegative = isNegative;
  digits.places = 0;
  if (code === POINT) {
    const isBelowOne = value === 0;
    const fraction = at + 1;
    let last = -1;
    at = fraction;
    code = text.charCodeAt(at);
    for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++at)) {
      value = value * 10 + code - ZERO;
      last = code;
      if (isBelowOne && value === 0 && at - fraction >= MAX_LEADING_ZEROS) return -1;
    }
    digits.places = at - fraction;
    if (last === -1 || last === ZERO || whole + digits.places > MAX_DIGITS) return -1;
  } else if (isNegative && value === 0) return -1;
  digits.value = value;
  return at;
}

const POWERS = Array.from({ length: MAX_DIGITS + 1 }, (_, places) => 10 ** places);

/** The double that parsing gives: both numbers are exact, so that their quotient is rounded once. */
export function numberOf({ value, places, isNegative }: Digits): number {
  const size = places === 0 ? value : value / POWERS[places]!;
  return isNegative ? -size : size;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
