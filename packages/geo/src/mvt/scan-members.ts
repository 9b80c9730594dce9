const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * Passes over the members of a JSON object without parsing it: `member` hears of each name and of where its value
 * begins and ends. The text must be JSON without blanks. False, perhaps after some members, where a name has an escape
 * in it or the text is not as expected: then it has to be parsed.
 */
export function scanMembers(text: string, member: (name: string, from: number, to: number) => void): boolean {
  if (text.charCodeAt(0) !== OPEN_BRACE) return false;
  if (text.length === 2) return text.charCodeAt(1) === CLOSE_BRACE;
  for (let at = 1; ; ) {
    if (text.charCodeAt(at) !== QUOTE) return false;
    const end = text.indexOf('"', at + 1);
    const name = text.slice(at + 1, end);
    if (end < 0 || text.charCodeAt(end + 1) !== COLON || name.includes('\\')) return false;
    const from = end + 2;
    const to = endOfValue(text, from);
    if (to < 0) return false;
    member(name, from, to);
    const next = text.charCodeAt(to);
    if (next === CLOSE_BRACE) return to === text.length - 1;
    if (next !== COMMA) return false;
    at = to + 1;
  }
}

/** Where a value ends; -1 where it does not. */
export function endOfValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return endOfString(text, from);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNested(text, from);
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE) break;
  }
  return at > from ? at : -1;
}

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return -1;
}

function endOfNested(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at) - 1;
      if (at < 0) return -1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at + 1;
  }
  return -1;
}
