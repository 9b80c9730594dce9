import { isEmbedded } from '@meridian/hub';
import type { Settings } from '../config/index.ts';

/** Where several processes can listen on one port, and the system shares the connections out. */
const SHARES_PORTS: readonly NodeJS.Platform[] = ['linux', 'freebsd'];

/** How many processes serve: a database has other servers beside this one instead, and nobody else sees this memory. */
export function processCount(settings: Settings): number {
  return isEmbedded(settings) && SHARES_PORTS.includes(process.platform) ? settings.processes : 1;
}

/** The settings of each of so many processes: what is shared among them is a share. */
export function shareOf(settings: Settings, count: number): Settings {
  if (count === 1) return settings;
  const share = (total: number) => Math.ceil(total / count);
  return {
    ...settings,
    cacheBytes: share(settings.cacheBytes),
    columnCacheBytes: share(settings.columnCacheBytes),
    maxConnections: share(settings.maxConnections),
    maxConcurrentReads: share(settings.maxConcurrentReads),
    maxQueuedReads: share(settings.maxQueuedReads),
    maxOpenAnswers: share(settings.maxOpenAnswers),
    readerThreads: share(settings.readerThreads),
  };
}
