import { distanceBetween, type Geometry } from '@meridian/geo';
import type { FunctionName } from '../functions.ts';
import { isMoment } from './compare.ts';
import { momentOf } from './temporal.ts';
import type { Value } from './value.ts';

/** What a function is given: values, and geometries where it takes those. */
type Argument = Value | Geometry | null;

/** What the functions do. An argument of another type than theirs makes the result unknown. */
export const CALLS: Record<FunctionName, (...args: Argument[]) => Value> = {
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  length: ofText((text) => [...text].length),
  abs: ofNumber(Math.abs),
  floor: ofNumber(Math.floor),
  ceil: ofNumber(Math.ceil),
  year: ofTime((date) => date.getUTCFullYear()),
  month: ofTime((date) => date.getUTCMonth() + 1),
  day: ofTime((date) => date.getUTCDate()),
  geometry_type: (geometry) => (isGeometry(geometry) ? geometry.type : null),
  distance: (a, b) => {
    if (!isGeometry(a) || !isGeometry(b)) return null;
    const metres = distanceBetween(a, b);
    return Number.isFinite(metres) ? metres : null;
  },
};

function ofText(of: (text: string) => Value): (value?: Argument) => Value {
  return (value) => (typeof value === 'string' ? of(value) : null);
}

function ofNumber(of: (number: number) => number): (value?: Argument) => Value {
  return (value) => (typeof value === 'number' ? of(value) : null);
}

function ofTime(of: (date: Date) => number): (value?: Argument) => Value {
  return (value) => {
    if (value === undefined || isGeometry(value)) return null;
    const moment = isMoment(value) ? value : momentOf(value);
    if (moment === undefined) return null;
    const found = of(new Date(moment.ms));
    return Number.isNaN(found) ? null : found;
  };
}

function isGeometry(value: Argument | undefined): value is Geometry {
  return typeof value === 'object' && value !== null && 'type' in value;
}
