import type { Notebook } from '../platform.ts';

/** In memory, as bytes: half of what strings take, or less. */
export async function notebook(): Promise<Notebook> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let stored: Uint8Array[] = [];
  return {
    add: (line) => void stored.push(encoder.encode(line)),
    async *lines() {
      for (const line of stored) yield decoder.decode(line);
    },
    dispose: async () => {
      stored = [];
    },
  };
}
