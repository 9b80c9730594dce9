import type { Settings } from '../../config/index.ts';
import type { RequestHead } from '../request/request-head.ts';
import { type Client, Clients } from './client.ts';
import type { Limiter, Rate } from './rate-limiter.ts';

/**
 * A supervisor that gets no response here would end a server that is merely busy. Compared, not looked up: before V8 looks
 * a text up it enters it into a table of its own, which costs more than all the rest here, and no two paths are alike.
 */
export function isUnlimited(path: string): boolean {
  return path === '/healthz' || path === '/readyz';
}

/** Who is at the door, and whether they come too often. */
export class Admission<L extends Limiter = Limiter> {
  readonly addresses: L;
  readonly tokens: L;
  readonly #clients: Clients;

  constructor(settings: Settings, newLimiter: (name: 'token' | 'address', rate: Rate) => L) {
    const { addressRate, addressBurst, tokenRate, tokenBurst } = settings;
    this.#clients = new Clients(settings.trustProxy, settings.forwardedHeader);
    this.addresses = newLimiter('address', { perSecond: addressRate, burst: addressBurst });
    this.tokens = newLimiter('token', { perSecond: tokenRate, burst: tokenBurst });
  }

  clientOf(request: RequestHead): Client {
    return this.#clients.of(request);
  }

  /** Before anything else is looked at: a flood must cost little. */
  admit({ group }: Client, path: string, now: number): void {
    if (!isUnlimited(path)) this.addresses.take(group, now);
  }

  /** Whether `admit` and `admitToken` would let a request pass that can have a token only. */
  wouldAdmit({ group }: Client, now: number): boolean {
    return this.addresses.allows(group, now);
  }

  wouldAdmitToken(secretHash: string, now: number): boolean {
    return this.tokens.allows(secretHash, now);
  }

  /** Before it is looked up: even that is work. */
  admitToken(secretHash: string, now: number): void {
    this.tokens.take(secretHash, now);
  }
}
