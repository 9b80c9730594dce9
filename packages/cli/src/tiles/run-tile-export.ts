import { TILE_FORMATS, type TileFormatId } from '@meridian/formats';
import { CLIENT_EXIT_CODES } from '../client-exit-codes.ts';
import { connect, type HubOptions, WrongUsage } from '../connect.ts';
import { printed } from '../json.ts';
import { onStopSignal } from '../stop-signal.ts';
import { plural, size } from '../terminal/words.ts';
import { TileProgressLine } from './progress-line.ts';
import { type TileChoice, TileSource } from './tile-source.ts';
import { type WrittenTiles, writeTiles } from './write-tiles.ts';
import type { ZoomOptions } from './zoom-options.ts';
import { zoomRangeOf } from './zoom-options.ts';

type TileExportOptions = HubOptions & TileChoice & ZoomOptions & { output?: string; retryTimeout: number };

/** `meridian export SPACE -o FILE.pmtiles` */
export async function runTileExport(
  space: string,
  format: TileFormatId,
  options: TileExportOptions,
): Promise<void> {
  const { output } = options;
  const { title, ending } = TILE_FORMATS[format];
  if (output === undefined || output === '-')
    throw new WrongUsage(`${title} can't be written to standard output: add -o ${space}.${ending}`);
  const range = zoomRangeOf(options);
  const at = connect(options, { retryTimeoutMs: options.retryTimeout });
  const abort = new AbortController();
  const keys = onStopSignal(
    () => abort.abort(),
    () => {},
  );
  const line = new TileProgressLine(output);
  try {
    const source = new TileSource(at, space, options, abort.signal);
    const written = await writeTiles(source, output, format, range, line.progress);
    line.end();
    report(space, output, format, written, options);
  } catch (error) {
    line.end();
    if (!abort.signal.aborted) throw error;
    process.exitCode = CLIENT_EXIT_CODES.interrupted.code;
    process.stderr.write('Stopped; nothing was written.\n');
  } finally {
    keys.release();
  }
}

function report(
  space: string,
  file: string,
  format: TileFormatId,
  written: WrittenTiles,
  { json }: TileExportOptions,
): void {
  const { tiles, contents, bytes, minZoom, maxZoom, isWhole, versions } = written;
  for (const note of notesOn(space, written)) process.stderr.write(`${note}\n`);
  process.stdout.write(
    json
      ? printed({ space, file, format, tiles, contents, bytes, minZoom, maxZoom, isWhole, versions })
      : `${file}: ${plural(tiles, 'tile')} of ${space} as ${TILE_FORMATS[format].title}, zoom ${minZoom} to ${maxZoom}, ${size(bytes)}.\n`,
  );
}

/** What users of the file should know. */
export function notesOn(space: string, { tiles, maxZoom, isWhole, versions }: WrittenTiles): string[] {
  const [first, last] = versions;
  return [
    ...(tiles === 0 ? [`Nothing of ${space} is in the file: there are no such features on a map.`] : []),
    ...(isWhole
      ? []
      : [
          `Some tiles of ${space} at zoom ${maxZoom} show a sample or coarser shapes; a higher --max-zoom shows all.`,
        ]),
    ...(first === last
      ? []
      : [
          `The space ${space} was changed meanwhile: tiles are of its versions ${first} to ${last}. Write the file again when it rests.`,
        ]),
  ];
}
