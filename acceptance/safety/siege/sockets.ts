import type { Random } from '../../harness/random.ts';
import type { Actors } from './stage.ts';
import { hostileText } from './texts.ts';

/** What is sent on one connection, piece by piece, and how it ends. */
export type Conversation = {
  kind: string;
  pieces: Buffer[];
  /** How many requests the bytes can be read as. More responses than that were smuggled. */
  maxResponses: number;
  /** `reset`: at once, in the middle of whatever there is; `half`: writes no more and waits; `wait`: for the response. */
  end: 'reset' | 'half' | 'wait';
};

type Maker = (
  random: Random,
  head: (line: string, ...more: string[]) => string,
) => Omit<Conversation, 'kind' | 'pieces'> & {
  text: string | Buffer;
};

/** Never answered where bodies are bodies: if it is, one request was taken for two. */
const SMUGGLED = 'GET /hub/spaces/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
const FEATURE = '{"type":"Feature","id":"raw","properties":{}}';
const TARGET = '/hub/spaces/siege-a';

const MAKERS: Readonly<Record<string, Maker>> = {
  'a plain request': (_random, head) => ({
    text: head(`GET ${TARGET}/features/f0`),
    maxResponses: 1,
    end: 'wait',
  }),
  'pipelined reads': (random, head) => {
    const count = random.whole(2, 60);
    const paths = Array.from({ length: count }, () =>
      random.pick(['features/f0', 'count', 'search?limit=2', 'x']),
    );
    return {
      text: paths.map((path) => head(`GET ${TARGET}/${path}`)).join(''),
      maxResponses: count,
      end: 'half',
    };
  },
  'pipelined writes and reads': (random, head) => {
    const count = random.whole(2, 10);
    const one = head(`PUT ${TARGET}/features/raw`, `Content-Length: ${FEATURE.length}`) + FEATURE;
    return { text: (one + head(`GET ${TARGET}/count`)).repeat(count), maxResponses: 2 * count, end: 'half' };
  },
  'an oversized head': (random, head) => ({
    text: head(`GET ${TARGET}`, `X: ${'x'.repeat(random.whole(60_000, 400_000))}`),
    maxResponses: 1,
    end: 'wait',
  }),
  'many fields': (random, head) => ({
    text: head(`GET ${TARGET}`, ...Array.from({ length: random.whole(100, 8000) }, (_, n) => `X-${n}: a`)),
    maxResponses: 1,
    end: 'wait',
  }),
  'a head that never ends': (random) => ({
    text: `GET ${TARGET} HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(random.whole(0, 50))}`,
    maxResponses: 0,
    end: random.pick(['reset', 'half'] as const),
  }),
  'an early close': (random, head) => {
    const whole = head(`PUT ${TARGET}/features/raw`, 'Content-Length: 5000') + FEATURE.repeat(50);
    return { text: whole.slice(0, random.whole(0, whole.length)), maxResponses: 1, end: 'reset' };
  },
  'a read that is left': (random, head) => ({
    text: head(
      `GET ${TARGET}/${random.pick(['search', 'iterate', 'export?format=csv', 'tile/web/0/0/0.mvt'])}`,
    ),
    maxResponses: 1,
    end: 'reset',
  }),
  chunks: (random, head) => ({
    text:
      head(`PUT ${TARGET}/features/raw`, 'Transfer-Encoding: chunked') +
      random.pick([
        `${FEATURE.length.toString(16)}\r\n${FEATURE}\r\n0\r\n\r\n`,
        `${FEATURE.length.toString(16)};ext="${'a'.repeat(2000)}"\r\n${FEATURE}\r\n0\r\n\r\n`,
        'zz\r\nabc\r\n0\r\n\r\n',
        'ffffffffffffffff\r\nabc',
        '-1\r\nabc\r\n0\r\n\r\n',
        `5\r\nabc\r\n0\r\n\r\n${SMUGGLED}`,
        `0\r\nTrailer: x\r\nContent-Length: 5\r\n\r\n`,
        `1\r\n{\r\n`.repeat(random.whole(1, 500)),
        '5\nabcde\n0\n\n',
      ]),
    maxResponses: 1,
    end: random.pick(['half', 'reset'] as const),
  }),
  'two lengths': (random, head) => ({
    text: `${head(
      `PUT ${TARGET}/features/raw`,
      random.pick([
        'Content-Length: 2\r\nContent-Length: 40',
        'Content-Length: 2\r\nTransfer-Encoding: chunked',
        'Content-Length: 2, 2',
        'Content-Length: +2',
        'Content-Length: 0x2',
        'Content-Length : 2',
        'Transfer-Encoding: identity, chunked',
        'Transfer-Encoding:\x0bchunked',
        'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
      ]),
    )}{}${SMUGGLED}`,
    // What follows a body of two bytes is a request of its own by every reading of a single length.
    maxResponses: 2,
    end: 'half',
  }),
  'a body of a read': (random, head) => ({
    text:
      head(
        `${random.pick(['GET', 'DELETE', 'HEAD'])} ${TARGET}/features/f0`,
        `Content-Length: ${SMUGGLED.length}`,
      ) + SMUGGLED,
    maxResponses: 1,
    end: 'half',
  }),
  'an odd request line': (random, head) => ({
    text: random.pick([
      head(`GET ${TARGET}/${hostileText(random, '').replace(/[\r\n]/g, '')}`),
      head(`get ${TARGET}`),
      head(`GET  ${TARGET}`),
      head(`GET http://x${TARGET}`),
      head('GET *'),
      head('CONNECT x:443'),
      `GET ${TARGET}\r\n\r\n`,
      `GET ${TARGET} HTTP/0.9\r\n\r\n`,
      `GET ${TARGET} HTTP/2.0\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      `\r\n\r\n\r\n${head(`GET ${TARGET}`)}`,
      `GET ${TARGET} HTTP/1.1\nHost: x\n\n`,
      `GET ${TARGET} HTTP/1.1\r\nHost: x\r\n X: folded\r\n\r\n`,
      `GET ${TARGET} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
      `GET ${TARGET} HTTP/1.1\r\nHost: x\r\nA\0: b\r\n\r\n`,
    ]),
    maxResponses: 1,
    end: 'half',
  }),
  noise: (random) => ({
    text: Buffer.from(Array.from({ length: random.whole(1, 2000) }, () => random.whole(0, 255))),
    maxResponses: 1,
    end: random.pick(['half', 'reset'] as const),
  }),
  'a body that is announced and waits': (random, head) => ({
    text: head(
      `PUT ${TARGET}/features/raw`,
      'Expect: 100-continue',
      `Content-Length: ${random.pick([2, 5e8, 9e15])}`,
    ),
    maxResponses: 2,
    end: 'reset',
  }),
};
const KINDS = Object.keys(MAKERS);

export function makeConversation(random: Random, { token }: Actors): Conversation {
  const kind = random.pick(KINDS);
  const head = (line: string, ...more: string[]) =>
    `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${more.map((one) => `${one}\r\n`).join('')}\r\n`;
  const { text, ...rest } = MAKERS[kind]!(random, head);
  return { kind, pieces: split(random, Buffer.from(text as string, 'utf8')), ...rest };
}

/** In one piece, in a few, or byte by byte at a place that may matter. */
function split(random: Random, bytes: Buffer): Buffer[] {
  if (random.next() < 0.4 || bytes.length < 2) return [bytes];
  const cuts = Array.from({ length: random.whole(1, 6) }, () => random.whole(1, bytes.length - 1)).sort(
    (a, b) => a - b,
  );
  return [0, ...cuts].map((cut, i) => bytes.subarray(cut, cuts[i] ?? bytes.length));
}
