import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalid } from '@meridian/store';
import { Semaphore } from '../concurrency/semaphore.ts';

type ScryptCosts = { N: number; r: number; p: number; maxmem: number };
const derive = promisify<string, Buffer, number, ScryptCosts, Buffer>(scrypt);

const COSTS = { N: 2 ** 16, r: 8, p: 1 };
const KEY_BYTES = 32;

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 1024;

/** Each takes 64 MiB and one of the threads that files and compression need too. */
const semaphore = new Semaphore(2, 64);

/** A password that may be chosen. */
export function readNewPassword(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length < SHORTEST_PASSWORD || value.length > LONGEST_PASSWORD)
    throw invalid(`${name} must be a string of ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
  return value;
}

/** `scrypt$N$r$p$salt$key`: the costs travel with the hash, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await scryptKey(password, salt, COSTS);
  return ['scrypt', COSTS.N, COSTS.r, COSTS.p, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
}

/** Without a hash to compare with it takes as long and fails: nobody learns from the time whether there was one. */
export async function checkPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt, key] = (hash ?? NOBODY).split('$');
  const expected = Buffer.from(key!, 'base64url');
  const isPossible = hash !== undefined && password.length <= LONGEST_PASSWORD;
  const given = await scryptKey(isPossible ? password : '', Buffer.from(salt!, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(given, expected) && isPossible;
}

const NOBODY = [
  'scrypt',
  COSTS.N,
  COSTS.r,
  COSTS.p,
  randomBytes(16).toString('base64url'),
  randomBytes(KEY_BYTES).toString('base64url'),
].join('$');

function scryptKey(password: string, salt: Buffer, costs: Omit<ScryptCosts, 'maxmem'>): Promise<Buffer> {
  const options = { ...costs, maxmem: 256 * costs.N * costs.r };
  return semaphore.run(() => derive(password.normalize('NFKC'), salt, KEY_BYTES, options));
}
