import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type Hub, isEmbedded, isInMemory, onStoreWarning, openHub } from '@meridian/hub';
import { isUnbuilt, openStudio, type Studio } from '@meridian/studio';
import type { Logger } from 'pino';
import { publishAddress } from './address-file.ts';
import { exportLimits } from './config/export-limits.ts';
import type { Settings } from './config/index.ts';
import { ExportJobs } from './export/export-jobs.ts';
import { watchExports } from './export/watch-exports.ts';
import { Admission } from './http/admission/admission.ts';
import { RateLimiter } from './http/admission/rate-limiter.ts';
import {
  type CertificateFiles,
  certificateFiles,
  readCertificate,
  refuseUnusable,
  watchCertificate,
} from './http/connections/certificate.ts';
import { createService, watchService } from './http/create-service.ts';
import { createApp } from './http/http-server.ts';
import { watchReplica } from './http/observability/load-metrics.ts';
import { openLog } from './http/observability/log.ts';
import { Metrics, summed } from './http/observability/metrics.ts';
import { watchStore } from './http/observability/store-metrics.ts';
import type { Operation } from './http/operation.ts';
import { hubSettings } from './hub-settings.ts';
import { startImports } from './import/start-imports.ts';
import { listen } from './listen.ts';
import { OGC_OPERATIONS } from './ogc/index.ts';
import { ACCOUNT_OPERATIONS, HUB_OPERATIONS, PROJECT_OPERATIONS, TOKEN_OPERATIONS } from './operations.ts';
import { listenInside } from './processes/inner-server.ts';
import { processCount, shareOf } from './processes/process-count.ts';
import { ReadProcesses } from './processes/read-processes.ts';
import type { ServiceState } from './service/health.ts';
import { serviceOperations } from './service/operations.ts';
import { startBackups } from './start-backups.ts';
import { startTracing } from './start-tracing.ts';
import { TileFolder } from './tiles/tile-folder.ts';
import { VERSION } from './version.ts';

export type RunningServer = {
  url: string;
  firstStart?: { email: string; password: string | undefined; token: string | undefined };
  /** Reads the certificate's files again; absent where there is none. */
  reloadCertificate?(): void;
  close(): Promise<void>;
};

/** Opens the hub and serves it; what is returned is ready for requests. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  // Looked at first: what is wrong with them is reported before any data is touched.
  refuseUnusable(settings);
  const tiles = new TileFolder(settings.tiles);
  tiles.refuseUnusable();
  const files = certificateFiles(settings);
  const count = processCount(settings);
  const own = shareOf(settings, count);
  const exports = exportLimits(settings);
  let readers: ReadProcesses | undefined;
  const beforeDrop = async (storageKey: string) => readers?.forget(storageKey);
  const hub = await openHub(hubSettings(own, exports), count > 1 ? { beforeDrop } : undefined);
  try {
    const onReaders = (started: ReadProcesses) => {
      readers = started;
    };
    const server = await serve({ hub, settings: own, files, tiles, count, onReaders });
    if (!exports.isTemporary) return server;
    const close = async () => {
      await server.close();
      rmSync(exports.folder, { recursive: true, force: true });
    };
    return { ...server, close };
  } catch (error) {
    await hub.close();
    throw error;
  }
}

type Serving = {
  hub: Hub;
  settings: Settings;
  files: CertificateFiles | undefined;
  tiles: TileFolder;
  /** Of processes. */
  count: number;
  onReaders: (readers: ReadProcesses) => void;
};

async function serve({ hub, settings, files, tiles, count, onReaders }: Serving): Promise<RunningServer> {
  const log = openLog(settings.logLevel);
  const { logger, requests: requestLog } = log;
  const exportJobs = openExportJobs(hub, logger);
  const service = createService(hub, settings, exportJobs);
  const openedStudio = once(() => loadStudio(logger));
  let state: ServiceState = 'starting';
  let readers: ReadProcesses | undefined;
  const operations: Operation[] = [
    ...HUB_OPERATIONS,
    ...OGC_OPERATIONS,
    ...PROJECT_OPERATIONS,
    ...TOKEN_OPERATIONS,
    ...ACCOUNT_OPERATIONS,
    ...serviceOperations({
      state: () => state,
      registry: async () => (readers ? summed(metrics.registry, await readers.metrics()) : metrics.registry),
      operations: () => operations,
      service,
      studio: openedStudio,
      tiles,
    }),
  ];
  const metrics = new Metrics(operations);
  const admission = new Admission(settings, (name, rate) => new RateLimiter(name, rate));
  watchService(metrics, service, admission);
  watchHub(metrics, hub, settings, exportJobs);
  const tracing = startTracing(settings, logger, metrics);
  const certificate = files && readCertificate(files);
  const tracer = tracing?.tracer;
  let isStarting = true;
  const parts = { service, operations, admission, certificate, metrics, logger, requestLog, tracer };
  const app = createApp({ ...parts, isStarting: () => isStarting });
  const { server } = app;
  await listen(server, settings, count > 1);
  // Only now, that nothing can come between: the secrets of the first start are shown once.
  const firstStart = await hub.begin({
    email: settings.adminEmail,
    password: settings.adminPassword,
    token: settings.adminToken,
  });
  isStarting = false;
  const address = server.address() as AddressInfo;
  const inner = count > 1 ? await listenInside(app.createInner()) : undefined;
  if (inner) {
    readers = await ReadProcesses.start({
      count: count - 1,
      settings: { ...settings, port: address.port },
      inner: inner.path,
      admission,
      hub,
      logger,
    });
    onReaders(readers);
  }
  state = 'ready';
  const localUrl = urlOf(address, files ? 'https' : 'http');
  const url = settings.publicUrl ?? localUrl;
  // Accounts in a database are administered beside its servers.
  const forgetAddress = isEmbedded(settings) ? publishAddress(settings.data, localUrl) : () => {};
  const watch = files && watchCertificate(server, files, logger);
  const stopWork = startWork(hub, settings, logger, metrics);
  warnOfSettings(hub, settings, logger);
  logger.info({ url, version: VERSION }, 'ready');
  // Whoever starts a new checkout will look at the page soon: it is built by then, or nearly.
  if (await isUnbuilt()) void openedStudio();
  const close = async () => {
    state = 'shutting down';
    logger.info('shutting down');
    forgetAddress();
    watch?.stop();
    await Promise.all([readers?.close(settings.shutdownTimeoutMs), app.stop(settings.shutdownTimeoutMs)]);
    inner?.close();
    await tracing?.close();
    await exportJobs.close();
    await stopWork(() => hub.close());
    logger.info('closed');
    await log.close();
  };
  const reloadCertificate = () => {
    watch?.reload();
    readers?.reloadCertificate();
  };
  return {
    url,
    ...(firstStart ? { firstStart } : {}),
    ...(watch ? { reloadCertificate } : {}),
    close,
  };
}

/** Exports that are files: their bytes count for the account, and the disk must have room for them. */
function openExportJobs({ exportFiles, quota, disk }: Hub, logger: Logger): ExportJobs {
  const requireRoom = async (account: string, moreBytes: number) => {
    await quota.requireRoom(account, moreBytes, account);
    await disk.requireRoom();
  };
  return new ExportJobs(exportFiles, requireRoom, logger);
}

/** What the hub tells of itself, rather than of requests. */
function watchHub(metrics: Metrics, hub: Hub, settings: Settings, exportJobs: ExportJobs): void {
  metrics.info('meridian_build_info', 'Version of the hub and of Node.js, and the storage engine.', {
    version: VERSION,
    node: process.versions.node,
    store: isInMemory(settings) ? 'memory' : isEmbedded(settings) ? 'sqlite' : 'postgres',
  });
  metrics.gauge('meridian_spaces', 'Spaces in the hub.', () => hub.spaces.count);
  watchExports(metrics, exportJobs);
  if (hub.replica) watchReplica(metrics, hub.replica);
  watchStore(metrics, hub, settings);
}

/** Starts what a hub does without being asked. Returns what stops it, around the closing of the hub. */
function startWork(
  hub: Hub,
  settings: Settings,
  logger: Logger,
  metrics: Metrics,
): (closeHub: () => Promise<void>) => Promise<void> {
  startBackups(hub, logger, metrics);
  const imports = startImports(hub, settings, logger, metrics);
  hub.features.activity.start((message) => logger.warn(message));
  const stopWarnings = onStoreWarning(({ message, details }) => logger.warn(details, message));
  return async (closeHub) => {
    await imports?.close();
    await closeHub();
    stopWarnings();
  };
}

function warnOfSettings(hub: Hub, settings: Settings, logger: Logger): void {
  for (const { space, names } of hub.spaces.unknownPlugins())
    logger.warn(`space ${JSON.stringify(space)} names what this hub does not have: ${names.join(', ')}`);
  if (!isInMemory(settings)) return;
  logger.warn('nothing is stored permanently: the store is memory:');
  if (settings.backupTo !== undefined)
    logger.warn('no backups are made, although MERIDIAN_BACKUP_TO is set: the store is memory:');
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The web page is made ready for the first who asks for it: many a hub has no such visitor. */
function loadStudio(logger: Logger): Promise<Studio> {
  const started = performance.now();
  const studio = openStudio();
  studio.then(
    ({ origin }) =>
      logger.info({ origin, ms: Math.round(performance.now() - started) }, 'the studio is ready'),
    (error) => logger.error({ err: error }, 'the studio could not be built'),
  );
  return studio;
}

function urlOf({ address, family, port }: AddressInfo, scheme: string): string {
  const reachable = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `${scheme}://${family === 'IPv6' && reachable !== 'localhost' ? `[${reachable}]` : reachable}:${port}`;
}
