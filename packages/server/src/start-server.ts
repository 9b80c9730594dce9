import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type Hub, isEmbedded, isInMemory, type LoadLimits, onStoreWarning, openHub } from '@meridian/hub';
import { openStudio, type Studio } from '@meridian/studio';
import type { Logger } from 'pino';
import { publishAddress } from './address-file.ts';
import { auditLimits } from './config/audit-limits.ts';
import { backupSchedule } from './config/backup-schedule.ts';
import { exportLimits } from './config/export-limits.ts';
import type { Settings } from './config/index.ts';
import { ExportJobs } from './export/export-jobs.ts';
import { watchExports } from './export/watch-exports.ts';
import { Admission } from './http/admission/admission.ts';
import { createApp } from './http/app.ts';
import {
  type CertificateFiles,
  certificateFiles,
  readCertificate,
  refuseUnusable,
  watchCertificate,
} from './http/connections/certificate.ts';
import type { Service } from './http/context.ts';
import { watchCache, watchLoad, watchReplica } from './http/observability/load-metrics.ts';
import { openLog } from './http/observability/log.ts';
import { Metrics } from './http/observability/metrics.ts';
import { watchStore } from './http/observability/store-metrics.ts';
import type { Operation } from './http/operation.ts';
import { ResponseCache } from './http/response-cache.ts';
import { SingleFlight } from './http/single-flight.ts';
import { startImports } from './import/start-imports.ts';
import { OGC_OPERATIONS } from './ogc/index.ts';
import { SpaceStatistics } from './ogc/space-statistics.ts';
import { ACCOUNT_OPERATIONS, HUB_OPERATIONS, PROJECT_OPERATIONS, TOKEN_OPERATIONS } from './operations.ts';
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
  const { isTemporary, ...exports } = exportLimits(settings);
  const hub = await openHub({
    data: settings.data,
    store: settings.store,
    storeConnections: settings.storeConnections,
    storeRead: settings.storeRead,
    memoryStoreMax: settings.memoryStoreMax,
    readerThreads: settings.readerThreads,
    writerThreads: settings.writerThreads,
    maxDocumentBytes: settings.maxDocumentBytes,
    minFreeDiskPercent: settings.minFreeDiskPercent,
    maxAccountBytes: settings.maxAccountBytes,
    auditLimits: auditLimits(settings),
    exportLimits: exports,
    mayFetch: settings.fetch === 'on',
    backupSchedule: backupSchedule(settings),
    load: loadLimits(settings),
    sessionLifetimes: { usual: settings.sessionLifetimeMs, remembered: settings.longSessionLifetimeMs },
  });
  try {
    const server = await serve(hub, settings, files, tiles);
    if (!isTemporary) return server;
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

async function serve(
  hub: Hub,
  settings: Settings,
  files: CertificateFiles | undefined,
  tiles: TileFolder,
): Promise<RunningServer> {
  const log = openLog(settings.logLevel);
  const responseCache = new ResponseCache(settings.cacheBytes);
  const flights = new SingleFlight();
  const exportJobs = new ExportJobs(
    hub.exportFiles,
    async (account, moreBytes) => {
      await hub.quota.requireRoom(account, moreBytes, account);
      await hub.disk.requireRoom();
    },
    log.logger,
  );
  const service: Service = {
    hub,
    settings,
    responseCache,
    flights,
    statistics: new SpaceStatistics(),
    exportJobs,
    version: VERSION,
    startedAt: Date.now(),
  };
  let state: ServiceState = 'starting';
  let metrics: Metrics | undefined;
  let studio: Promise<Studio> | undefined;
  const operations: Operation[] = [
    ...HUB_OPERATIONS,
    ...OGC_OPERATIONS,
    ...PROJECT_OPERATIONS,
    ...TOKEN_OPERATIONS,
    ...ACCOUNT_OPERATIONS,
    ...serviceOperations({
      state: () => state,
      registry: () => metrics!.registry,
      operations: () => operations,
      service,
      studio: () => studio!,
      tiles,
    }),
  ];
  metrics = new Metrics(operations);
  metrics.info('meridian_build_info', 'Version of the hub and of Node.js, and the storage engine.', {
    version: VERSION,
    node: process.versions.node,
    store: isInMemory(settings) ? 'memory' : isEmbedded(settings) ? 'sqlite' : 'postgres',
  });
  studio = loadStudio(log.logger);
  metrics.gauge('meridian_spaces', 'Spaces in the hub.', () => hub.spaces.count);
  const admission = new Admission(settings);
  watchLoad(metrics, hub.load, admission);
  watchCache(metrics, responseCache, flights);
  watchExports(metrics, exportJobs);
  if (hub.replica) watchReplica(metrics, hub.replica);
  watchStore(metrics, hub, settings);
  const certificate = files && readCertificate(files);
  const { logger, requests: requestLog } = log;
  const tracing = startTracing(settings, logger, metrics);
  const tracer = tracing?.tracer;
  const app = createApp({ service, operations, admission, certificate, metrics, logger, requestLog, tracer });
  const { server } = app;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  // Only now, that nothing can come between: the secrets of the first start are shown once.
  const firstStart = await hub.begin({
    email: settings.adminEmail,
    password: settings.adminPassword,
    token: settings.adminToken,
  });
  state = 'ready';
  const localUrl = urlOf(server.address() as AddressInfo, files ? 'https' : 'http');
  const url = settings.publicUrl ?? localUrl;
  // Accounts in a database are administered beside its servers.
  const forgetAddress = isEmbedded(settings) ? publishAddress(settings.data, localUrl) : () => {};
  const watch = files && watchCertificate(server, files, log.logger);
  startBackups(hub, log.logger, metrics);
  const imports = startImports(hub, settings, log.logger, metrics);
  hub.features.activity.start((message) => log.logger.warn(message));
  const stopWarnings = onStoreWarning(({ message, details }) => log.logger.warn(details, message));
  for (const { space, names } of hub.spaces.unknownPlugins())
    log.logger.warn(`space ${JSON.stringify(space)} names what this hub does not have: ${names.join(', ')}`);
  if (isInMemory(settings)) log.logger.warn('nothing is stored permanently: the store is memory:');
  log.logger.info({ url, version: VERSION }, 'ready');
  const close = async () => {
    state = 'shutting down';
    log.logger.info('shutting down');
    forgetAddress();
    watch?.stop();
    await app.stop(settings.shutdownTimeoutMs);
    await tracing?.close();
    await exportJobs.close();
    await imports?.close();
    await hub.close();
    stopWarnings();
    log.logger.info('closed');
    await log.close();
  };
  return {
    url,
    ...(firstStart ? { firstStart } : {}),
    ...(watch ? { reloadCertificate: watch.reload } : {}),
    close,
  };
}

/** The web page is made ready while the hub already serves; requests for it wait until then. */
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

const READS_PER_THREAD = 4;

function loadLimits(settings: Settings): LoadLimits {
  const { maxConcurrentReads, readerThreads, maxQueuedBytes, maxBodyBytes } = settings;
  return {
    ...settings,
    maxConcurrentReads: maxConcurrentReads || readerThreads * READS_PER_THREAD,
    // A caller gets half of it, and the largest body that is allowed must fit.
    maxQueuedBytes: Math.max(maxQueuedBytes, 2 * maxBodyBytes),
  };
}

function urlOf({ address, family, port }: AddressInfo, scheme: string): string {
  const reachable = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `${scheme}://${family === 'IPv6' && reachable !== 'localhost' ? `[${reachable}]` : reachable}:${port}`;
}
