import type { Geometry } from '@meridian/geo';
import type { Moment } from '../instant.ts';

/** What an expression comes to for one feature; null = not known. An `Array` is one of the feature's own values. */
export type Value = null | string | number | boolean | Moment | readonly unknown[];

/** A feature as filters see it. */
export interface FilterSubject {
  readonly id: string;
  /** The value at a path below `properties`; undefined where there is none. Numbers are numbers, not their digits. */
  property(path: readonly string[]): unknown;
  geometry(): Geometry | null;
}
