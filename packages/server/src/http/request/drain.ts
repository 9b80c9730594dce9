import { IncomingMessage } from '../node-http.ts';
import type { RequestHead } from './request-head.ts';

const MAX_DRAIN_MS = 10_000;

/**
 * Reads what is left of a refused body and throws it away, so that the refusal arrives: a connection that is closed while the
 * other end still writes is reset, and proxies then answer 502. False where that would take too long or be too much.
 */
export function drainBody(request: RequestHead, maxBytes: number): Promise<boolean> {
  if (!(request instanceof IncomingMessage) || request.complete) return Promise.resolve(true);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(false);
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      request.off('data', take).off('end', whole).off('close', cut);
      resolve(isWhole);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) end(false);
    };
    const whole = () => end(true);
    const cut = () => end(false);
    const timer = setTimeout(cut, MAX_DRAIN_MS);
    request.on('data', take).on('end', whole).on('close', cut);
  });
}
