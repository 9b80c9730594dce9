import type { Notebook } from '../platform.ts';

/** In memory, as bytes: half of what strings take, or less. */
export async function notebook(): Promise<Notebook> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let kept: Uint8Array[] = [];
  return {
    add: (line) => void kept.push(encoder.encode(line)),
    async *lines() {
      for (const line of kept) yield decoder.decode(line);
    },
    dispose: async () => {
      kept = [];
    },
  };
}
