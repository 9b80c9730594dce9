import type { TokenInput } from '@meridian/client';
import { type Command, InvalidArgumentError } from 'commander';
import { Refusal } from './admin-backend.ts';

export type TokenOptions = {
  description?: string;
  expires?: number;
  right?: string[];
  space?: string;
  urm?: object;
  maxSpaces?: number;
  maxFeaturesPerSpace?: number;
};

/** What can be said about a new token. */
export function tokenOptions(command: Command): Command {
  return command
    .option('--description <text>', 'what it is for')
    .option('--expires <when>', 'a date, or a time from now such as 12h or 30d', readExpiry)
    .option('--right <right...>', 'rights it has, such as readFeatures')
    .option('--space <pattern>', 'spaces these rights are for; cities-* is a prefix')
    .option('--urm <json>', 'all of its rights, as in the token interface', readJson)
    .option('--max-spaces <number>', 'spaces its account may have', readCount)
    .option('--max-features-per-space <number>', 'features a space may have', readCount);
}

export function tokenDefinition({
  description,
  expires,
  right,
  space,
  urm,
  maxSpaces,
  maxFeaturesPerSpace,
}: TokenOptions): TokenInput {
  if (right && urm) throw new Refusal('--right and --urm say the same thing: use one of them');
  if (space !== undefined && !right) throw new Refusal('--space limits what --right names: add a --right');
  const filter = space === undefined ? {} : { space };
  const rights = right && { 'xyz-hub': Object.fromEntries(right.map((name) => [name, [filter]])) };
  const limits = { maxSpaces, maxFeaturesPerSpace };
  // What is not set is left out on the way through JSON.
  return JSON.parse(JSON.stringify({ description, exp: expires, urm: rights ?? urm, limits }));
}

const UNITS: Record<string, number> = { m: 60, h: 3600, d: 24 * 3600 };

function readExpiry(text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return Math.floor(Date.now() / 1000) + Number(count) * UNITS[unit!]!;
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('a date such as 2030-12-31, or a time from now such as 90m, 12h or 30d.');
  return Math.floor(time / 1000);
}

function readCount(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a whole number.');
  return Number(text);
}

function readJson(text: string): object {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('JSON, such as {"xyz-hub":{"readFeatures":[{}]}}.');
  }
}
