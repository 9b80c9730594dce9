import type { ArithmeticOp } from '../expression.ts';

/** Null where there is no finite result, as for a division by zero. */
export function calculate(op: ArithmeticOp, a: number, b: number): number | null {
  const result = resultOf(op, a, b);
  return Number.isFinite(result) ? result : null;
}

function resultOf(op: ArithmeticOp, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case 'div':
      return Math.trunc(a / b);
    case '^':
      return a ** b;
  }
}
