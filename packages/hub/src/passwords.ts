import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

type ScryptCosts = { N: number; r: number; p: number; maxmem: number };
const derive = promisify<string, Buffer, number, ScryptCosts, Buffer>(scrypt);

const COSTS = { N: 2 ** 16, r: 8, p: 1 };
const KEY_BYTES = 32;

/** `scrypt$N$r$p$salt$key`: the costs travel with the hash, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await scryptKey(password, salt, COSTS);
  return ['scrypt', COSTS.N, COSTS.r, COSTS.p, salt.toString('base64url'), key.toString('base64url')].join(
    '$',
  );
}

export async function checkPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt, key] = hash.split('$');
  const expected = Buffer.from(key!, 'base64url');
  const given = await scryptKey(password, Buffer.from(salt!, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(given, expected);
}

function scryptKey(password: string, salt: Buffer, costs: Omit<ScryptCosts, 'maxmem'>): Promise<Buffer> {
  return derive(password.normalize('NFKC'), salt, KEY_BYTES, { ...costs, maxmem: 256 * costs.N * costs.r });
}
