import type { AddressInfo } from 'node:net';
import { type Hub, openHub } from '@meridian/hub';
import type { Settings } from './config/index.ts';
import { createApp } from './http/app.ts';
import type { Service } from './http/context.ts';
import { openLog } from './http/log.ts';
import { Metrics } from './http/metrics.ts';
import type { Operation } from './http/operation.ts';
import { HUB_OPERATIONS } from './operations.ts';
import { serviceOperations } from './service/operations.ts';
import { VERSION } from './version.ts';

export type RunningServer = {
  url: string;
  firstStart?: { email: string; password: string | undefined; token: string | undefined };
  close(): Promise<void>;
};

/** Opens the hub and serves it; what is returned is ready for requests. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const hub = await openHub({
    data: settings.data,
    readerThreads: settings.readerThreads,
    writerThreads: settings.writerThreads,
    firstAccount: {
      email: settings.adminEmail,
      password: settings.adminPassword,
      token: settings.adminToken,
    },
  });
  try {
    return await serve(hub, settings);
  } catch (error) {
    await hub.close();
    throw error;
  }
}

async function serve(hub: Hub, settings: Settings): Promise<RunningServer> {
  const log = openLog(settings.logLevel);
  const service: Service = { hub, settings, version: VERSION, startedAt: Date.now() };
  let isReady = true;
  let metrics: Metrics | undefined;
  const operations: Operation[] = [
    ...HUB_OPERATIONS,
    ...serviceOperations({
      isReady: () => isReady,
      registry: () => metrics!.registry,
      operations: () => operations,
      service,
    }),
  ];
  metrics = new Metrics(operations);
  metrics.gauge('meridian_spaces', 'Spaces in the hub.', () => hub.spaces.count);
  const server = createApp({ service, operations, metrics, logger: log.logger });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const url = settings.publicUrl ?? urlOf(server.address() as AddressInfo);
  log.logger.info({ url, version: VERSION }, 'ready');
  const close = async () => {
    isReady = false;
    log.logger.info('shutting down');
    await stop(server, settings.shutdownTimeoutMs);
    await hub.close();
    log.logger.info('closed');
    await log.close();
  };
  return { url, ...(hub.issued ? { firstStart: hub.issued } : {}), close };
}

/** Takes no more connections, lets what runs finish, and cuts off what takes too long. */
function stop(server: ReturnType<typeof createApp>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  const reachable = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && reachable !== 'localhost' ? `[${reachable}]` : reachable}:${port}`;
}
