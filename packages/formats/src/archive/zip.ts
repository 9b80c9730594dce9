import type { FileEntry, ZipReader } from '@zip.js/zip.js';
import { FORMATS, formatByName } from '../detect.ts';
import { FormatFault } from '../fault.ts';
import type { Limits } from '../limits.ts';
import type { Progress } from '../progress.ts';
import type { Reading } from '../reading.ts';
import { isRandomAccess, type RandomAccess, type Source } from '../source.ts';
import { bounded } from './bounded.ts';
import { isNamed, stem } from './names.ts';
import { shownNames } from './shown-names.ts';

const ARCHIVE = /\.(?:zip|kmz|gz|tgz|tar|bz2|xz|7z|rar|zst)$/i;
/** What systems put into archives unasked. */
const CLUTTER = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

export type Member = { source: Source; name: string };

type OpenZip = { entries: FileEntry[]; close(): Promise<void> };

async function openEntries(reading: Reading): Promise<OpenZip> {
  const { source, limits, file } = reading;
  const spooled = isRandomAccess(source)
    ? { source, dispose: async () => undefined }
    : await reading.platform.spool(source, limits.inflatedBytes);
  try {
    const zip = await zipReader(spooled.source, reading.progress);
    const entries = await listEntries(zip, limits, file);
    const close = async () => {
      await zip.close();
      await spooled.dispose();
    };
    return { entries, close };
  } catch (error) {
    await spooled.dispose();
    throw error;
  }
}

/** The geodata files of an archive, in its order; `close` when done with them. */
export async function openZip(reading: Reading): Promise<{ members: Member[]; close(): Promise<void> }> {
  const { entries, close } = await openEntries(reading);
  try {
    refuseUnsafe(entries, reading.file);
    return { members: readable(entries, reading), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The members of a file that is an archive itself, such as a workbook, by their names; `close` when done with them. */
export async function openPackage(
  reading: Reading,
): Promise<{ member(name: string): Source | undefined; close(): Promise<void> }> {
  const { entries, close } = await openEntries(reading);
  const byName = new Map(entries.map((entry) => [entry.filename, entry]));
  return {
    member(name) {
      const entry = byName.get(name);
      return entry && { name, size: entry.uncompressedSize, stream: () => memberStream(entry, reading) };
    },
    close,
  };
}

async function zipReader(source: RandomAccess, progress: Progress): Promise<ZipReader<unknown>> {
  const { configure, Reader, ZipReader: Zip } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  class SourceReader extends Reader<RandomAccess> {
    override size = source.size;
    override readUint8Array(index: number, length: number): Promise<Uint8Array> {
      // The list of members is at the end and read first.
      if (index > 0 && index + length < source.size)
        progress.bytes = Math.max(progress.bytes, index + length);
      return source.slice(index, Math.min(index + length, source.size));
    }
  }
  return new Zip(new SourceReader(source), { checkCrc32: true, checkOverlappingEntry: true });
}

async function listEntries(zip: ZipReader<unknown>, limits: Limits, file: string): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entry.directory || CLUTTER.test(entry.filename)) continue;
      if (entries.length >= limits.members)
        throw new FormatFault('tooLarge', file, `has more than ${limits.members} members`);
      entries.push(entry);
    }
  } catch (error) {
    throw asFault(error, file);
  }
  return entries;
}

function refuseUnsafe(entries: readonly FileEntry[], file: string): void {
  for (const { filename, symlink } of entries) {
    if (ARCHIVE.test(filename))
      throw new FormatFault('unsafe', file, `holds another archive, ${filename}: unpack it first`);
    if (symlink) throw new FormatFault('unsafe', file, `holds a link, ${filename}`);
  }
}

/** Members in a format that can be read; a .txt is taken for a table only if there is nothing else. */
function readable(entries: FileEntry[], reading: Reading): Member[] {
  const { file, options } = reading;
  const known = entries.filter(({ filename }) => formatByName(filename) !== undefined);
  const firm = known.filter(({ filename }) => !/\.txt$/i.test(filename));
  const chosen = (firm.length > 0 ? firm : known).filter(
    ({ filename }) =>
      options.layer === undefined ||
      known.length === 1 ||
      isNamed(filename, options.layer) ||
      isOfManyLayers(filename),
  );
  if (chosen.length === 0) {
    const names = entries.slice(0, 10).map(({ filename }) => filename);
    throw new FormatFault(
      options.layer === undefined ? 'unknown' : 'option',
      file,
      `holds no file that can be read${options.layer === undefined ? '' : ` as layer ${options.layer}`}: it has ${names.join(', ') || 'nothing'}`,
    );
  }
  if (options.layer === undefined) tellLeftOut(entries, chosen, reading);
  const nameOf = ({ filename }: FileEntry) => `${file}/${filename}`;
  const sourceOf = (entry: FileEntry, name = entry.filename.split('/').at(-1)!): Source => ({
    name,
    size: entry.uncompressedSize,
    stream: () => memberStream(entry, reading),
    siblings: async () =>
      entries
        .filter((other) => other !== entry && stem(other.filename) === stem(entry.filename))
        .map((other) => sourceOf(other, nameOf(other))),
  });
  return chosen.map((entry) => ({ source: sourceOf(entry), name: nameOf(entry) }));
}

/** `layer` then names one inside of it. */
function isOfManyLayers(name: string): boolean {
  const { geopackage, topojson } = FORMATS;
  return [...geopackage.endings, ...topojson.endings].some((ending) =>
    name.toLowerCase().endsWith(`.${ending}`),
  );
}

/** What goes with a file that is read, such as `roads.dbf` or `roads.shp.xml`, is not told. */
function tellLeftOut(entries: readonly FileEntry[], chosen: readonly FileEntry[], reading: Reading): void {
  const stems = chosen.map(({ filename }) => `${stem(filename)}.`);
  const names = entries
    .filter((entry) => !chosen.includes(entry))
    .map(({ filename }) => filename)
    .filter((name) => !stems.some((one) => name.toLowerCase().startsWith(one)));
  if (names.length > 0) reading.guess(`files of the archive, left out: ${shownNames(names)}`);
}

async function* memberStream(entry: FileEntry, { limits, file }: Reading): AsyncGenerator<Uint8Array> {
  const name = `${file}/${entry.filename}`;
  if (entry.encrypted) throw new FormatFault('unsupported', name, 'is encrypted');
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stop = new AbortController();
  let failure: unknown;
  // What fails does not end the stream it writes to: its reader would wait for ever.
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const done = entry.getData(writable, { signal: stop.signal }).catch((error: unknown) => {
    failure = error;
    failed.reject(error);
  });
  let isWhole = false;
  try {
    yield* bounded(chunksOf(readable, failed.promise), () => entry.compressedSize, limits, name);
    isWhole = true;
  } catch (error) {
    throw error instanceof FormatFault ? error : asFault(failure ?? error, name);
  } finally {
    // A reader that stops early does not wait for the rest to be inflated.
    if (!isWhole) {
      stop.abort();
      readable.cancel().catch(() => undefined);
    }
  }
  // Only now is it known whether the checksum is right.
  await done;
  if (failure !== undefined) throw asFault(failure, name);
}

async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  failed: Promise<never>,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const next = () => Promise.race([reader.read(), failed]);
  try {
    for (let step = await next(); !step.done; step = await next()) yield step.value;
  } finally {
    reader.releaseLock();
  }
}

function asFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof FormatFault || error.name === 'AbortError') return error;
  const { code } = error as { code?: unknown };
  if (/unsafe filename/i.test(error.message))
    return new FormatFault('unsafe', file, 'holds a member whose name leads out of the archive');
  if (/overlapping/i.test(error.message))
    return new FormatFault('unsafe', file, 'holds members that overlap: it looks like a bomb');
  if (/end of central directory|EOCDR/i.test(error.message))
    return new FormatFault('truncated', file, 'is a zip archive that ends early');
  return code === undefined
    ? new FormatFault('malformed', file, `is no valid zip archive: ${error.message}`)
    : error;
}
