import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type { Operation } from '../../http/operation.ts';
import { openApiDocument } from '../document.ts';
import { sampleOperations } from '../sample-operations.ts';
import { curlExample } from './curl.ts';
import { operationsOf } from './operation.ts';

function exampleFor(operation: Operation, url: string): string {
  const document = openApiDocument([operation], { version: '1', url });
  const first = operationsOf(document)[0]!;
  return curlExample(document, first.path, first.method, first.operation);
}

/** The words a shell makes of the command, in which TOKEN and HUB are set. */
function wordsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { TOKEN: 'secret', HUB: 'http://127.0.0.1:1' };
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

const named = (name: string) => sampleOperations.find((operation) => operation.name === name)!;

test('a call without token or body is the URL alone', () => {
  assert.deepEqual(wordsOf(exampleFor(named('getHub'), 'https://hub.example.org')), [
    'https://hub.example.org/hub',
  ]);
});

test('a read fills path and query with examples', () => {
  assert.deepEqual(wordsOf(exampleFor(named('getFeatures'), 'https://hub.example.org')), [
    'https://hub.example.org/hub/spaces/cities/features?id=berlin,k%C3%B6ln',
    '-H',
    'Authorization: Bearer secret',
  ]);
});

test('a write sends the example of its body, with its type', () => {
  const words = wordsOf(exampleFor(named('createSpace'), 'https://hub.example.org'));
  assert.deepEqual(words.slice(0, -1), [
    '-X',
    'POST',
    'https://hub.example.org/hub/spaces',
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'Content-Type: application/json',
    '-d',
  ]);
  assert.deepEqual(JSON.parse(words.at(-1)!), { id: 'cities', title: 'Cities of the world' });
});

test('a description without an address takes it from the shell', () => {
  assert.deepEqual(wordsOf(exampleFor(named('getHub'), '/')), ['http://127.0.0.1:1/hub']);
});

test('quotes and shell syntax in an example stay data', () => {
  const body = { hostile: `it's $(echo run) \`echo run\` "quoted" \\ !` };
  const operation: Operation = {
    ...named('createSpace'),
    body: { description: '', content: { 'application/json': { examples: [body] } } },
  };
  assert.deepEqual(JSON.parse(wordsOf(exampleFor(operation, 'https://x/$(id)')).at(-1)!), body);
  assert.equal(wordsOf(exampleFor(operation, 'https://x/$(id)'))[2], 'https://x/$(id)/hub/spaces');
});
