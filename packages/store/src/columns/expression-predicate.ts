import {
  type CompiledFilter,
  compileFilter,
  type Expression,
  likeLiteral,
  operands,
  propertyPath,
} from '@meridian/filter';
import { type Column, valueIn } from './batch.ts';
import { COLUMN, propertyKey } from './column-key.ts';
import { expressionNumbers, expressionTexts } from './expression-values.ts';
import { geometryPredicate } from './geometry-predicate.ts';
import { outcomeOf, UNDECIDED } from './outcomes.ts';
import { all, any, not, type Predicate, UNDECIDABLE } from './predicate.ts';
import { type ValueTest, valuePredicate } from './value-test.ts';

/** A CQL2 condition: AND, OR and NOT are combined here, what is below them is held against columns. */
export function expressionPredicate(expression: Expression): Predicate {
  switch (expression.kind) {
    case 'and':
      return all(expression.args.map(expressionPredicate));
    case 'or':
      return any(expression.args.map(expressionPredicate));
    case 'not':
      return not(expressionPredicate(expression.arg));
    default:
      return geometryPredicate(expression) ?? leafPredicate(expression);
  }
}

function leafPredicate(expression: Expression): Predicate {
  const keys = new Set<string>();
  // Of geometry only type and box are in columns.
  if (!collectKeys(expression, keys)) return UNDECIDABLE;
  const compiled = compileFilter(expression, undefined);
  const [first, ...others] = keys;
  if (first === undefined) return valuePredicate(COLUMN.position, ofSubject(compiled));
  return others.length === 0
    ? valuePredicate(first, valueTest(expression, compiled))
    : rowPredicate([...keys], compiled);
}

/** The columns of all properties that an expression names; false where it looks at a geometry. */
function collectKeys(expression: Expression, keys: Set<string>): boolean {
  if (expression.kind === 'spatial') return false;
  if (expression.kind === 'property') {
    const path = propertyPath(expression.name);
    if (path) keys.add(propertyKey(path));
    else if (expression.name === 'id') keys.add(COLUMN.id);
    else return false;
  }
  return operands(expression).every((operand) => operand.kind === 'unbounded' || collectKeys(operand, keys));
}

/** Of a condition that looks at no property at all. */
function ofSubject(compiled: CompiledFilter): ValueTest {
  const outcome = outcomeOf(compiled.evaluate({ id: '', property: () => undefined, geometry: () => null }));
  return { outcome: () => outcome, texts: [] };
}

function valueTest(expression: Expression, compiled: CompiledFilter): ValueTest {
  const subject = {
    id: '',
    value: undefined as unknown,
    property: () => subject.value,
    geometry: () => null,
  };
  const numbers = expressionNumbers(expression);
  const texts = expressionTexts(expression);
  const like = likeLiteral(expression);
  return {
    outcome(value) {
      subject.value = value;
      subject.id = typeof value === 'string' ? value : '';
      return outcomeOf(compiled.evaluate(subject));
    },
    ...(numbers && { numbers }),
    ...(texts && { texts }),
    ...(like && { like }),
  };
}

/** A condition on several columns, row by row. */
function rowPredicate(keys: readonly string[], compiled: CompiledFilter): Predicate {
  return {
    keys,
    outlook: () => UNDECIDED,
    columnsFor: (block) => (keys.every((key) => block.summary(key)) ? [...keys] : []),
    evaluate(block) {
      const outcomes = new Uint8Array(block.rows).fill(UNDECIDED);
      if (!keys.every((key) => block.summary(key))) return outcomes;
      const columns = new Map(keys.map((key) => [key, block.column(key)!]));
      /** Of the paths that the condition asks with, which are the same each time. */
      const byPath = new Map<readonly string[], Column>();
      let row = 0;
      const ids = columns.get(COLUMN.id);
      const subject = {
        get id() {
          return valueIn(ids!, row) as string;
        },
        property(path: readonly string[]) {
          const column = byPath.get(path) ?? columns.get(propertyKey(path))!;
          byPath.set(path, column);
          return valueIn(column, row);
        },
        geometry: () => null,
      };
      for (; row < block.rows; row++) outcomes[row] = outcomeOf(compiled.evaluate(subject));
      return outcomes;
    },
  };
}
