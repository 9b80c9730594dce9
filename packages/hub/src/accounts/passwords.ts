import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { invalid, randomId } from '@meridian/store';
import { Semaphore } from '../concurrency/semaphore.ts';

type ScryptCosts = { N: number; r: number; p: number; maxmem: number };
const derive = promisify<string, Buffer, number, ScryptCosts, Buffer>(scrypt);

type Costs = Omit<ScryptCosts, 'maxmem'>;

/** Of passwords that people choose, which can be guessed; `cost` is the binary logarithm of N. */
const costsOf = (cost: number): Costs => ({ N: 2 ** cost, r: 8, p: 1 });
const KEY_BYTES = 32;

/** About 119 random bits: from 112 on nobody gets through them, however fast one of them is tried. */
const GENERATED_LENGTH = 20;
/** Hence hardly any for generated ones, of which every first start makes one. */
const GENERATED_COSTS: Costs = { N: 2 ** 4, r: 8, p: 1 };

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 1024;

/** Each takes 64 MiB at the default cost, and one of the threads that files and compression need too. */
const semaphore = new Semaphore(2, 64);

/** A password that may be chosen. */
export function readNewPassword(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length < SHORTEST_PASSWORD || value.length > LONGEST_PASSWORD)
    throw invalid(`${name} must be a string of ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
  return value;
}

/** A password for someone who has chosen none. */
export async function generatePassword(): Promise<{ password: string; hash: string }> {
  const password = randomId(GENERATED_LENGTH);
  return { password, hash: await hashAt(GENERATED_COSTS, password) };
}

/** Hashes of chosen passwords at the cost that a hub is set to, and the check of passwords against hashes of any cost. */
export class PasswordHashes {
  readonly #costs: Costs;
  readonly #nobody: string;

  constructor(cost: number) {
    this.#costs = costsOf(cost);
    this.#nobody = hashText(this.#costs, randomBytes(16), randomBytes(KEY_BYTES));
  }

  of(password: string): Promise<string> {
    return hashAt(this.#costs, password);
  }

  /**
   * Without a hash to compare with it takes as long and fails: nobody learns from the time whether there was one. Nor
   * whether the password was generated.
   */
  async check(password: string, hash: string | undefined): Promise<boolean> {
    const [, N, r, p, salt, key] = (hash ?? this.#nobody).split('$');
    const expected = Buffer.from(key!, 'base64url');
    const isPossible = hash !== undefined && password.length <= LONGEST_PASSWORD;
    const costs: Costs = { N: Number(N), r: Number(r), p: Number(p) };
    const given = await scryptKey(isPossible ? password : '', Buffer.from(salt!, 'base64url'), costs);
    if (costs.N < this.#costs.N) await scryptKey('', expected, this.#costs);
    return timingSafeEqual(given, expected) && isPossible;
  }
}

/** `scrypt$N$r$p$salt$key`: the costs travel with the hash, so that they can be raised later. */
async function hashAt(costs: Costs, password: string): Promise<string> {
  const salt = randomBytes(16);
  return hashText(costs, salt, await scryptKey(password, salt, costs));
}

function hashText({ N, r, p }: Costs, salt: Buffer, key: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function scryptKey(password: string, salt: Buffer, costs: Costs): Promise<Buffer> {
  const options = { ...costs, maxmem: 256 * costs.N * costs.r };
  return semaphore.run(() => derive(password.normalize('NFKC'), salt, KEY_BYTES, options));
}
