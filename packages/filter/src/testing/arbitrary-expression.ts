import type { Geometry } from '@meridian/geo';
import fc from 'fast-check';
import { anyCharacter } from '../../../../testing/any-character.ts';
import {
  ARITHMETIC_OPS,
  ARRAY_OPS,
  COMPARISON_OPS,
  type Expression,
  INSTANT_OPS,
  type IntervalBound,
  SPATIAL_OPS,
  TEMPORAL_OPS,
} from '../expression.ts';

/** Random filters that are well typed, grown from the grammar. */

const literalText = fc
  .string({ unit: anyCharacter, maxLength: 12 })
  // `\'` is an escaped quote in CQL2 text, so no text can have a backslash before a quote or at its end.
  .filter((text) => !/\\('|$)/.test(text) && text.isWellFormed());

const number = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value + 0),
);

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'name', 'road:class', 'address.street', 'date', 'point', 'in', 'NOT', 'größe'),
  fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 8 })
    .filter((text) => text.isWellFormed() && text !== 'id'),
);
const property: fc.Arbitrary<Expression & { kind: 'property' }> = name
  .filter((text) => text !== 'geometry')
  .map((text) => ({ kind: 'property', name: text }));

const date = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at): Expression & { kind: 'date' } => ({ kind: 'date', text: at.toISOString().slice(0, 10) }));
const timestamp = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at): Expression & { kind: 'timestamp' } => ({ kind: 'timestamp', text: at.toISOString() }));

const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value + 0),
  fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value + 0),
);
const positions = fc.array(position, { minLength: 2, maxLength: 5 });
const ring = fc.array(position, { minLength: 3, maxLength: 5 }).map((open) => [...open, open[0]!]);
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates): Geometry => ({ type: 'Point', coordinates })),
  positions.map((coordinates): Geometry => ({ type: 'MultiPoint', coordinates })),
  positions.map((coordinates): Geometry => ({ type: 'LineString', coordinates })),
  fc.array(positions, { minLength: 1, maxLength: 3 }).map(
    (coordinates): Geometry => ({
      type: 'MultiLineString',
      coordinates,
    }),
  ),
  fc
    .array(ring, { minLength: 1, maxLength: 2 })
    .map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
  fc
    .array(
      ring.map((one) => [one]),
      { minLength: 1, maxLength: 2 },
    )
    .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
);
const collection: fc.Arbitrary<Geometry> = fc
  .array(geometry, { minLength: 2, maxLength: 3 })
  .map((geometries) => ({ type: 'GeometryCollection', geometries }));

const bound: fc.Arbitrary<IntervalBound> = fc.oneof(
  date,
  timestamp,
  property,
  fc.constant({ kind: 'unbounded' } as const),
);

const spatialOperand: fc.Arbitrary<Expression> = fc.oneof(
  fc.constant<Expression>({ kind: 'property', name: 'geometry' }),
  fc.oneof(geometry, collection).map((one): Expression => ({ kind: 'geometry', geometry: one })),
  fc.tuple(position, position).map(
    ([[west, a], [east, b]]): Expression => ({
      kind: 'bbox',
      bbox: [west, Math.min(a, b), east, Math.max(a, b)],
    }),
  ),
);
const interval = fc.tuple(bound, bound).map(([start, end]): Expression => ({ kind: 'interval', start, end }));

const { text, num, condition } = fc.letrec<{ text: Expression; num: Expression; condition: Expression }>(
  (tie) => ({
    text: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literalText.map((value): Expression => ({ kind: 'literal', value })),
      property,
      fc
        .tuple(fc.constantFrom('casei' as const, 'accenti' as const), tie('text'))
        .map(([kind, arg]): Expression => ({ kind, arg })),
      tie('text').map((arg): Expression => ({ kind: 'function', name: 'upper', args: [arg] })),
    ),
    num: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      number.map((value): Expression => ({ kind: 'literal', value })),
      property,
      fc
        .tuple(fc.constantFrom(...ARITHMETIC_OPS), tie('num'), tie('num'))
        .map(([op, left, right]): Expression => ({ kind: 'arithmetic', op, left, right })),
    ),
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .tuple(fc.constantFrom(...COMPARISON_OPS), tie('num'), tie('num'))
        .map(([op, left, right]): Expression => ({ kind: 'comparison', op, left, right })),
      fc
        .tuple(fc.constantFrom(...COMPARISON_OPS), tie('text'), tie('text'))
        .map(([op, left, right]): Expression => ({ kind: 'comparison', op, left, right })),
      fc
        .tuple(fc.constantFrom(...COMPARISON_OPS), property, fc.oneof(date, timestamp))
        .map(([op, left, right]): Expression => ({ kind: 'comparison', op, left, right })),
      fc.boolean().map((value): Expression => ({ kind: 'literal', value })),
      fc
        .tuple(
          fc.constantFrom('and' as const, 'or' as const),
          fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
        )
        .map(([kind, args]): Expression => ({ kind, args })),
      tie('condition').map((arg): Expression => ({ kind: 'not', arg })),
      fc.tuple(tie('text'), literalText).map(
        ([value, pattern]): Expression => ({
          kind: 'like',
          value,
          pattern: { kind: 'literal', value: pattern },
        }),
      ),
      fc
        .tuple(tie('num'), tie('num'), tie('num'))
        .map(([value, lower, upper]): Expression => ({ kind: 'between', value, lower, upper })),
      fc
        .tuple(tie('num'), fc.array(tie('num'), { minLength: 1, maxLength: 3 }))
        .map(([value, list]): Expression => ({ kind: 'in', value, list })),
      fc.oneof(tie('num'), tie('text'), tie('condition')).map((arg): Expression => ({ kind: 'isNull', arg })),
      fc
        .tuple(fc.constantFrom(...SPATIAL_OPS), spatialOperand, spatialOperand)
        .map(([op, left, right]): Expression => ({ kind: 'spatial', op, left, right })),
      fc
        .tuple(fc.constantFrom(...TEMPORAL_OPS), interval, interval)
        .map(([op, left, right]): Expression => ({ kind: 'temporal', op, left, right })),
      fc
        .tuple(fc.constantFrom(...INSTANT_OPS), fc.oneof(property, date, timestamp), interval)
        .map(([op, left, right]): Expression => ({ kind: 'temporal', op, left, right })),
      fc
        .tuple(
          fc.constantFrom(...ARRAY_OPS),
          property,
          fc.array(fc.oneof(tie('num'), tie('text'), date), { maxLength: 3 }),
        )
        .map(
          ([op, left, items]): Expression => ({ kind: 'arrays', op, left, right: { kind: 'array', items } }),
        ),
    ),
  }),
);

export const arbitraryText = text;
export const arbitraryNumber = num;
export const arbitraryFilter = condition;
