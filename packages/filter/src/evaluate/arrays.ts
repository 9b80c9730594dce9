import type { ArrayOp } from '../expression.ts';

/** Arrays are compared as sets: neither order nor repetition matters. */
export function relateArrays(op: ArrayOp, a: readonly unknown[], b: readonly unknown[]): boolean {
  const left = new Set(a.map(keyOf));
  const right = new Set(b.map(keyOf));
  switch (op) {
    case 'a_equals':
      return left.size === right.size && left.isSubsetOf(right);
    case 'a_contains':
      return left.isSupersetOf(right);
    case 'a_containedBy':
      return left.isSubsetOf(right);
    case 'a_overlaps':
      return !left.isDisjointFrom(right);
  }
}

/** Equal for equal values: members of objects in one order. */
function keyOf(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'null'
  );
}
