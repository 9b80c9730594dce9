import type { ExportOptions as Choice } from '@meridian/client';
import { MAX_WIDTH, MIN_WIDTH, PICTURE_FORMATS, type PictureFormatId } from '@meridian/formats';
import { CLIENT_EXIT_CODES } from '../client-exit-codes.ts';
import { connect, orMissing, WrongUsage } from '../connect.ts';
import { printed } from '../json.ts';
import { filterOf } from '../query/area.ts';
import { onStopSignal } from '../stop-signal.ts';
import { size } from '../terminal/words.ts';
import { writeOutput } from './output.ts';
import type { ExportOptions } from './run-export.ts';

/** The hub draws the picture; here it is written to its file. */
export async function runPictureExport(
  space: string,
  format: PictureFormatId,
  options: ExportOptions & { job?: boolean },
): Promise<void> {
  const { width, output, bbox } = options;
  if (options.job)
    throw new WrongUsage('--job is for files of features and tiles: a picture is drawn at once');
  if (options.select !== undefined)
    throw new WrongUsage('--select is for files of features: a picture shows no properties');
  if (width !== undefined && (width < MIN_WIDTH || width > MAX_WIDTH))
    throw new WrongUsage(`--width is from ${MIN_WIDTH} to ${MAX_WIDTH} pixels`);
  const at = connect(options, { retryTimeoutMs: options.retryTimeout });
  const abort = new AbortController();
  const keys = onStopSignal(
    () => abort.abort(),
    () => {},
  );
  let bytes = 0;
  try {
    const choice: Choice = {
      ...filterOf(options),
      signal: abort.signal,
      ...(bbox && { bbox }),
      ...(width !== undefined && { width }),
    };
    const response = await orMissing(
      `space ${space}`,
      at,
      at.client.features(space).exportFile(format, choice),
    );
    await writeOutput(response.body!, output, abort.signal, (count) => {
      bytes += count;
    });
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    process.exitCode = CLIENT_EXIT_CODES.interrupted.code;
    return void process.stderr.write('Stopped; nothing was written.\n');
  } finally {
    keys.release();
  }
  if (output === undefined || output === '-') return;
  const { title } = PICTURE_FORMATS[format];
  process.stdout.write(
    options.json
      ? printed({ space, file: output, format, bytes })
      : `${output}: ${space} as ${title}, ${size(bytes)}.\n`,
  );
}
