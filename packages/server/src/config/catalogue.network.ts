import { choice, file, proxies } from './kinds.ts';
import { FORWARDED_HEADERS } from './proxies.ts';
import { setting } from './setting.ts';

/** Who encrypts, and who stands between us and our clients. */
export const ENCRYPTION_AND_PROXIES = [
  setting({
    name: 'tlsCert',
    env: 'MERIDIAN_TLS_CERT',
    flag: 'tls-cert',
    group: 'Network',
    type: file,
    default: undefined,
    defaultRule: 'none: plain HTTP',
    description:
      'File with the certificate chain (PEM) to serve HTTPS with; read again when it changes and on SIGHUP.',
    example: '/etc/meridian/tls/fullchain.pem',
  }),
  setting({
    name: 'tlsKey',
    env: 'MERIDIAN_TLS_KEY',
    flag: 'tls-key',
    group: 'Network',
    type: file,
    default: undefined,
    defaultRule: 'none',
    description: 'File with the private key (PEM) of that certificate; the two are set together.',
    example: '/etc/meridian/tls/privkey.pem',
  }),
  setting({
    name: 'trustProxy',
    env: 'MERIDIAN_TRUST_PROXY',
    flag: 'trust-proxy',
    group: 'Network',
    type: proxies,
    default: false,
    description:
      'Proxies that are believed what they say of their clients (address, HTTPS): how many stand before the hub, or their addresses.',
    example: '10.0.0.0/8,fd00::/8',
  }),
  setting({
    name: 'forwardedHeader',
    env: 'MERIDIAN_FORWARDED_HEADER',
    flag: 'forwarded-header',
    group: 'Network',
    type: choice(FORWARDED_HEADERS),
    default: 'x-forwarded',
    description:
      'Where trusted proxies say it: X-Forwarded-For and X-Forwarded-Proto, or Forwarded. The other is ignored, since clients could set it.',
    example: 'forwarded',
  }),
  setting({
    name: 'httpFastPath',
    env: 'MERIDIAN_HTTP_FAST_PATH',
    flag: 'http-fast-path',
    group: 'Network',
    type: choice(['on', 'off']),
    default: 'on',
    description:
      'Whether plain reads of one feature bypass the HTTP server of Node.js (on the embedded store a sixth less CPU time each). Off: every request goes through it.',
    example: 'off',
  }),
] as const;
