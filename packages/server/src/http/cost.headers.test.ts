import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { assertLinear, UNITS, worstText } from '../../../../testing/cost.ts';
import { Clients } from './admission/client.ts';
import { sessionIdsOf } from './auth/cookies.ts';
import { readSecret } from './auth/credentials.ts';
import { isFromOwnPage } from './auth/own-page.ts';
import { dialectOf } from './dialect.ts';
import { isKnown } from './etag.ts';
import { readBody } from './request/body.ts';
import { QueryString } from './request/query-string.ts';
import { streamIdOf } from './request/stream-id.ts';
import { chooseCoding } from './response/coding.ts';

/** Characters: what grows with the square of them is by far the largest cost here. */
const SIZE = 6_000;

const none = new QueryString('');
const own = { publicUrl: 'https://hub.example', corsOrigins: [] };
const clientBehind = (header: 'x-forwarded' | 'forwarded') => (headers: IncomingHttpHeaders) =>
  new Clients(3, header).of({ headers, socket: { remoteAddress: '127.0.0.1' } as never });
const bodyOf = (headers: IncomingHttpHeaders) =>
  // It refuses by a promise; what it reads of the headers it reads before.
  void readBody({ headers, iterator: () => [] } as unknown as IncomingMessage, 10).catch(() => undefined);

type Reader = (headers: IncomingHttpHeaders) => unknown;
const HEADERS: [name: string, starts: string[], read: Reader][] = [
  ['authorization', ['', 'Bearer ', 'Basic '], (headers) => readSecret(headers, none)],
  ['cookie', ['', 'here_access="'], sessionIdsOf],
  ['accept-encoding', ['', 'gzip;q='], (headers) => chooseCoding(String(headers['accept-encoding']))],
  ['if-none-match', ['', 'W/"'], (headers) => isKnown(headers['if-none-match']!, '"1-a"')],
  ['stream-id', [''], streamIdOf],
  ['origin', ['', 'http://'], (headers) => isFromOwnPage(headers, false, own)],
  ['referer', ['', 'http://', 'http://xn--'], (headers) => isFromOwnPage(headers, false, own)],
  ['x-forwarded-for', ['', '[', '1.1.1.1:'], clientBehind('x-forwarded')],
  ['x-forwarded-proto', [''], clientBehind('x-forwarded')],
  ['forwarded', ['', 'for="[', 'for='], clientBehind('forwarded')],
  [
    'user-agent',
    ['', 'python-requests/'],
    (headers) => dialectOf('auto', none, headers, '/token-api/tokens'),
  ],
  ['content-type', ['', 'application/json;charset='], bodyOf],
  ['content-encoding', ['', 'x-gzip'], bodyOf],
];

describe('twice as long a header costs twice as much:', () => {
  for (const [name, starts, read] of HEADERS)
    test(name, () => {
      for (const start of starts)
        for (const [what, unit] of Object.entries(UNITS))
          assertLinear(
            `${start} with ${what}`,
            (size) => ({ [name]: start + worstText(unit, size) }),
            read,
            SIZE,
          );
    });
});
