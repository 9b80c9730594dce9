import { type Expression, likeLiteral, propertyPath } from '@meridian/filter';
import { expressionNumbers } from '../../columns/expression-values.ts';
import { numberTest } from '../../columns/number-ranges.ts';
import type { FeatureTest, PropertyTest } from '../../model/query/query.ts';
import { writtenName, writtenValue } from '../../read/written-texts.ts';
import type { Condition } from './condition.ts';
import { exists, NEVER, notWritten, type ValueConditions, valueIn } from './pushed-value.ts';
import { isBindable, likeTest, numberRanges, textComparison, textList } from './pushed-value-tests.ts';

/** More conditions than these are left to the evaluator: each has a cost for every row. */
const MAX_CONDITIONS = 24;

/**
 * What PostgreSQL tests itself where every row is looked at: by the texts of features, without parsing them, so that only those
 * that may pass leave the database. Of the rows that it leaves out none passes; of the others the evaluator decides.
 */
export function pushedConditions(tests: readonly FeatureTest[]): Condition[] {
  return tests.flatMap((test) => {
    if (test.root === 'expression')
      return isSmall(test.expression) ? (sidesOf(test.expression).holds ?? []) : [];
    return test.root === 'properties' ? (comparisonOf(test) ?? []) : [];
  });
}

/** Of a comparison of the hub's own syntax; equality is looked for as it is written, see `writtenTexts`. */
function comparisonOf({ path, comparison, operands }: PropertyTest): Condition | undefined {
  if (operands.length > MAX_CONDITIONS) return undefined;
  const name = writtenName(path);
  switch (comparison) {
    case '!=': {
      const written = operands.flatMap((operand) =>
        operand === null ? 'null' : (writtenValue(operand) ?? []),
      );
      return written.length > 0 ? notWritten(name, written) : undefined;
    }
    case '>':
    case '>=':
    case '<':
    case '<=': {
      const texts = operands.filter((operand) => typeof operand === 'string');
      return valueIn(name, {
        numbers: numberRanges(numberTest(comparison, operands)).holds,
        texts: anyOf(texts.map((text) => textComparison(comparison, text))),
      });
    }
    default:
      return undefined;
  }
}

/** What must be so of a row where a condition is true, and where it is false; undefined = nothing is known. */
type Sides = { holds?: Condition | undefined; fails?: Condition | undefined };

/** As `holds` is of what may be true, and unknown is neither, NOT only exchanges the sides. */
function sidesOf(expression: Expression): Sides {
  switch (expression.kind) {
    case 'and': {
      const parts = expression.args.map(sidesOf);
      return { holds: allOf(parts.map(({ holds }) => holds)), fails: anyOf(parts.map(({ fails }) => fails)) };
    }
    case 'or': {
      const parts = expression.args.map(sidesOf);
      return { holds: anyOf(parts.map(({ holds }) => holds)), fails: allOf(parts.map(({ fails }) => fails)) };
    }
    case 'not': {
      const { holds, fails } = sidesOf(expression.arg);
      return { holds: fails, fails: holds };
    }
    case 'isNull': {
      // A feature without the property has its name elsewhere, perhaps: only of what has it nowhere more is known.
      const name = nameOf(expression.arg);
      return name === undefined ? {} : { fails: exists(name) };
    }
    case 'comparison':
    case 'between':
    case 'in':
    case 'like':
      return leafSides(expression);
    default:
      return {};
  }
}

type Leaf = Extract<Expression, { kind: 'comparison' | 'between' | 'in' | 'like' }>;

/** A condition on one property. Values of another type than the literals make it unknown, and so do null and absent ones. */
function leafSides(leaf: Leaf): Sides {
  const { property, literals } = partsOf(leaf);
  const name = property && nameOf(property);
  if (name === undefined) return {};
  const has = exists(name);
  const sides = (holds: ValueConditions, fails: ValueConditions): Sides => ({
    holds: allOf([has, valueIn(name, holds)]),
    fails: allOf([has, valueIn(name, fails)]),
  });
  if (leaf.kind === 'like') {
    const texts = property!.kind === 'property' ? likeTest(leaf) : undefined;
    if (!texts) return { holds: has, fails: has };
    const literal = likeLiteral(leaf)?.literal;
    const { holds, fails } = sides({ texts: texts.holds }, { texts: texts.fails });
    const written = literal === undefined ? undefined : exists(JSON.stringify(literal).slice(1, -1));
    return { holds: allOf([written, holds]), fails };
  }
  if (property!.kind !== 'property') return { holds: has, fails: has };
  const numbers = expressionNumbers(leaf);
  if (numbers) {
    const { holds, fails } = numberRanges(numbers);
    return sides({ numbers: holds }, { numbers: fails });
  }
  const texts = literals?.every(isBindable) ? textSides(leaf, literals) : undefined;
  return texts ? sides({ texts: texts.holds }, { texts: texts.fails }) : { holds: has, fails: has };
}

const NEGATED = { '=': '<>', '<>': '=', '<': '>=', '>': '<=', '<=': '>', '>=': '<' } as const;
const TURNED = { '=': '=', '<>': '<>', '<': '>', '>': '<', '<=': '>=', '>=': '<=' } as const;

function textSides(leaf: Exclude<Leaf, { kind: 'like' }>, texts: readonly string[]): Sides {
  switch (leaf.kind) {
    case 'comparison': {
      const op = leaf.left.kind === 'literal' ? TURNED[leaf.op] : leaf.op;
      return { holds: textComparison(op, texts[0]!), fails: textComparison(NEGATED[op], texts[0]!) };
    }
    case 'between': {
      const [low, high] = texts as [string, string];
      return {
        holds: allOf([textComparison('>=', low), textComparison('<=', high)]),
        fails: anyOf([textComparison('<', low), textComparison('>', high)]),
      };
    }
    case 'in':
      return textList(texts);
  }
}

/** What a condition looks at, and what that is compared with where all of it is texts. */
function partsOf(leaf: Leaf): { property: Expression | undefined; literals: readonly string[] | undefined } {
  const texts = (parts: readonly Expression[]) => {
    const values = parts.map((part) => (part.kind === 'literal' ? part.value : undefined));
    return values.every((value) => typeof value === 'string') ? values : undefined;
  };
  switch (leaf.kind) {
    case 'comparison': {
      const [property, other] =
        nameOf(leaf.left) !== undefined ? [leaf.left, leaf.right] : [leaf.right, leaf.left];
      return { property, literals: texts([other]) };
    }
    case 'between':
      return { property: leaf.value, literals: texts([leaf.lower, leaf.upper]) };
    case 'in':
      return { property: leaf.value, literals: texts(leaf.list) };
    case 'like':
      return { property: leaf.value, literals: undefined };
  }
}

/** How the name of a property is written in features; undefined of what is no property, folded or not. */
function nameOf(expression: Expression): string | undefined {
  if (expression.kind === 'casei' || expression.kind === 'accenti') return nameOf(expression.arg);
  const path = expression.kind === 'property' ? propertyPath(expression.name) : undefined;
  return path && writtenName(path);
}

function isSmall(expression: Expression): boolean {
  let count = 0;
  const visit = (part: Expression): void => {
    count += part.kind === 'in' ? part.list.length : 1;
    if (part.kind === 'and' || part.kind === 'or') part.args.forEach(visit);
    else if (part.kind === 'not') visit(part.arg);
  };
  visit(expression);
  return count <= MAX_CONDITIONS;
}

/** Those that are not known say nothing. */
function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  return joined(
    conditions.filter((condition) => condition !== undefined),
    ' AND ',
  );
}

/** Where one is not known, nothing is. */
function anyOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const known = conditions.filter((condition) => condition !== undefined);
  if (known.length < conditions.length) return undefined;
  return known.length === 0 ? NEVER : joined(known, ' OR ');
}

function joined(conditions: readonly Condition[], by: string): Condition | undefined {
  if (conditions.length <= 1) return conditions[0];
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(by),
    values: conditions.flatMap(({ values }) => values),
  };
}
