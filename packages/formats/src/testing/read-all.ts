import { FormatFault } from '../fault.ts';
import type { Feature, Refusal } from '../feature.ts';
import { readFeatures } from '../node.ts';
import type { ReadOptions } from '../options.ts';
import { bytesSource, type Source, streamSource } from '../source.ts';

export type Outcome = { features: Feature[]; refused: Refusal[]; fault?: FormatFault };

/** Everything that a file gives. Texts are taken as UTF-8. */
export async function readAll(
  name: string,
  content: string | Uint8Array | Source,
  options?: ReadOptions,
): Promise<Outcome> {
  const source =
    typeof content === 'string'
      ? bytesSource(new TextEncoder().encode(content), name)
      : content instanceof Uint8Array
        ? bytesSource(content, name)
        : content;
  const outcome: Outcome = { features: [], refused: [] };
  try {
    for await (const record of readFeatures(source, options)) {
      if (record.refused) outcome.refused.push(record.refused);
      else outcome.features.push(record.feature);
    }
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    outcome.fault = error;
  }
  return outcome;
}

/** A stream that yields this many bytes at a time. */
export function chunked(name: string, bytes: Uint8Array, size: number): Source {
  return streamSource(
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
    name,
  );
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of stream) parts.push(chunk);
  return Buffer.concat(parts);
}

export async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
