/** Escapes and classes stand for one character each. */
const ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<[^>]*>|[\s\S])/gu;
const CLASS = /\[[^\]]*\]/gu;
const INNERMOST = /\((\?(?::|<?[=!]|<[^>=!]*>))?([^()]*)\)([*+?]|\{\d+(?:,\d*)?\})?/u;
const COUNTED = /[*+]|\{\d+,\d*\}/gu;
const CHOICE = /[|?]/gu;

/**
 * At most so many steps an engine that backtracks takes for a text of this length; infinite where it may be exponential in it,
 * as for `(a+)+`. Too large rather than too small.
 */
export function patternCost(pattern: string, length: number): number {
  let flat = pattern.replace(ESCAPE, 'x').replace(CLASS, 'x');
  for (let group = INNERMOST.exec(flat); group; group = INNERMOST.exec(flat)) {
    const [whole, kind = '', body = '', quantifier = ''] = group;
    const isRepeated = quantifier !== '' && quantifier !== '?';
    if (isRepeated && /[*+?|{]/u.test(body)) return Number.POSITIVE_INFINITY;
    // What looks ahead or behind is one more way through the text.
    const looks = /[=!]/u.test(kind) ? 'x*' : '';
    const instead = isRepeated ? `x${quantifier}` : `${body}${quantifier === '?' ? 'x?' : ''}`;
    flat = flat.slice(0, group.index) + instead + looks + flat.slice(group.index + whole.length);
  }
  const [counted, choices] = [flat.match(COUNTED)?.length ?? 0, flat.match(CHOICE)?.length ?? 0];
  return (length + 1) ** (counted + 1) * 2 ** choices;
}
