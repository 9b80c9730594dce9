// Embedded engine only: it is about encryption on the way to the hub.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { selfSigned } from './harness/certificate.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { exitCode, runMeridian, temporaryFolder } from './harness/program.ts';
import { newSpace } from './harness/space.ts';

const folder = temporaryFolder();
const cert = join(folder, 'cert.pem');
const key = join(folder, 'key.pem');
const first = selfSigned('first');
writeFileSync(cert, first.cert);
writeFileSync(key, first.key);

const hub = await startHub({ flags: ['--tls-cert', cert, '--tls-key', key] });

/** Whom the certificate of a new connection names. */
function servedName({ url }: Hub): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN as string);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

async function eventuallyServed(name: string): Promise<void> {
  for (let n = 0; n < 100 && (await servedName(hub)) !== name; n++) await pause(100);
  assert.equal(await servedName(hub), name);
}

describe('with a certificate', () => {
  test('the hub speaks HTTPS, and says so', async () => {
    assert.match(hub.url, /^https:/);
    const space = await newSpace(hub);
    assert.equal((await hub.get(space.path)).status, 200);
  });

  test('browsers are told to stay with HTTPS', async () => {
    const { headers } = await hub.get('/hub', { token: null });
    assert.match(headers['strict-transport-security'] ?? '', /^max-age=\d{7,}/);
  });

  test('cookies are marked Secure', async () => {
    const { headers } = await hub.get('/sign-in', { token: null });
    assert.ok(headers['set-cookie']?.every((cookie) => /; Secure/.test(cookie)));
  });

  test('a new certificate is served once its files change, without a restart', async () => {
    const second = selfSigned('second');
    writeFileSync(cert, second.cert);
    writeFileSync(key, second.key);
    await eventuallyServed('second');
    assert.equal((await hub.get('/hub')).status, 200);
  });

  test('a signal has it read at once', async () => {
    const third = selfSigned('third');
    writeFileSync(cert, third.cert);
    writeFileSync(key, third.key);
    hub.program.child.kill('SIGHUP');
    await eventuallyServed('third');
  });

  test('a broken one leaves the old one in use', async () => {
    writeFileSync(cert, selfSigned('fourth').cert);
    hub.program.child.kill('SIGHUP');
    while (!/the old one stays in use/.test(hub.logs())) await pause(50);
    assert.equal(await servedName(hub), 'third');
    assert.ok(!hub.logs().includes('PRIVATE KEY'));
  });

  test('what is no TLS is turned away without harm', async () => {
    const { hostname, port } = new URL(hub.url);
    await assert.rejects(fetch(`http://${hostname}:${port}/hub`));
    assert.equal((await hub.get('/hub')).status, 200);
  });
});

test('without a certificate there is no word of HTTPS', async () => {
  const plain = await startHub();
  const { headers } = await plain.get('/hub');
  assert.equal(headers['strict-transport-security'], undefined);
});

describe('a server that can not serve HTTPS does not start', () => {
  const other = selfSigned('other');
  const otherKey = join(folder, 'other.pem');
  writeFileSync(otherKey, other.key);
  const whole = join(folder, 'whole.pem');
  writeFileSync(whole, other.cert);
  for (const [what, flags, culprit] of [
    ['without a key', ['--tls-cert', whole], /MERIDIAN_TLS_KEY/],
    ['without a certificate', ['--tls-key', otherKey], /MERIDIAN_TLS_CERT/],
    ['with a file that is not there', ['--tls-cert', '/none', '--tls-key', otherKey], /\/none/],
    ['with a certificate that is none', ['--tls-cert', otherKey, '--tls-key', otherKey], /certificate/],
    [
      'with a key of another certificate',
      ['--tls-cert', whole, '--tls-key', key],
      /can't be used with the key/,
    ],
    [
      'with everything wrong at once, which is told at once',
      ['--tls-cert', '/none', '--tls-key', '/neither', '--port', 'abc'],
      /3 faults:[\s\S]*--port[\s\S]*\/none[\s\S]*\/neither/,
    ],
  ] as const)
    test(what, async () => {
      const data = join(temporaryFolder(), 'data');
      const program = runMeridian(['serve', ...flags], { MERIDIAN_PORT: '0', MERIDIAN_DATA: data });
      assert.equal(await exitCode(program), 2);
      assert.match(program.stderr(), culprit);
      assert.ok(!program.stderr().includes(other.key.split('\n')[1]!), 'the key is not shown');
    });
});
