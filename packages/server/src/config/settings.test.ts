import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { CATALOGUE } from './catalogue.ts';
import { describeFault, type Environment, type Flags, readSettings, type Settings } from './settings.ts';

function settingsOf(env: Environment, flags: Flags = {}): Settings {
  const configuration = readSettings(env, flags);
  assert.ok(configuration.ok, 'the configuration is right');
  return configuration.settings;
}

function faultsOf(env: Environment, flags: Flags = {}): string[] {
  const configuration = readSettings(env, flags);
  assert.ok(!configuration.ok, 'the configuration has faults');
  return configuration.faults.map(describeFault);
}

describe('settings that are right', () => {
  test('have the documented defaults where nothing is set', () => {
    const { readerThreads, writerThreads, cacheBytes, columnCacheBytes, memoryStoreMax, ...others } =
      settingsOf({});
    assert.ok(memoryStoreMax > 1024 ** 2 && memoryStoreMax <= 1024 ** 3);
    assert.ok(readerThreads >= 2 && readerThreads <= 8);
    assert.ok(cacheBytes >= 64 * 1024 ** 2);
    assert.ok(columnCacheBytes >= 256 * 1024 ** 2);
    assert.ok(writerThreads >= 1 && writerThreads <= 4);
    assert.deepEqual(others, {
      passwordCost: 16,
      port: 8080,
      host: '127.0.0.1',
      publicUrl: undefined,
      corsOrigins: ['*'],
      mapOrigins: [],
      keepAliveTimeoutMs: 65_000,
      tlsCert: undefined,
      tlsKey: undefined,
      trustProxy: false,
      forwardedHeader: 'x-forwarded',
      httpFastPath: 'on',
      data: './data',
      store: 'embedded',
      tiles: undefined,
      storeConnections: 20,
      storeRead: undefined,
      adminEmail: 'admin@localhost',
      adminPassword: undefined,
      adminToken: undefined,
      selfRegistration: 'off',
      anonymous: 'off',
      maxAccountBytes: 0,
      minFreeDiskPercent: 5,
      sessionLifetimeMs: 43_200_000,
      longSessionLifetimeMs: 2_592_000_000,
      auditRetentionDays: 365,
      exports: undefined,
      exportHours: 24,
      maxExportBytes: 10 * 1024 ** 3,
      fetch: 'off',
      fetchPrivate: [],
      fetchTimeoutMs: 900_000,
      maxFetchBytes: 256 * 1024 ** 2,
      fetchMemoryBytes: 512 * 1024 ** 2,
      backupTo: undefined,
      backupEveryHours: 24,
      backupKeep: 14,
      auditMaxEntries: 100_000,
      dialect: 'auto',
      logLevel: 'info',
      shutdownTimeoutMs: 10_000,
      otelExporterOtlpEndpoint: undefined,
      otelExporterOtlpHeaders: {},
      otelExporterOtlpProtocol: 'http/json',
      otelExporterOtlpTimeout: 10_000,
      otelServiceName: '',
      otelResourceAttributes: {},
      otelTracesExporter: 'otlp',
      otelTracesSampler: 'parentbased_always_on',
      otelTracesSamplerArg: 1,
      maxBodyBytes: 33_554_432,
      maxDocumentBytes: 1_048_576,
      maxHeaderBytes: 131_072,
      maxJsonDepth: 200,
      maxFeaturesPerRequest: 200_000,
      maxVerticesPerFeature: 1_000_000,
      maxConnections: 0,
      queryTimeoutMs: 30_000,
      tokenRate: 5000,
      tokenBurst: 10_000,
      addressRate: 10_000,
      addressBurst: 20_000,
      maxConcurrentReads: 0,
      maxQueuedReads: 2000,
      maxQueuedWrites: 2000,
      maxQueueWaitMs: 20_000,
      maxQueuedBytes: 536_870_912,
      maxOpenAnswers: 2000,
      sendTimeoutMs: 120_000,
      processes: 1,
    });
  });

  test('come from variables', () => {
    const { port, maxBodyBytes, logLevel } = settingsOf({
      MERIDIAN_PORT: '0',
      MERIDIAN_MAX_BODY_BYTES: '64M',
      MERIDIAN_LOG_LEVEL: 'warn',
    });
    assert.deepEqual(
      { port, maxBodyBytes, logLevel },
      { port: 0, maxBodyBytes: 67_108_864, logLevel: 'warn' },
    );
  });

  test('come from a flag before the variable, even one that is wrong', () => {
    assert.equal(settingsOf({ MERIDIAN_PORT: 'http' }, { port: '81' }).port, 81);
  });

  test('have their default where the variable is empty', () => {
    assert.equal(settingsOf({ MERIDIAN_PORT: '' }).port, 8080);
  });

  test('leave variables of the test suites and of other programs alone', () => {
    assert.equal(settingsOf({ MERIDIAN_TEST_SEED: '1', PATH: '/bin', MERIDIANS: 'x' }).port, 8080);
  });

  test('leave every variable of the command alone, so that a shell set up for it can start a hub', () => {
    const sources = globSync('packages/cli/src/**/*.ts');
    const named = sources.flatMap((path) => readFileSync(path, 'utf8').match(/\bMERIDIAN_[A-Z_]+\b/g) ?? []);
    const settings = new Set<string>(CATALOGUE.map(({ env }) => env));
    const others = new Set(named.filter((name) => !settings.has(name)));
    assert.ok(others.has('MERIDIAN_SOURCE_TOKEN'));
    for (const name of others) assert.equal(settingsOf({ [name]: 'x' }).port, 8080, name);
  });
});

const faults: [name: string, env: Environment, flags: Flags, fault: string][] = [
  [
    'text where a number is due',
    { MERIDIAN_PORT: 'http' },
    {},
    'MERIDIAN_PORT is "http": expected a whole number from 0 to 65535',
  ],
  [
    'a variable of OpenTelemetry, which has the name of its specification',
    { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    {},
    'OTEL_TRACES_SAMPLER is "jaeger_remote": expected one of parentbased_always_on, parentbased_always_off, parentbased_traceidratio, always_on, always_off, traceidratio',
  ],
  [
    'headers of a collector, which may have a secret',
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization' },
    {},
    'OTEL_EXPORTER_OTLP_HEADERS is not right: expected a comma-separated list of name=value, with values percent-encoded',
  ],
  [
    'a port out of range',
    { MERIDIAN_PORT: '65536' },
    {},
    'MERIDIAN_PORT is "65536": expected a whole number from 0 to 65535',
  ],
  [
    'a flag by its own name',
    {},
    { port: '70000' },
    '--port is "70000": expected a whole number from 0 to 65535',
  ],
  ['a flag without its value', {}, { port: true }, '--port needs a value: a whole number from 0 to 65535'],
  ['an empty flag', {}, { data: '' }, '--data is "": expected the path of a folder'],
  [
    'a host with a port',
    { MERIDIAN_HOST: 'localhost:80' },
    {},
    'MERIDIAN_HOST is "localhost:80": expected a host name or an IP address, without scheme, port or brackets',
  ],
  [
    'a choice that does not exist',
    { MERIDIAN_DIALECT: 'french' },
    {},
    'MERIDIAN_DIALECT is "french": expected one of auto, spec, datahub',
  ],
  [
    'a limit of nothing',
    { MERIDIAN_MAX_FEATURES_PER_REQUEST: '0' },
    {},
    'MERIDIAN_MAX_FEATURES_PER_REQUEST is "0": expected a whole number of 1 or more',
  ],
  [
    'a time longer than a timer holds',
    { MERIDIAN_QUERY_TIMEOUT_MS: '99999m' },
    {},
    'MERIDIAN_QUERY_TIMEOUT_MS is "99999m": expected a number of milliseconds (or of seconds or minutes with the suffix s or m) from 1 to 2147483647',
  ],
  [
    'an address without @',
    { MERIDIAN_ADMIN_EMAIL: 'admin' },
    {},
    'MERIDIAN_ADMIN_EMAIL is "admin": expected an address such as admin@example.org',
  ],
  [
    'a misspelt variable, with the name that was meant',
    { MERIDIAN_PROT: '80' },
    {},
    'MERIDIAN_PROT is no setting; did you mean MERIDIAN_PORT?',
  ],
  [
    'a misspelt flag, with the name that was meant',
    {},
    { 'max-body-byte': '1' },
    '--max-body-byte is no setting; did you mean --max-body-bytes?',
  ],
  [
    'a variable that resembles nothing',
    { MERIDIAN_COLOUR_SCHEME: 'x' },
    {},
    'MERIDIAN_COLOUR_SCHEME is no setting; see meridian serve --help',
  ],
];

describe('a fault names the culprit, its value and what would be right', () => {
  for (const [name, env, flags, fault] of faults)
    test(name, () => assert.deepEqual(faultsOf(env, flags), [fault]));

  test('and all faults are reported at once', () => {
    const all = faultsOf(
      { MERIDIAN_PORT: 'x', MERIDIAN_HOTS: 'y', MERIDIAN_LOG_LEVEL: 'loud' },
      { 'reader-threads': '0', nonsense: true },
    );
    const culprits = all.map((fault) => fault.split(' ')[0]);
    assert.deepEqual(culprits.sort(), [
      '--nonsense',
      '--reader-threads',
      'MERIDIAN_HOTS',
      'MERIDIAN_LOG_LEVEL',
      'MERIDIAN_PORT',
    ]);
  });
});

test('a secret is never repeated in a fault, nor is the value of a misspelt variable', () => {
  const text = faultsOf(
    { MERIDIAN_ADMIN_TOKEN: 'has blanks in it', MERIDIAN_ADMIN_PASSWRD: 'hunter2hunter2' },
    { 'admin-password': 'short' },
  ).join('\n');
  assert.match(text, /MERIDIAN_ADMIN_TOKEN is not right: expected a text of at least 8 of the characters/);
  assert.match(text, /--admin-password is not right: expected a text of at least 8 characters/);
  assert.match(text, /MERIDIAN_ADMIN_PASSWRD is no setting; did you mean MERIDIAN_ADMIN_PASSWORD\?/);
  assert.doesNotMatch(text, /blanks in|hunter2|short/);
});

test('a flag named as a member every object has is unknown like any other', () => {
  assert.deepEqual(faultsOf({}, { constructor: 'x' }), [
    '--constructor is no setting; see meridian serve --help',
  ]);
});
