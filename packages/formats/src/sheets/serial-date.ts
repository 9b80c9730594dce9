const DAY_MS = 86_400_000;
/** Serial 0; that 1900 counts as a leap year is made up for from March of that year on. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The last day of the year 9999. */
const MAX_SERIAL = 2_958_465;

/** Formats that every workbook has. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Whether a number format shows numbers as dates or times: `dd.mm.yyyy`, not `0.00 "days"`. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (BUILT_IN_DATES.has(id)) return true;
  if (code === undefined || /^general$/i.test(code)) return false;
  const plain = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmyhs]/i.test(plain);
}

/** Fractions of a second that are nearer to a whole one come from the division by days. */
const NOISE_MS = 10;

/** 45000 → `2023-03-15`, 45000.5 → `2023-03-15T12:00:00`, 0.5 → `12:00:00`; a number that is no date stays one. */
export function serialDate(serial: number, is1904: boolean): string | number {
  if (serial < 0 || serial > MAX_SERIAL) return serial;
  // There is no such day: it is the time of midnight.
  if (serial === 0 && !is1904) return '00:00:00';
  const exact = (is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(serial * DAY_MS);
  const seconds = Math.round(exact / 1000) * 1000;
  const isWhole = Math.abs(exact - seconds) < NOISE_MS;
  const iso = new Date(isWhole ? seconds : exact).toISOString().slice(0, isWhole ? 19 : 23);
  if (Number.isInteger(serial)) return iso.slice(0, 10);
  return serial < 1 ? iso.slice(11) : iso;
}
