import { type CompiledFilter, compileFilter, type Expression, operands } from '@meridian/filter';
import type { Geometry, Geos } from '@meridian/geo';
import { plainValue } from '../json/exact-json.ts';
import type { ExpressionTest, FeatureFilter } from './query.ts';

/** Compiled while a read that they belong to is carried out; see `prepareFilter`. */
const compiled = new WeakMap<ExpressionTest, CompiledFilter>();

/** Whether GEOS must be loaded before a filter is prepared. */
export function needsGeos({ tests }: FeatureFilter): boolean {
  return tests.some((test) => test.root === 'expression' && isSpatial(test.expression));
}

function isSpatial(expression: Expression): boolean {
  if (expression.kind === 'spatial') return true;
  return operands(expression).some((operand) => operand.kind !== 'unbounded' && isSpatial(operand));
}

/** Makes the CQL2 conditions of a filter ready for many features; what is returned frees what they hold. */
export function prepareFilter({ tests }: FeatureFilter, geos: Geos | undefined): () => void {
  const own = tests.filter((test) => test.root === 'expression');
  for (const test of own) compiled.set(test, compileFilter(test.expression, geos));
  return () => {
    for (const test of own) {
      compiled.get(test)?.free();
      compiled.delete(test);
    }
  };
}

/** What a filter looks at. */
type Looked = {
  readonly id: string;
  readonly geometry: Geometry | null;
  propertyAt(path: readonly string[]): unknown;
};

export function passesExpression(feature: Looked, test: ExpressionTest): boolean {
  const filter = compiled.get(test);
  if (filter === undefined) throw new Error('a filter was not prepared before it was used');
  return filter.matches({
    id: feature.id,
    geometry: () => feature.geometry,
    property: (path) => plainValue(feature.propertyAt(path)),
  });
}
