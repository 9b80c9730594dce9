import { signal } from '@preact/signals';
import type { ExpressionSpecification } from 'maplibre-gl';
import type { Range } from '../../filter/range.ts';

/** A histogram that is open. The tiles of the space have its property, so that the map follows at once. */
export type Brush = {
  space: string;
  property: string;
  /** Numbers that may be chosen, once it is known which there are. */
  likely?: Range;
} & Range;

export const brush = signal<Brush | undefined>(undefined);

/** What the map shows of a layer while numbers are being chosen. */
export function brushFilter({ property, from, to }: Brush): ExpressionSpecification[] {
  const value: ExpressionSpecification = ['to-number', ['get', property]];
  const isNumber: ExpressionSpecification = ['==', ['typeof', ['get', property]], 'number'];
  return [
    ...(from === undefined && to === undefined ? [] : [isNumber]),
    ...(from === undefined ? [] : [['>=', value, from] as ExpressionSpecification]),
    ...(to === undefined ? [] : [['<', value, to] as ExpressionSpecification]),
  ];
}
