import assert from 'node:assert/strict';
import fc from 'fast-check';
import { randomCases } from '../testing/effort.ts';
import type { Hub } from './harness/hub.ts';
import { seed } from './harness/random.ts';
import { exchangeRaw } from './harness/raw-exchange.ts';

/** Two hubs with the same data: one with the fast path, one where everything goes through node:http; `path`: of a space. */
export type TwoHubs = { fast: Hub; plain: Hub; path: string };

/** What a client writes on one connection. */
type Sent = { pieces: Buffer[]; inTurns: boolean };

/** What clients may write on a connection to a hub with the features a, b and c. */
function connections({ fast, path }: TwoHubs): fc.Arbitrary<Sent> {
  const header = fc.oneof(
    fc.constantFrom(
      'Accept: */*',
      'Accept-Language: de',
      'User-Agent: curl/8',
      `Authorization: Bearer ${fast.token}`,
      'Authorization: Bearer wrong',
      'Accept-Encoding: gzip, br',
      'If-None-Match: *',
      'Origin: https://example.org',
      'Connection: keep-alive',
      'Connection: close',
      'Content-Length: 0',
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
      'Expect: 100-continue',
      'Upgrade: h2c',
      'Host: y',
      ' folded',
      'X-Name: Zürich',
      'No colon',
      '__proto__: a',
    ),
    fc
      .tuple(fc.string({ minLength: 1, maxLength: 6 }), fc.string({ maxLength: 8 }))
      .map((pair) => pair.join(': ')),
  );
  const target = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c').map((id) => `${path}/features/${id}`) },
    fc.constantFrom(
      `${path}/features/missing`,
      `${path}/features/a/`,
      `${path}/features/`,
      `${path}//features//a`,
      `${path}/features/%61`,
      `${path}/features/%zz`,
      `${path}/features/a?force2D=true`,
      `${path}/features/a?selection=p.name`,
      `${path}/features/a?access_token=${fast.token}`,
      `${path}/features/a#b`,
      `${path}/search`,
      `${path}/tile/web/0/0/0.mvt`,
      `${path}/tile/web/0/0/0.mvt?skipCache=true`,
      `${path}/tile/web/0/0/0.mvt?margin=bad`,
      `${path}/tile/web/0_0_0?limit=2`,
      '/hub/spaces/nope/features/a',
      '/nowhere',
      '*',
    ),
    fc.webPath(),
  );
  const request = fc
    .record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant('GET') },
        fc.constantFrom('HEAD', 'get', 'OPTIONS', 'TRACE ', 'BREW'),
      ),
      target,
      version: fc.oneof(
        { weight: 8, arbitrary: fc.constant('HTTP/1.1') },
        fc.constantFrom('HTTP/1.0', 'HTTP/2.0', ''),
      ),
      authorization: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
      headers: fc.array(header, { maxLength: 3 }),
      end: fc.oneof({ weight: 12, arbitrary: fc.constant('\r\n\r\n') }, fc.constantFrom('\r\n', '\n\n', '')),
    })
    .map(({ method, target: url, version, authorization, headers, end }) => {
      const lines = [
        'Host: x',
        ...(authorization ? [`Authorization: Bearer ${fast.token}`] : []),
        ...headers,
      ];
      return `${method} ${url} ${version}\r\n${lines.join('\r\n')}${end}`;
    });

  /** Some bytes replaced, cut out or doubled. */
  const mutated = fc
    .tuple(request, fc.nat(), fc.constantFrom('replace', 'remove', 'double'), fc.nat(255))
    .map(([text, position, how, byte]) => {
      const at = position % text.length;
      if (how === 'replace') return text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
      return how === 'remove'
        ? text.slice(0, at) + text.slice(at + 1)
        : text.slice(0, at + 1) + text.slice(at);
    });

  /** Requests of any kind, each once the one before is answered. */
  const inTurns = fc
    .array(fc.oneof({ weight: 4, arbitrary: request }, mutated), { minLength: 1, maxLength: 3 })
    .map(
      (requests): Sent => ({ pieces: requests.map((text) => Buffer.from(text, 'latin1')), inTurns: true }),
    );

  /** Requests that wait for no response, cut anywhere; the last one may be damaged. */
  const pipelined = fc
    .tuple(
      fc.array(target, { minLength: 1, maxLength: 4 }),
      fc.oneof({ weight: 3, arbitrary: fc.constant('') }, mutated),
      fc.array(fc.nat(), { maxLength: 2 }),
    )
    .map(([targets, last, cuts]): Sent => {
      const lines = targets.map(
        (url) => `GET ${encodeURI(url)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fast.token}\r\n\r\n`,
      );
      const bytes = Buffer.from(lines.join('') + last, 'latin1');
      const at = [
        0,
        ...cuts.map((cut) => cut % bytes.length).sort((one, other) => one - other),
        bytes.length,
      ];
      const pieces = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
      return { pieces: pieces.filter(({ length }) => length > 0), inTurns: false };
    });
  return fc.oneof(inTurns, pipelined);
}

/** The length of an error with its stream id, which is longer in a process that has had more requests. */
const ERROR_LENGTH = /(?<=\r\nContent-Length: )\d+(?=(?:\r\n[^\r]+)*\r\n\r\n\{[^\r]*"streamId":)/g;

/** Without what is different in every response. */
function comparable(received: string): string {
  return received
    .replaceAll(ERROR_LENGTH, '…')
    .replaceAll(/(?<=^|\r\n)Date: [^\r]+/g, 'Date: …')
    .replaceAll(/(?<=\r\nStream-Id: )[^\r]+/g, '…')
    .replaceAll(/(?<="streamId":")[^"]+/g, '…');
}

export async function fastPathTotal(hub: Hub, result: string): Promise<number> {
  const { text } = await hub.get('/metrics', { token: null });
  return Number(
    new RegExp(`^meridian_fast_path_total{result="${result}"} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  );
}

const TRIES = 3;

/** Where the bytes differ it tries again: what differs by luck only, such as the order of two events, does not every time. */
export async function assertSame(
  { fast, plain }: TwoHubs,
  { pieces, inTurns: isInTurns }: Sent,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const [byFast, byPlain] = await Promise.all(
      [fast, plain].map(async ({ url }) =>
        comparable(await exchangeRaw(url, pieces, { inTurns: isInTurns })),
      ),
    );
    if (byFast === byPlain) return;
    if (tries === TRIES)
      assert.equal(byFast, byPlain, JSON.stringify(pieces.map((piece) => piece.toString('latin1'))));
  }
}

/** Random and damaged requests get the same bytes from both; so many of the cases that a run has by default. */
export async function assertSameForAll(hubs: TwoHubs, cases: number): Promise<void> {
  const property = fc.asyncProperty(connections(hubs), (sent) => assertSame(hubs, sent));
  await fc.assert(property, { seed, numRuns: randomCases(cases) });
  const [answered, handedOver] = [
    await fastPathTotal(hubs.fast, 'answered'),
    await fastPathTotal(hubs.fast, 'handed_over'),
  ];
  // About a tenth of the cases are plain reads; both ways must have been taken often.
  assert.ok(
    answered > randomCases(cases / 40) && handedOver > randomCases(cases / 10),
    `${answered} answered, ${handedOver} handed over`,
  );
  assert.equal(await fastPathTotal(hubs.plain, 'answered'), 0);
}

/** One plain read after the other, of features or what is said of a missing one: so many are answered on the fast path. */
export function assertStays(hubs: TwoHubs, ids: readonly string[]): Promise<void> {
  return assertFast(
    hubs,
    ids.map((id) => `features/${id}`),
  );
}

/** Tiles that were asked for before; one of them is longer than what fits into the buffers of any connection. */
export async function assertCachedTilesStay(hubs: TwoHubs): Promise<void> {
  const tiles = ['tile/web/0/0/0.mvt', 'tile/web/1/1/0.mvt', 'tile/web/0/0/0', 'tile/web/0/0/0.mvtf'];
  await assertSame(hubs, { pieces: requests(hubs, tiles), inTurns: true });
  await assertFast(hubs, tiles);
  const { text } = await hubs.fast.get(`${hubs.path}/${tiles[0]}`);
  assert.ok(text.length > 64 * 1024, `${text.length} bytes`);
}

async function assertFast(hubs: TwoHubs, targets: readonly string[]): Promise<void> {
  const before = await fastPathTotal(hubs.fast, 'answered');
  await assertSame(hubs, { pieces: requests(hubs, targets), inTurns: true });
  assert.equal((await fastPathTotal(hubs.fast, 'answered')) - before, targets.length);
}

function requests({ fast, path }: TwoHubs, targets: readonly string[]): Buffer[] {
  const headers = `Host: x\r\nAuthorization: Bearer ${fast.token}`;
  return targets.map((target) => Buffer.from(`GET ${path}/${target} HTTP/1.1\r\n${headers}\r\n\r\n`));
}
