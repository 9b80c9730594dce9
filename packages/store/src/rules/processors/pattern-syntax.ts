/**
 * Translates a regular expression of ECMAScript (flag `u`, known to be valid) to the syntax of RE2, so that it means the
 * same; undefined where RE2 has no way to say it: look-around, back-references, modifiers, most of `\p{…}`.
 */
export function toRe2(source: string): string | undefined {
  if (!source.isWellFormed()) return undefined;
  const parts: string[] = [];
  let isInClass = false;
  for (let at = 0; at < source.length; ) {
    const token: Token | undefined = isInClass ? inClass(source, at) : outsideOfClass(source, at);
    if (!token) return undefined;
    parts.push(token.text);
    at += token.length;
    isInClass = token.opensClass ?? (token.closesClass ? false : isInClass);
  }
  return parts.join('');
}

type Token = { text: string; length: number; opensClass?: true; closesClass?: true };

/** What `\s` means in ECMAScript; RE2's knows ASCII only. */
const SPACES =
  '\\t\\n\\x0b\\f\\r\\x20\\xa0\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
/** What `.` does not match in ECMAScript; RE2 leaves out the line feed only. */
const LINE_ENDS = '\\n\\r\\x{2028}\\x{2029}';

function outsideOfClass(source: string, at: number): Token | undefined {
  const char = source[at]!;
  if (char === '\\') return escaped(source, at, false);
  if (char === '.') return { text: `[^${LINE_ENDS}]`, length: 1 };
  if (char === '(') return group(source, at);
  if (char !== '[') return { text: char, length: 1 };
  const start = source[at + 1] === '^' ? '[^' : '[';
  // Nothing, or anything: RE2 takes the bracket for a member.
  if (source[at + start.length] === ']') return undefined;
  return { text: start, length: start.length, opensClass: true };
}

/** Names of groups say nothing about what matches. */
function group(source: string, at: number): Token | undefined {
  const [start, name] = /^\((?:\?(?::|<([^=!>]+)>))?/.exec(source.slice(at, at + 1010))!;
  if (name !== undefined) return { text: '(', length: start.length };
  return start === '(' && source[at + 1] === '?' ? undefined : { text: start, length: start.length };
}

function inClass(source: string, at: number): Token | undefined {
  const char = source[at]!;
  if (char === '\\') return escaped(source, at, true);
  if (char === ']') return { text: char, length: 1, closesClass: true };
  // `[[:alpha:]` would name a class of RE2's.
  return { text: char === '[' ? '\\[' : char, length: 1 };
}

const CODE_POINT = /^\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/i;
const CATEGORY = /^\\[pP]\{[A-Z][a-z]?\}/;

function escaped(source: string, at: number, isInClass: boolean): Token | undefined {
  const char = source[at + 1]!;
  const rest = source.slice(at, at + 12);
  const category = CATEGORY.exec(rest)?.[0];
  if (category) return { text: category, length: category.length };
  const hex = CODE_POINT.exec(rest);
  if (hex) return codePoint(Number.parseInt(hex[1] ?? hex[2] ?? hex[3]!, 16), hex[0].length);
  if (char === 'c') return codePoint(source.charCodeAt(at + 2) % 32, 3);
  if (char === '0') return codePoint(0, 2);
  if (char === 's') return { text: isInClass ? SPACES : `[${SPACES}]`, length: 2 };
  if (char === 'S') return isInClass ? undefined : { text: `[^${SPACES}]`, length: 2 };
  if (char === 'b' && isInClass) return codePoint(8, 2);
  if (/[1-9kpPux]/.test(char)) return undefined;
  return { text: `\\${char}`, length: 2 };
}

/** Half of a surrogate pair may belong to the one before or behind it. */
function codePoint(code: number, length: number): Token | undefined {
  if (code >= 0xd800 && code <= 0xdfff) return undefined;
  return { text: `\\x{${code.toString(16)}}`, length };
}
