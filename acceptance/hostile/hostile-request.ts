import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from '../harness/random.ts';
import type { Ask } from '../harness/request.ts';
import { MALFORMED_BODIES } from './malformed.body.ts';
import { MALFORMED_FEATURES } from './malformed.feature.ts';
import { PAYLOADS } from './payloads.ts';

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly ask: Ask;
}

type Maker = (random: Random, space: string) => HostileRequest;

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];
const CALLS = ['features', 'features/', 'features/x', 'search', 'iterate', 'count', 'statistics', ''];
const PARAMETERS = [
  'id',
  'tags',
  'limit',
  'handle',
  'part',
  'sort',
  'selection',
  'force2D',
  'p.n',
  'f.id',
  'f.tags',
];
const WRITE_PARAMETERS = ['e', 'ne', 'cr', 'transactional', 'prefixId', 'addTags', 'removeTags'];
const OPERATORS = ['=', '!=', '>', '<=', '=cs=', '@>', '=gt=', '%3D', ''];

const BOMB = gzipSync(Buffer.alloc(40 * 1024 * 1024, '['));

const malformedFeature: Maker = (random, space) => {
  const { text } = random.pick(MALFORMED_FEATURES);
  const good = JSON.stringify({
    type: 'Feature',
    id: `ok-${random.whole(0, 50)}`,
    properties: { n: random.whole(0, 9) },
  });
  const body = `{"type":"FeatureCollection","features":[${good},${random.next() < 0.5 ? text : mutated(random, text)}]}`;
  const method = random.pick(['PUT', 'POST']);
  return { method, path: `${space}/features?transactional=${random.next() < 0.5}`, ask: { body } };
};

const malformedBody: Maker = (random, space) => {
  const { body, type } = random.pick(MALFORMED_BODIES);
  const sent = random.next() < 0.5 ? body : mutated(random, body.toString('latin1'));
  const headers = type === undefined ? {} : { 'content-type': type };
  return {
    method: random.pick(['PUT', 'POST', 'PATCH']),
    path: `${space}/${random.pick(CALLS)}`,
    ask: { body: sent, headers },
  };
};

const injectedPath: Maker = (random, space) => {
  const payload = encodeURIComponent(random.pick(PAYLOADS));
  const path = random.pick([
    `/hub/spaces/${payload}`,
    `${space}/features/${payload}`,
    `/${payload}`,
    `${space}/${payload}`,
  ]);
  return { method: random.pick(METHODS), path, ask: {} };
};

const injectedQuery: Maker = (random, space) => {
  const pairs = Array.from({ length: random.whole(1, 4) }, () => {
    const name =
      random.next() < 0.7 ? random.pick(PARAMETERS) : `p.${encodeURIComponent(random.pick(PAYLOADS))}`;
    return `${name}${random.pick(OPERATORS)}${encodeURIComponent(random.pick(PAYLOADS))}`;
  });
  return {
    method: random.pick(['GET', 'GET', 'HEAD', 'DELETE']),
    path: `${space}/${random.pick(CALLS)}?${pairs.join('&')}`,
    ask: {},
  };
};

const injectedWrite: Maker = (random, space) => {
  const query = `${random.pick(WRITE_PARAMETERS)}=${encodeURIComponent(random.pick(PAYLOADS))}`;
  const properties = { [random.pick(PAYLOADS)]: random.pick(PAYLOADS), list: [random.pick(PAYLOADS)] };
  const body = { type: 'Feature', id: random.pick(PAYLOADS), properties };
  return {
    method: random.pick(['PUT', 'POST', 'PATCH']),
    path: `${space}/${random.pick(CALLS)}?${query}`,
    ask: { body },
  };
};

const squeezedBody: Maker = (random, space) => {
  const text = JSON.stringify({ type: 'Feature', id: 'z', properties: { s: random.pick(PAYLOADS) } });
  const whole = random.next() < 0.02 ? BOMB : random.pick([gzipSync(text), deflateSync(text)]);
  const body = random.next() < 0.3 ? whole : Buffer.from(mutated(random, whole.toString('latin1')), 'latin1');
  const coding = random.pick(['gzip', 'gzip', 'deflate', 'br', 'identity', 'x-unknown', 'gzip, gzip']);
  return { method: 'PUT', path: `${space}/features`, ask: { body, headers: { 'content-encoding': coding } } };
};

const badCredentials: Maker = (random, space) => {
  const token = random.pick([null, '', ...PAYLOADS.filter((text) => /^[\x20-\x7e]+$/.test(text))]);
  return { method: random.pick(METHODS), path: `${space}/${random.pick(CALLS)}`, ask: { token } };
};

const brokenTarget: Maker = (random, space) => {
  const path = mutated(random, `${space.slice(1)}/${random.pick(CALLS)}?p.n=gte=1&tags=a+b&limit=5`);
  return { method: random.pick(METHODS), path: `/${path.replace(/[^\x21-\x7e]/g, '%')}`, ask: {} };
};

const clearance: Maker = (_random, space) => ({
  method: 'DELETE',
  path: `${space}/features?tags=*`,
  ask: {},
});

const MAKERS: readonly [maker: Maker, weight: number][] = [
  [malformedFeature, 25],
  [malformedBody, 15],
  [injectedPath, 10],
  [injectedQuery, 20],
  [injectedWrite, 15],
  [squeezedBody, 5],
  [badCredentials, 3],
  [brokenTarget, 6],
  [clearance, 1],
];
const WEIGHED = MAKERS.flatMap(([maker, weight]) => Array.from({ length: weight }, () => maker));

export function hostileRequest(random: Random, space: string): HostileRequest {
  return random.pick(WEIGHED)(random, space);
}

/** Cut, doubled, or with some characters changed. */
function mutated(random: Random, text: string): string {
  if (text === '') return text;
  const at = random.whole(0, text.length - 1);
  switch (random.whole(0, 3)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + random.whole(1, 8));
    case 2:
      return text.slice(0, at) + text.slice(0, 200) + text.slice(at);
    default:
      return `${text.slice(0, at)}${String.fromCharCode(random.whole(0, 255))}${text.slice(at + 1)}`;
  }
}
