import { FORMATS, FormatFault, type FormatId, readFeatures } from '@meridian/formats/node';
import { openAddress } from '@meridian/formats/remote';
import { AddressGuard } from './address-guard.ts';
import type { FetchJob, FromFetch } from './fetch-job.ts';
import { planImport } from './import-plan.ts';

/**
 * Reads an address for a scheduled import, in a process of its own: what a file takes in memory is not taken from the hub.
 * The features of the space come in on standard input.
 */
const WATCH_MEMORY_MS = 100;

function say(message: FromFetch): void {
  process.send!(message, () => process.exit());
}

function isFormat(name: string): name is FormatId {
  return Object.hasOwn(FORMATS, name);
}

async function fetched(job: FetchJob): Promise<FromFetch> {
  const { definition, maxBytes, maxBodyBytes, maxDepth } = job;
  const { source, format, layer, sheet, crs, repair } = definition;
  if (format !== undefined && !isFormat(format))
    return {
      failed: `import.format is ${JSON.stringify(format)}, no format that can be read: ${Object.keys(FORMATS).join(', ')}`,
    };
  // Addresses of databases are no concern of WebClient.
  if (!/^https?:/.test(source)) return { failed: 'import.source must be an http or https address' };
  const limits = {
    featureBytes: maxBodyBytes / 2,
    documentBytes: job.maxMemoryBytes / 8,
    inflatedBytes: job.maxInflatedBytes,
    depth: maxDepth,
  };
  const { check, lookup } = new AddressGuard(job.listed);
  const open = async () => {
    const input = await openAddress(source, { check, lookup, maxBytes });
    return input.read({
      limits,
      ...(format !== undefined && { format }),
      ...(layer !== undefined && { layer }),
      ...(sheet !== undefined && { sheet }),
      ...(crs !== undefined && { crs }),
      ...(repair !== undefined && { repair }),
    });
  };
  const space = readFeatures({ name: 'space', stream: () => process.stdin }, { format: 'geojson' });
  return { fetched: await planImport(space, open, job) };
}

process.once('message', (job: FetchJob) => {
  setInterval(() => {
    if (process.memoryUsage.rss() <= job.maxMemoryBytes) return;
    say({ failed: `the source takes more than the ${job.maxMemoryBytes} bytes of memory allowed` });
  }, WATCH_MEMORY_MS).unref();
  void fetched(job).then(say, (error: unknown) => {
    if (!(error instanceof FormatFault)) throw error;
    say({ failed: error.message });
  });
});
