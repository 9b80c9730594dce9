import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the server that has this data folder open can be reached; commands on the same machine look here. */
const NAME = 'server.json';

/** Gives back what to call when the server stops. */
export function publishAddress(data: string, url: string): () => void {
  const path = join(data, NAME);
  writeFileSync(path, `${JSON.stringify({ url, pid: process.pid })}\n`);
  return () => rmSync(path, { force: true });
}

/** Undefined where no server has said so: it is just starting, or an older version. */
export function publishedAddress(data: string): string | undefined {
  try {
    const { url } = JSON.parse(readFileSync(join(data, NAME), 'utf8'));
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined;
  }
}
