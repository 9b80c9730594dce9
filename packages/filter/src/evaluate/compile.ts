import type { Geometry, Geos } from '@meridian/geo';
import { type Expression, GEOMETRY_NAME, ID_NAME, type IntervalBound } from '../expression.ts';
import type { FunctionName } from '../functions.ts';
import { parseMoment } from '../instant.ts';
import { propertyPath } from '../property-path.ts';
import { calculate } from './arithmetic.ts';
import { relateArrays } from './arrays.ts';
import { CALLS } from './call.ts';
import { holds, isMoment, orderOf } from './compare.ts';
import { foldAccents, foldCase } from './fold.ts';
import { likeMatcher } from './like.ts';
import { literalGeometry, spatialTest } from './spatial.ts';
import { instantPeriod, momentOf, type Period, relatePeriods } from './temporal.ts';
import type { FilterSubject, Value } from './value.ts';

/** A filter made ready to be held against many features; `free` it when done. */
export type CompiledFilter = {
  /** Whether a feature passes: only what is surely true does. */
  matches(subject: FilterSubject): boolean;
  /** What it comes to; null = not known. */
  evaluate(subject: FilterSubject): boolean | null;
  free(): void;
};

type Condition = (subject: FilterSubject) => boolean | null;
type Evaluate = (subject: FilterSubject) => Value;

/** Of a filter that `checkFilter` has passed; only spatial conditions need GEOS. */
export function compileFilter(expression: Expression, geos: Geos | undefined): CompiledFilter {
  const compiler = new Compiler(geos);
  const condition = compiler.condition(expression);
  return {
    matches: (subject) => condition(subject) === true,
    evaluate: condition,
    free: () => compiler.free(),
  };
}

class Compiler {
  readonly #geos: Geos | undefined;
  readonly #held: (() => void)[] = [];

  constructor(geos: Geos | undefined) {
    this.#geos = geos;
  }

  free(): void {
    for (const release of this.#held.splice(0)) release();
  }

  condition(expression: Expression): Condition {
    switch (expression.kind) {
      case 'and':
        return all(expression.args.map((arg) => this.condition(arg)));
      case 'or':
        return any(expression.args.map((arg) => this.condition(arg)));
      case 'not':
        return not(this.condition(expression.arg));
      case 'comparison': {
        const { op } = expression;
        return compared(
          [expression.left, expression.right].map((side) => this.value(side)),
          (order) => holds(op, order),
        );
      }
      case 'between': {
        const [value, lower, upper] = [expression.value, expression.lower, expression.upper].map((side) =>
          this.value(side),
        ) as [Evaluate, Evaluate, Evaluate];
        return all([
          compared([value, lower], (order) => order >= 0),
          compared([value, upper], (order) => order <= 0),
        ]);
      }
      case 'in': {
        const value = this.value(expression.value);
        return any(
          expression.list.map((item) => compared([value, this.value(item)], (order) => order === 0)),
        );
      }
      case 'like':
        return this.#like(expression);
      case 'isNull':
        return this.#isNull(expression.arg);
      case 'spatial': {
        if (this.#geos === undefined)
          throw new Error('GEOS must be loaded before spatial conditions are compiled');
        const test = spatialTest(expression.op, expression.left, expression.right, this.#geos);
        this.#held.push(() => test.free());
        return (subject) => test.holds(subject.geometry());
      }
      case 'temporal': {
        const { op } = expression;
        const [left, right] = [this.#period(expression.left), this.#period(expression.right)];
        return (subject) => {
          const [a, b] = [left(subject), right(subject)];
          return a === null || b === null ? null : relatePeriods(op, a, b);
        };
      }
      case 'arrays': {
        const { op } = expression;
        const [left, right] = [this.#array(expression.left), this.#array(expression.right)];
        return (subject) => {
          const [a, b] = [left(subject), right(subject)];
          return a === null || b === null ? null : relateArrays(op, a, b);
        };
      }
      default: {
        const value = this.value(expression);
        return (subject) => {
          const found = value(subject);
          return typeof found === 'boolean' ? found : null;
        };
      }
    }
  }

  value(expression: Expression): Evaluate {
    switch (expression.kind) {
      case 'literal': {
        const { value } = expression;
        return () => value;
      }
      case 'property':
        return property(expression.name);
      case 'date':
      case 'timestamp': {
        const moment = parseMoment(expression.text) ?? null;
        return () => moment;
      }
      case 'casei':
        return mapText(this.value(expression.arg), foldCase);
      case 'accenti':
        return mapText(this.value(expression.arg), foldAccents);
      case 'arithmetic': {
        const { op } = expression;
        const [left, right] = [this.value(expression.left), this.value(expression.right)];
        return (subject) => {
          const [a, b] = [left(subject), right(subject)];
          return typeof a === 'number' && typeof b === 'number' ? calculate(op, a, b) : null;
        };
      }
      case 'function':
        return this.#call(expression.name as FunctionName, expression.args);
      case 'array':
        return this.#array(expression);
      case 'geometry':
      case 'bbox':
      case 'interval':
        // Not a value that can be compared; what takes these reads them itself.
        return () => null;
      default:
        return this.condition(expression);
    }
  }

  #like({ value, pattern }: Extract<Expression, { kind: 'like' }>): Condition {
    const text = this.value(value);
    const matcher = likeMatcher(patternText(pattern));
    return (subject) => {
      const found = text(subject);
      return typeof found === 'string' ? matcher(found) : null;
    };
  }

  #isNull(arg: Expression): Condition {
    if (literalGeometry(arg) !== undefined || arg.kind === 'interval') return () => false;
    if (arg.kind === 'property' && arg.name === GEOMETRY_NAME)
      return (subject) => subject.geometry() === null;
    if (arg.kind === 'property') {
      const path = propertyPath(arg.name);
      return path === undefined ? () => false : (subject) => (subject.property(path) ?? null) === null;
    }
    const value = this.value(arg);
    return (subject) => value(subject) === null;
  }

  #call(name: FunctionName, args: readonly Expression[]): Evaluate {
    const call = CALLS[name];
    const given = args.map((arg) => this.#geometry(arg) ?? this.value(arg));
    return (subject) => call(...given.map((argument) => argument(subject)));
  }

  /** The geometry of the feature or of a literal; undefined for what is none. */
  #geometry(expression: Expression): ((subject: FilterSubject) => Geometry | null) | undefined {
    if (expression.kind === 'property' && expression.name === GEOMETRY_NAME)
      return (subject) => subject.geometry();
    const literal = literalGeometry(expression);
    return literal && (() => literal);
  }

  #period(expression: Expression): (subject: FilterSubject) => Period | null {
    if (expression.kind !== 'interval') {
      const value = this.value(expression);
      return (subject) => {
        const found = value(subject);
        const moment = isMoment(found) ? found : momentOf(found);
        return moment === undefined ? null : instantPeriod(moment);
      };
    }
    const [start, end] = [this.#bound(expression.start), this.#bound(expression.end)];
    return (subject) => {
      const [from, to] = [start(subject), end(subject)];
      return from === null || to === null ? null : { start: from, end: to, isInstant: false };
    };
  }

  /** Undefined = unbounded, null = not known. */
  #bound(bound: IntervalBound): (subject: FilterSubject) => Period['start'] | null {
    if (bound.kind === 'unbounded') return () => undefined;
    const value = this.value(bound);
    return (subject) => {
      const found = value(subject);
      return isMoment(found) ? found : (momentOf(found) ?? null);
    };
  }

  #array(expression: Expression): (subject: FilterSubject) => readonly unknown[] | null {
    if (expression.kind === 'array') {
      const items = expression.items.map((item) => this.#element(item));
      return (subject) => items.map((item) => item(subject));
    }
    const value = this.value(expression);
    return (subject) => {
      const found = value(subject);
      return Array.isArray(found) ? found : null;
    };
  }

  /** An element as it would stand in data: dates as text, geometries as GeoJSON. */
  #element(item: Expression): (subject: FilterSubject) => unknown {
    if (item.kind === 'date' || item.kind === 'timestamp') return () => item.text;
    return this.#geometry(item) ?? this.value(item);
  }
}

function property(name: string): Evaluate {
  if (name === ID_NAME) return (subject) => subject.id;
  const path = propertyPath(name);
  if (path === undefined) return () => null;
  return (subject) => {
    const value = subject.property(path);
    return typeof value === 'object' && !Array.isArray(value) ? null : ((value ?? null) as Value);
  };
}

function compared(sides: Evaluate[], test: (order: number) => boolean): Condition {
  const [left, right] = sides as [Evaluate, Evaluate];
  return (subject) => {
    const order = orderOf(left(subject), right(subject));
    return order === null ? null : test(order);
  };
}

function mapText(value: Evaluate, map: (text: string) => string): Evaluate {
  return (subject) => {
    const found = value(subject);
    return typeof found === 'string' ? map(found) : null;
  };
}

export function patternText(pattern: Expression): string {
  switch (pattern.kind) {
    case 'casei':
      return foldCase(patternText(pattern.arg));
    case 'accenti':
      return foldAccents(patternText(pattern.arg));
    default:
      return pattern.kind === 'literal' ? String(pattern.value) : '';
  }
}

/** False if one is, else unknown if one is. */
function all(conditions: readonly Condition[]): Condition {
  return (subject) => {
    let result: boolean | null = true;
    for (const condition of conditions) {
      const found = condition(subject);
      if (found === false) return false;
      if (found === null) result = null;
    }
    return result;
  };
}

/** True if one is, else unknown if one is. */
function any(conditions: readonly Condition[]): Condition {
  return (subject) => {
    let result: boolean | null = false;
    for (const condition of conditions) {
      const found = condition(subject);
      if (found === true) return true;
      if (found === null) result = null;
    }
    return result;
  };
}

function not(condition: Condition): Condition {
  return (subject) => {
    const found = condition(subject);
    return found === null ? null : !found;
  };
}
