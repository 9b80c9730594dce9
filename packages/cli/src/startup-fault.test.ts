import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Fault, type Settings } from '@meridian/server';
import { startupFault } from './startup-fault.ts';

const settings = { host: '127.0.0.1', port: 8080, data: './data' } as Settings;

const cases: [name: string, error: object, code: number, message: RegExp][] = [
  ['a data folder in use', { code: 'DATA_FOLDER_IN_USE', message: 'in use by 17' }, 3, /^in use by 17$/],
  [
    'a newer format',
    { code: 'DATA_FOLDER_NEWER', message: 'hub.db has format 9' },
    5,
    /^hub\.db has format 9$/,
  ],
  [
    'a port in use',
    { code: 'EADDRINUSE', syscall: 'listen' },
    4,
    /port 8080 .* in use .* MERIDIAN_PORT or --port/,
  ],
  ['a port not permitted', { code: 'EACCES', syscall: 'listen' }, 4, /port 8080 .* not permitted .*--port/],
  [
    'a host of another machine',
    { code: 'EADDRNOTAVAIL', syscall: 'listen' },
    4,
    /host 127\.0\.0\.1.*MERIDIAN_HOST/,
  ],
  ['a host nobody knows', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, 4, /MERIDIAN_HOST or --host/],
  [
    'a folder not permitted',
    { code: 'EACCES', syscall: 'mkdir' },
    5,
    /data folder \.\/data: permission denied/,
  ],
  [
    'a location that takes no folders',
    { code: 'ENOENT', syscall: 'mkdir' },
    5,
    /no folder can be created there/,
  ],
  ['a read-only file system', { code: 'EROFS', syscall: 'open' }, 5, /read-only.*MERIDIAN_DATA or --data/],
  ['a full disk', { code: 'ENOSPC', syscall: 'write' }, 5, /disk is full/],
  [
    'a damaged catalogue',
    { code: 'DATA_FOLDER_DAMAGED', message: 'hub.db is damaged' },
    5,
    /^hub\.db is damaged$/,
  ],
  ['a damaged SQLite file', { code: 'ERR_SQLITE_ERROR', errcode: 267 }, 5, /a file in it is damaged/],
  ['a read-only SQLite file', { code: 'ERR_SQLITE_ERROR', errcode: 1032 }, 5, /read-only/],
  ['a file of the program that is missing', { code: 'ENOENT', syscall: 'open' }, 1, /could not start/],
  ['anything else', { message: 'who knows' }, 1, /could not start\.\nError: who knows\n\s+at /],
];

for (const [name, members, code, message] of cases)
  test(`${name} ends with exit code ${code} and says what to do`, () => {
    const text = 'message' in members ? String(members.message) : 'as Node words it';
    const fault = startupFault(Object.assign(new Error(text), members), settings);
    assert.equal(fault.code, code);
    assert.match(fault.message, message);
  });

test('damage that is met after the opening ends with exit code 5 and says what to do', () => {
  const fault = startupFault(new Fault('damaged', 'the catalogue of the hub is damaged'), settings);
  assert.equal(fault.code, 5);
  assert.match(fault.message, /the catalogue of the hub is damaged\. Restore it/);
});

test('what is thrown need not be an error', () => {
  assert.deepEqual(startupFault('out of luck', settings).code, 1);
});

test('the errors of the real calls are recognised', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'meridian-cli-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, '');

  assert.equal(
    startupFault(
      thrownBy(() => mkdirSync(file)),
      settings,
    ).code,
    5,
    'a file in its place',
  );
  assert.equal(
    startupFault(
      thrownBy(() => mkdirSync(join(file, 'data'))),
      settings,
    ).code,
    5,
    'a file above it',
  );
  assert.equal(
    startupFault(
      thrownBy(() => new DatabaseSync(folder)),
      settings,
    ).code,
    5,
    'SQLite cannot open it',
  );

  const first = await listening(createServer(), 0);
  t.after(() => first.close());
  const { port } = first.address() as { port: number };
  const error = await listening(createServer(), port).catch((reason: unknown) => reason);
  assert.equal(startupFault(error, settings).code, 4, 'a port in use');
});

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}

function listening(server: Server, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}
