import type { StreamEnd } from '../model/results.ts';
import { resolved } from '../read/effect.ts';
import type { Execution } from '../read/execute.ts';

/** All that an execution gives whose reads are done at once, as one. */
export function resultOf(execution: Execution): { bytes: Buffer; end: StreamEnd } {
  const steps = resolved(execution);
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value, done } = steps.next();
    if (!done) {
      if (value instanceof Uint8Array) chunks.push(value);
      continue;
    }
    const { chunk, ...end } = value;
    return { bytes: joined(chunk ? [...chunks, chunk] : chunks), end };
  }
}

function joined(chunks: Uint8Array[]): Buffer {
  return Buffer.concat(chunks.flatMap((chunk, i) => (i === 0 ? [chunk] : [Buffer.from(','), chunk])));
}
