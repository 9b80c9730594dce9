import { isIP } from 'node:net';

/** What a value of the right kind must hold besides. */
export type Check<Value> = {
  /** Read behind the kind's own words: "a whole number" + "from 0 to 65535"; absent where those say it all. */
  rule?: string;
  holds(value: Value): boolean;
};

export function within(min: number, max: number, shown = String(max)): Check<number> {
  return { rule: `from ${min} to ${shown}`, holds: (value) => value >= min && value <= max };
}

export const atLeastOne: Check<number> = { rule: 'of 1 or more', holds: (value) => value >= 1 };

export const atLeastMiB: Check<number> = { rule: 'of 1M or more', holds: (value) => value >= 1024 ** 2 };

/** Node's timers hold no more than this; a longer one would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const hostName: Check<string> = {
  holds: (value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
};

/** `s3://bucket/x` would be made as a folder `s3:` here. */
export const notAddress: Check<string | undefined> = {
  rule: 'on this machine, not an address',
  holds: (value = '') => !/^[a-z][a-z0-9+.-]*:\/\//i.test(value),
};

export const emailAddress: Check<string> = {
  holds: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
};

const SHORTEST_SECRET = 8;

export const longEnough: Check<string | undefined> = {
  rule: `of at least ${SHORTEST_SECRET} characters`,
  holds: (value = '') => value.length >= SHORTEST_SECRET,
};

/** What can travel behind `Authorization: Bearer` (RFC 6750). */
export const bearerToken: Check<string | undefined> = {
  rule: `of at least ${SHORTEST_SECRET} of the characters A–Z a–z 0–9 . _ ~ + / -`,
  holds: (value = '') => value.length >= SHORTEST_SECRET && /^[A-Za-z0-9._~+/-]+=*$/.test(value),
};
