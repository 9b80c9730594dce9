import { FormatFault } from '../fault.ts';
import type { Reading } from '../reading.ts';
import type { Source } from '../source.ts';
import { bounded } from './bounded.ts';

/** What is in a `.gz`. */
export function inflated({ source, platform, limits, file }: Reading): Source {
  return {
    name: source.name.replace(/\.gz$/i, ''),
    stream: async function* () {
      let length = 0;
      async function* counted(): AsyncGenerator<Uint8Array> {
        for await (const chunk of source.stream()) {
          length += chunk.length;
          yield chunk;
        }
      }
      try {
        yield* bounded(platform.gunzip(counted()), () => length, limits, file);
      } catch (error) {
        throw asFault(error, file);
      }
    },
  };
}

/** What decompressors throw, in our words. Faults, and failures of reading itself, pass. */
function asFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof FormatFault) return error;
  const { code } = error as { code?: unknown };
  if (code === 'Z_BUF_ERROR' || /unexpected (?:EOF|end of file)/i.test(error.message))
    return new FormatFault('truncated', file, 'is gzip that ends early');
  const isOfDecompressor = typeof code === 'number' || String(code).startsWith('Z_');
  return isOfDecompressor ? new FormatFault('malformed', file, `is no valid gzip: ${error.message}`) : error;
}
