import type { ExportJob, ExportJobFormat, Exports } from '@meridian/client';
import { TILE_FORMATS, type TileFormatId, WRITE_FORMATS, type WriteFormatId } from '@meridian/formats';
import { CLIENT_EXIT_CODES } from '../client-exit-codes.ts';
import { connect, orMissing, WrongUsage } from '../connect.ts';
import { printed } from '../json.ts';
import { onStopSignal } from '../stop-signal.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { plural, size } from '../terminal/words.ts';
import { tileFormatOf } from '../tiles/tile-format.ts';
import { zoomRangeOf } from '../tiles/zoom-options.ts';
import { warningOf } from './losses-warning.ts';
import { writeOutput } from './output.ts';
import { type ExportOptions, searchOf } from './run-export.ts';
import { formatOf, hasTabs } from './written-format.ts';

/** `meridian export SPACE -o FILE --job` */
export async function runExportJob(space: string, options: ExportOptions): Promise<void> {
  const { output } = options;
  const format = tileFormatOf(options.format, output) ?? options.format ?? formatOf(output);
  if (output?.endsWith('.gz'))
    throw new WrongUsage('--job fetches the file as the hub has it: leave out .gz');
  if (format === 'csv' && hasTabs(output))
    throw new WrongUsage('--job fetches the file as the hub has it, with commas: name it .csv');
  const at = connect(options, { retryTimeoutMs: options.retryTimeout });
  const { exports } = at.client.features(space);
  const abort = new AbortController();
  const keys = onStopSignal(
    () => abort.abort(),
    () => {},
  );
  const done = { features: 0, bytes: 0, ofFeatures: undefined as number | undefined };
  const bar = new ProgressBar(output ?? space, () => done);
  let begun: ExportJob | undefined;
  try {
    begun = await orMissing(
      `space ${space}`,
      at,
      exports.begin(format, jobOptions(options, format, abort.signal)),
    );
    const onProgress = ({ features, totalFeatures, bytes }: ExportJob) =>
      Object.assign(done, { features, ofFeatures: totalFeatures, bytes });
    const job = await exports.complete(begun.id, { signal: abort.signal, onProgress });
    done.bytes = 0;
    const { body } = await exports.file(job, { signal: abort.signal });
    await writeOutput(body!, output, abort.signal, (bytes) => {
      done.bytes += bytes;
    });
    bar.end();
    report(space, format, job, options);
  } catch (error) {
    bar.end();
    if (!abort.signal.aborted) throw error;
    process.exitCode = CLIENT_EXIT_CODES.interrupted.code;
    process.stderr.write('Stopped; nothing was written.\n');
  } finally {
    keys.release();
    if (begun) await discard(exports, begun);
  }
}

/** What only some formats know is not sent for others. */
function jobOptions(options: ExportOptions, format: ExportJobFormat, signal: AbortSignal) {
  const { bbox, formulas, csvGeometry } = options;
  const search = searchOf(options, signal);
  if (Object.hasOwn(TILE_FORMATS, format))
    return { ...search, ...zoomRangeOf(options), ...(bbox && { bbox }) };
  if (options.minZoom !== undefined || options.maxZoom !== undefined)
    throw new WrongUsage(`--min-zoom and --max-zoom are for tiles, not for ${titleOf(format)}`);
  return { ...search, ...(bbox && { bbox }), ...(format === 'csv' && { formulas, csvGeometry }) };
}

/** The hub deletes it when it expires, too. */
async function discard(exports: Exports, { id }: ExportJob): Promise<void> {
  try {
    await exports.delete(id);
  } catch (error) {
    process.stderr.write(`The export ${id} is still on the hub: ${(error as Error).message}\n`);
  }
}

function titleOf(format: ExportJobFormat): string {
  const isTiles = Object.hasOwn(TILE_FORMATS, format);
  return isTiles ? TILE_FORMATS[format as TileFormatId].title : WRITE_FORMATS[format as WriteFormatId].title;
}

function report(
  space: string,
  format: ExportJobFormat,
  { features, bytes, version, losses }: ExportJob,
  { output: file, json }: ExportOptions,
): void {
  const warning = warningOf(titleOf(format), losses ?? []);
  if (file === undefined || file === '-') {
    process.stderr.write(warning);
    return;
  }
  process.stdout.write(
    json
      ? printed({ space, file, format, features, bytes, version, losses })
      : `${file}: ${plural(features, 'feature')} of ${space} as ${titleOf(format)}, ${size(bytes)}, version ${version}.\n${warning}`,
  );
}
