import {
  ARRAY_OPS,
  COMPARISON_OPS,
  type ComparisonOp,
  type Expression,
  findName,
  SPATIAL_OPS,
  TEMPORAL_OPS,
} from '../expression.ts';
import { FilterError } from '../filter-error.ts';
import { beginsGeometry, parseBbox, parseGeometry } from './parse-geometry.ts';
import { parseInstant, parseInterval } from './parse-instant.ts';
import { TokenReader } from './token-reader.ts';
import { RESERVED } from './words.ts';

/** What stood in brackets by itself: an expression, or where arrays are meant an array of one. */
type Group = { kind: 'group'; item: Expression };

/** Reads CQL2 text as the grammar has it; whether the operands fit their operators is not looked at. */
export function parseText(text: string): Expression {
  return new TextParser(text).whole();
}

class TextParser {
  readonly #reader: TokenReader;

  constructor(text: string) {
    this.#reader = new TokenReader(text);
  }

  whole(): Expression {
    const expression = this.#boolean();
    if (this.#reader.token.type !== 'end') throw this.#reader.unexpected('AND, OR or the end');
    return expression;
  }

  #boolean(): Expression {
    return this.#reader.nested(() => open(this.#or()));
  }

  #or(): Expression | Group {
    const first = this.#and();
    if (!this.#reader.isWord('OR')) return first;
    const args = [open(first)];
    while (this.#reader.takeWord('OR')) args.push(open(this.#and()));
    return { kind: 'or', args };
  }

  #and(): Expression | Group {
    const first = this.#not();
    if (!this.#reader.isWord('AND')) return first;
    const args = [open(first)];
    while (this.#reader.takeWord('AND')) args.push(open(this.#not()));
    return { kind: 'and', args };
  }

  #not(): Expression | Group {
    if (!this.#reader.takeWord('NOT')) return this.#predicate();
    return { kind: 'not', arg: this.#reader.nested(() => open(this.#not())) };
  }

  #predicate(): Expression | Group {
    const reader = this.#reader;
    const left = this.#sum();
    const op = this.#comparison();
    if (op !== undefined) return { kind: 'comparison', op, left: open(left), right: open(this.#sum()) };
    if (reader.takeWord('IS')) {
      const isNot = reader.takeWord('NOT');
      reader.expectWord('NULL');
      return negated({ kind: 'isNull', arg: open(left) }, isNot);
    }
    const isNot = reader.takeWord('NOT');
    if (reader.takeWord('LIKE'))
      return negated({ kind: 'like', value: open(left), pattern: open(this.#sum()) }, isNot);
    if (reader.takeWord('BETWEEN')) {
      const lower = open(this.#sum());
      reader.expectWord('AND');
      return negated({ kind: 'between', value: open(left), lower, upper: open(this.#sum()) }, isNot);
    }
    if (reader.takeWord('IN')) {
      reader.expectSign('(');
      const list = reader.list(() => open(this.#sum()));
      reader.expectSign(')');
      return negated({ kind: 'in', value: open(left), list }, isNot);
    }
    if (isNot) throw reader.unexpected('LIKE, BETWEEN or IN');
    return left;
  }

  #comparison(): ComparisonOp | undefined {
    const { token } = this.#reader;
    const op = token.type === 'sign' ? COMPARISON_OPS.find((known) => known === token.text) : undefined;
    if (op !== undefined) this.#reader.take();
    return op;
  }

  #sum(): Expression | Group {
    let left = this.#product();
    while (this.#reader.isSign('+') || this.#reader.isSign('-')) {
      const op = this.#reader.take().text as '+' | '-';
      left = { kind: 'arithmetic', op, left: open(left), right: open(this.#product()) };
    }
    return left;
  }

  #product(): Expression | Group {
    let left = this.#power();
    while (true) {
      const op = (['*', '/', '%'] as const).find((sign) => this.#reader.takeSign(sign));
      if (op === undefined && !this.#reader.takeWord('DIV')) return left;
      left = { kind: 'arithmetic', op: op ?? 'div', left: open(left), right: open(this.#power()) };
    }
  }

  #power(): Expression | Group {
    const left = this.#factor();
    if (!this.#reader.takeSign('^')) return left;
    return { kind: 'arithmetic', op: '^', left: open(left), right: open(this.#factor()) };
  }

  /** A minus belongs to the number behind it; in front of anything else it multiplies by -1, as JSON has no other way. */
  #factor(): Expression | Group {
    const reader = this.#reader;
    if (reader.takeSign('+')) {
      if (reader.token.type !== 'number') throw reader.unexpected('a number');
      return this.#operand();
    }
    if (!reader.takeSign('-')) return this.#operand();
    const operand = open(reader.nested(() => this.#factor()));
    if (operand.kind === 'literal' && typeof operand.value === 'number')
      // Not `-value`, which makes a negative zero of 0.
      return { kind: 'literal', value: 0 - operand.value };
    return { kind: 'arithmetic', op: '*', left: { kind: 'literal', value: -1 }, right: operand };
  }

  #operand(): Expression | Group {
    const reader = this.#reader;
    const { token } = reader;
    switch (token.type) {
      case 'number':
      case 'text':
        reader.take();
        return { kind: 'literal', value: token.type === 'number' ? token.value : token.text };
      case 'quoted':
        reader.take();
        return { kind: 'property', name: token.text };
      case 'name':
        return this.#named(token.text);
      case 'sign':
        if (token.text === '(') return reader.nested(() => this.#brackets());
        break;
    }
    throw reader.unexpected('a property, a value or a condition');
  }

  /** `(…)`: with a comma or nothing inside it is an array. */
  #brackets(): Expression | Group {
    const reader = this.#reader;
    reader.expectSign('(');
    if (reader.takeSign(')')) return { kind: 'array', items: [] };
    const items = reader.list(() => this.#or());
    reader.expectSign(')');
    return items.length === 1
      ? { kind: 'group', item: open(items[0]!) }
      : { kind: 'array', items: items.map((item) => asElement(item)) };
  }

  #named(name: string): Expression {
    const reader = this.#reader;
    const word = name.toUpperCase();
    if (word === 'TRUE' || word === 'FALSE') {
      reader.take();
      return { kind: 'literal', value: word === 'TRUE' };
    }
    if (RESERVED.has(word)) throw reader.unexpected('a property, a value or a condition');
    if (beginsGeometry(reader)) return { kind: 'geometry', geometry: parseGeometry(reader) };
    if (!reader.isCall()) {
      reader.take();
      return { kind: 'property', name };
    }
    switch (word) {
      case 'BBOX':
        return parseBbox(reader);
      case 'DATE':
      case 'TIMESTAMP':
        return parseInstant(reader);
      case 'INTERVAL':
        return parseInterval(reader, () => reader.nested(() => open(this.#sum())));
      default:
        return this.#call(name);
    }
  }

  #call(name: string): Expression {
    const { at } = this.#reader.take();
    const args = this.#reader.nested(() => this.#arguments());
    const two = (): [Expression, Expression] => {
      if (args.length !== 2)
        throw new FilterError(`${name} at character ${at} takes 2 arguments, not ${args.length}`);
      return [open(args[0]!), open(args[1]!)];
    };
    const word = name.toLowerCase();
    if (word === 'casei' || word === 'accenti') {
      if (args.length !== 1)
        throw new FilterError(`${name} at character ${at} takes 1 argument, not ${args.length}`);
      return { kind: word, arg: open(args[0]!) };
    }
    const spatial = findName(SPATIAL_OPS, name);
    if (spatial !== undefined) {
      const [left, right] = two();
      return { kind: 'spatial', op: spatial, left, right };
    }
    const temporal = findName(TEMPORAL_OPS, name);
    if (temporal !== undefined) {
      const [left, right] = two();
      return { kind: 'temporal', op: temporal, left, right };
    }
    const arrays = findName(ARRAY_OPS, name);
    if (arrays !== undefined) {
      two();
      return { kind: 'arrays', op: arrays, left: asElement(args[0]!), right: asElement(args[1]!) };
    }
    return { kind: 'function', name: word, args: args.map(open) };
  }

  #arguments(): (Expression | Group)[] {
    const reader = this.#reader;
    reader.expectSign('(');
    if (reader.takeSign(')')) return [];
    const args = reader.list(() => this.#or());
    reader.expectSign(')');
    return args;
  }
}

function negated(expression: Expression, isNot: boolean): Expression {
  return isNot ? { kind: 'not', arg: expression } : expression;
}

function open(expression: Expression | Group): Expression {
  return expression.kind === 'group' ? expression.item : expression;
}

/** Inside of an array, and where an array is asked for, `(1)` is an array too. */
function asElement(expression: Expression | Group): Expression {
  return expression.kind === 'group' ? { kind: 'array', items: [expression.item] } : expression;
}
