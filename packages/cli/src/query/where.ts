import { type Condition, OPERATORS, type Operand } from '@meridian/client';
import { InvalidArgumentError } from 'commander';

/** Longest first: `>=` is not `>`. */
const LONGEST_FIRST = OPERATORS.toSorted((a, b) => b.length - a.length);
const SPLIT = new RegExp(
  `^([^=<>!]+?)(${LONGEST_FIRST.map((operator) => RegExp.escape(operator)).join('|')})(.*)$`,
  's',
);

/**
 * `height>=4000` → `['p.height', '>=', 4000]`; a bare name is a property, `f.` looks at the feature itself.
 * Commas mean or. A quoted value is text, whatever it looks like.
 */
export function readCondition(text: string): Condition {
  const [, name, sign, value] = SPLIT.exec(text) ?? [];
  const operator = OPERATORS.find((known) => known === sign);
  if (name === undefined || operator === undefined)
    throw new InvalidArgumentError('a comparison such as height>=4000, name=Bonn,Berlin or kind!=null.');
  const key = /^[pf]\./.test(name) ? name : `p.${name}`;
  return [key as `p.${string}`, operator, splitValues(value!).map(readOperand)];
}

/** For an option that may be given several times. */
export function addCondition(text: string, earlier: Condition[] = []): Condition[] {
  return [...earlier, readCondition(text)];
}

function readOperand(text: string): Operand {
  const quoted = /^(["'])(.*)\1$/s.exec(text);
  if (quoted) return quoted[2]!;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
}

/** Commas within quotes belong to the value. */
function splitValues(text: string): string[] {
  return text.match(/("[^"]*"|'[^']*'|[^,])+|(?<=^|,)(?=,|$)/g) ?? [''];
}
