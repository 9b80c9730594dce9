/** One character of a pattern; undefined = any. */
type Slot = string | undefined;

/**
 * A matcher of a LIKE pattern: `%` is any text, `_` any one character; `\%`, `\_` and `\\` are those characters.
 * The parts between the `%` are looked for from left to right and never again, so the cost is at most that of the text
 * times that of the longest part.
 */
export function likeMatcher(pattern: string): (text: string) => boolean {
  const parts = splitPattern(pattern);
  const first = parts[0]!;
  const last = parts.at(-1)!;
  const between = parts.slice(1, -1);
  const literal = longestLiteral(pattern);
  return (text) => {
    if (!text.includes(literal)) return false;
    const characters = [...text];
    if (!fitsAt(characters, first, 0)) return false;
    if (parts.length === 1) return characters.length === first.length;
    let at = first.length;
    for (const part of between) {
      at = findFrom(characters, part, at);
      if (at < 0) return false;
      at += part.length;
    }
    const tail = characters.length - last.length;
    return tail >= at && fitsAt(characters, last, tail);
  };
}

/** The longest text that whatever a pattern matches must have somewhere. */
export function longestLiteral(pattern: string): string {
  let longest = '';
  for (const part of splitPattern(pattern)) {
    let literal = '';
    for (const slot of [...part, undefined]) {
      if (slot !== undefined) literal += slot;
      else {
        if (literal.length > longest.length) longest = literal;
        literal = '';
      }
    }
  }
  return longest;
}

/** What stands between the `%`. */
function splitPattern(pattern: string): Slot[][] {
  const parts: Slot[][] = [[]];
  const characters = [...pattern];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!;
    const next = characters[i + 1];
    if (character === '\\' && (next === '%' || next === '_' || next === '\\')) {
      parts.at(-1)!.push(next);
      i++;
    } else if (character === '%') parts.push([]);
    else parts.at(-1)!.push(character === '_' ? undefined : character);
  }
  return parts;
}

function findFrom(characters: readonly string[], part: readonly Slot[], from: number): number {
  for (let at = from; at + part.length <= characters.length; at++)
    if (fitsAt(characters, part, at)) return at;
  return -1;
}

function fitsAt(characters: readonly string[], part: readonly Slot[], at: number): boolean {
  if (at + part.length > characters.length) return false;
  for (let i = 0; i < part.length; i++) {
    const slot = part[i];
    if (slot !== undefined && slot !== characters[at + i]) return false;
  }
  return true;
}
