import type { Random } from '../../harness/random.ts';

/** Header fields beside credentials and the type of the body, with values that servers get wrong. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  accept: [
    '*/*',
    'application/json',
    'application/geo+json;q=0',
    'text/html',
    'a'.repeat(5000),
    ';;;',
    'image/*;q=9',
  ],
  'accept-encoding': [
    'gzip',
    'br',
    'zstd',
    'deflate',
    'identity;q=0',
    '*;q=0',
    'gzip;q=0.001, br;q=x',
    ',,,',
    'GZIP',
  ],
  'accept-language': ['de', '*', 'x'.repeat(2000)],
  'if-none-match': ['*', '"1-a"', 'W/"1-a"', '"'.repeat(999), '"a", "b"', ''],
  'if-match': ['*', '"1-a"', 'x'],
  'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', '-1'],
  'if-unmodified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  'if-range': ['"1-a"', 'x'],
  range: ['bytes=0-0', 'bytes=5-1', 'bytes=-5', 'bytes=0-,0-,0-', `bytes=${'0-1,'.repeat(500)}`, 'lines=1-2'],
  origin: ['null', 'http://localhost', 'https://evil.example', 'file://', 'x y'],
  referer: ['http://evil.example/', 'x', 'http://[::1'],
  cookie: ['a=b', ';;;', 'here_access="x', `a=${'b'.repeat(4000)}`],
  expect: ['100-continue'],
  forwarded: ['for=1.2.3.4', 'for="[::1', 'for=unknown;proto=https'],
  'x-forwarded-for': ['1.2.3.4', '::1, x', ','.repeat(300)],
  'x-forwarded-proto': ['https', 'javascript'],
  'x-http-method-override': ['DELETE'],
  'x-csrf-token': ['', 'x'],
  'stream-id': ['abc', 'a b', 'x'.repeat(65), '../..'],
  'user-agent': ['', 'python-requests/2', 'here-cli', 'x'.repeat(3000)],
  host: ['', 'evil.example', 'a:b:c', '[::1]', 'x'.repeat(500)],
  'access-control-request-method': ['PUT', 'x'],
  'access-control-request-headers': ['x-a, x-b', ','],
  'content-language': ['x'],
  te: ['trailers'],
  via: ['1.1 x'],
  upgrade: ['h2c', 'websocket'],
  prefer: ['return=minimal'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'x'],
};
const NAMES = Object.keys(VALUES);

export function someHeaders(random: Random): Record<string, string> {
  if (random.next() < 0.5) return {};
  const count = random.next() < 0.02 ? 20 : random.whole(1, 3);
  return Object.fromEntries(
    Array.from({ length: count }, () => {
      const name = random.pick(NAMES);
      return [name, random.pick(VALUES[name]!)];
    }),
  );
}
