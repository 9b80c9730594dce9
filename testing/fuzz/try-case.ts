import { FormatFault } from '../../packages/formats/src/fault.ts';
import { bytesSource, readFeatures } from '../../packages/formats/src/node.ts';
import { damaged } from './damage.ts';
import { Random } from './random.ts';
import { type Sample, withinArchive } from './samples.ts';

const ARCHIVE = /\.(?:xlsx|ods|zip|shz|kmz)$/;
/** Files of this size need far less. */
const STEP_MS = 3000;
/** More records than a damaged file can have: each takes at least a byte. */
const MAX_RECORDS = 10_000_000;

export type Case = { format: string; file: string; outcome: 'read' | 'refused' | 'fault' };

/** Parquet is decoded on a thread of its own, which takes fifty times as long to begin as other files to be read. */
const SLOW = /parquet/;
const SLOW_ROUNDS = 10;

/** In most rounds another format has the turn of a slow one. */
function formatOf(number: number, formats: readonly string[]): string {
  const round = Math.floor(number / formats.length);
  const format = formats[number % formats.length]!;
  const quick = formats.filter((name) => !SLOW.test(name));
  return SLOW.test(format) && round % SLOW_ROUNDS > 0 ? quick[round % quick.length]! : format;
}

/** The formats take turns; which of their files, and how it is damaged, follows from seed and number. */
export function pick(all: ReadonlyMap<string, Sample[]>, seed: number, number: number) {
  const format = formatOf(number, [...all.keys()]);
  const random = new Random(seed, number);
  const sample = random.of(all.get(format)!);
  const other = random.of(random.of(all.get(format)!).parts()).bytes;
  const parts = sample.parts();
  const hit = random.of(parts);
  const damage = (bytes: Uint8Array) => damaged(bytes, random, other);
  hit.bytes =
    ARCHIVE.test(hit.name) && random.below(2) === 0
      ? withinArchive(hit.bytes, damage, random.bits())
      : damage(hit.bytes);
  return { format, sample, parts };
}

/**
 * Reads a damaged file. Whatever is wrong with it, it ends in features, refused records with their location, or a fault
 * that names the file; anything else is thrown.
 */
export async function tryCase(
  all: ReadonlyMap<string, Sample[]>,
  seed: number,
  number: number,
  signal: AbortSignal,
): Promise<Case> {
  const { format, sample, parts } = pick(all, seed, number);
  const [own, ...beside] = parts.map(({ name, bytes }) => bytesSource(bytes, name));
  const source = { ...own!, siblings: async () => beside };
  let [records, refused] = [0, 0];
  const file = sample.name;
  try {
    for await (const record of readFeatures(source, {
      ...sample.options,
      limits: { stepMs: STEP_MS },
      signal,
    })) {
      if (record.refused !== undefined) refused++;
      const location = record.refused?.location ?? (record.feature && record.location);
      if (!(location && location.record >= 1 && location.file !== ''))
        throw new Error('a record without a location');
      if (++records > MAX_RECORDS) throw new Error(`more than ${MAX_RECORDS} records`);
    }
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    if (!parts.some(({ name }) => error.message.startsWith(name)))
      throw new Error(`a fault that does not name the file: ${error.message}`, { cause: error });
    return { format, file, outcome: 'fault' };
  }
  return { format, file, outcome: refused > 0 ? 'refused' : 'read' };
}
