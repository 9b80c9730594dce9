/** Words with a meaning of their own: as the name of a property they stand in double quotes. */
export const RESERVED: ReadonlySet<string> = new Set([
  'AND',
  'OR',
  'NOT',
  'LIKE',
  'BETWEEN',
  'IN',
  'IS',
  'NULL',
  'TRUE',
  'FALSE',
  'DIV',
]);

const START =
  ':_A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFE\\u200C-\\u200D\\u2070-\\u218F' +
  '\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const PART = `${START}.0-9\\u0300-\\u036F\\u203F-\\u2040`;

/** A name from where it is looked for: `road:class`, `address.street`. */
export const NAME = new RegExp(`[${START}][${PART}]*`, 'uy');
const WHOLE_NAME = new RegExp(`^[${START}][${PART}]*$`, 'u');

/** Whether a name can be written without quotes. */
export function isPlainName(name: string): boolean {
  return WHOLE_NAME.test(name) && !RESERVED.has(name.toUpperCase());
}

/** What the standard calls white space. */
export const WHITE_SPACE = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/y;
