import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { FormatFault } from '../fault.ts';
import { decodeParquet } from '../geoparquet/decode-parquet.ts';
import type { ParquetBatch, ParquetJob } from '../platform.ts';
import { fileSource } from './file-source.ts';

export type ParquetTask = ParquetJob & { path: string };
/** A batch, that there are no more, or what is wrong with the file. */
export type FromParquet = { batch: ParquetBatch } | { done: true } | { fault: [FormatFault['kind'], string] };

/** Decodes a Parquet file where it can be stopped. Each batch is made when the other side asks for it. */
const port = parentPort!;
const { path, ...job }: ParquetTask = workerData;
const say = (message: FromParquet) => port.postMessage(message);

try {
  await once(port, 'message');
  for await (const batch of decodeParquet(fileSource(path), job)) {
    say({ batch });
    await once(port, 'message');
  }
  say({ done: true });
} catch (error) {
  if (!(error instanceof FormatFault)) throw error;
  say({ fault: [error.kind, error.reason] });
}
port.close();
