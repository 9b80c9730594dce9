import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { hashSecret } from '@meridian/hub';
import type { QueryString } from '../request/query-string.ts';

/**
 * The token of a request: from `Authorization: Bearer`, from `Basic`, as the password or, without one, as
 * the user; or from `access_token`.
 */
export function readSecret(headers: IncomingHttpHeaders, query: QueryString): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return query.one('access_token');
  if (/^bearer /i.test(authorization)) return authorization.slice(7).trim();
  if (/^basic /i.test(authorization)) {
    const pair = Buffer.from(authorization.slice(6), 'base64').toString('utf8');
    const [user, password] = [
      pair.slice(0, Math.max(0, pair.indexOf(':'))),
      pair.slice(pair.indexOf(':') + 1),
    ];
    return password === '' ? user : password;
  }
  return undefined;
}

/** Hashes secrets, but not the one again that the connection has shown before: mostly it shows the same with every request. */
export class ShownSecrets {
  readonly #latest = new WeakMap<Socket, { secret: string; hash: string }>();

  hash(secret: string, socket: Socket): string {
    const latest = this.#latest.get(socket);
    if (latest?.secret === secret) return latest.hash;
    const hash = hashSecret(secret);
    this.#latest.set(socket, { secret, hash });
    return hash;
  }
}
