/**
 * Spreadsheets run a field that begins with one of these characters as a formula, in quotes too: `=HYPERLINK(…)` in somebody's
 * property can send what is in the sheet elsewhere. An apostrophe before it makes it a text. Texts that have one already get
 * another, so that taking one away gives back what there was.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}

export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Undoes `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
