import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Settings } from '../config/index.ts';
import { addressGroup, type Client, Clients } from './client.ts';
import { RateLimiter } from './rate-limiter.ts';

/** A supervisor that gets no answer here would end a server that is merely busy. */
const UNLIMITED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Who is at the door, and whether they come too often. */
export class Admission {
  readonly addresses: RateLimiter;
  readonly tokens: RateLimiter;
  readonly #clients: Clients;

  constructor(settings: Settings) {
    const { addressRate, addressBurst, tokenRate, tokenBurst } = settings;
    this.#clients = new Clients(settings.trustProxy, settings.forwardedHeader);
    this.addresses = new RateLimiter('address', { perSecond: addressRate, burst: addressBurst });
    this.tokens = new RateLimiter('token', { perSecond: tokenRate, burst: tokenBurst });
  }

  clientOf(request: IncomingMessage): Client {
    return this.#clients.of(request);
  }

  /** Before anything else is looked at: a flood must cost little. */
  admit({ address }: Client, path: string): void {
    if (!UNLIMITED.has(path)) this.addresses.take(addressGroup(address), performance.now());
  }

  /** Before it is looked up: even that is work. Only a digest of it is remembered. */
  admitToken(secret: string): void {
    this.tokens.take(hash('sha256', secret, 'base64url'), performance.now());
  }
}
