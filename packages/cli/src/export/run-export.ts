import type { Feature, Features } from '@meridian/client';
import {
  type CsvGeometry,
  type FormulaMode,
  type Loss,
  Losses,
  WRITE_FORMATS,
  type WriteFormatId,
  writeFeatures,
} from '@meridian/formats/node';
import { CLIENT_EXIT_CODES } from '../client-exit-codes.ts';
import { connect, type HubOptions, orMissing, WrongUsage } from '../connect.ts';
import { printed } from '../json.ts';
import { type FilterOptions, filterOf } from '../query/area.ts';
import { onStopSignal } from '../stop-signal.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { plural, size } from '../terminal/words.ts';
import type { ZoomOptions } from '../tiles/zoom-options.ts';
import { featuresInBox } from './features-in-box.ts';
import { warningOf } from './losses-warning.ts';
import { writeOutput } from './output.ts';
import { readAhead } from './read-ahead.ts';
import { formatOf, hasTabs } from './written-format.ts';

export type ExportOptions = HubOptions &
  FilterOptions &
  ZoomOptions & {
    output?: string;
    format?: WriteFormatId;
    select?: string[];
    formulas: FormulaMode;
    csvGeometry: CsvGeometry;
    /** Of a picture, in pixels. */
    width?: number;
    json?: boolean;
    retryTimeout: number;
  };

const PAGE = 1000;

export async function runExport(space: string, options: ExportOptions): Promise<void> {
  const format = options.format ?? formatOf(options.output);
  if (options.minZoom !== undefined || options.maxZoom !== undefined)
    throw new WrongUsage(`--min-zoom and --max-zoom are for tiles, not for ${WRITE_FORMATS[format].title}`);
  if (options.width !== undefined)
    throw new WrongUsage(`--width is for pictures, not for ${WRITE_FORMATS[format].title}`);
  const at = connect(options, { retryTimeoutMs: options.retryTimeout });
  const features = at.client.features(space);
  const { bbox, output } = options;
  const all = await orMissing(`space ${space}`, at, features.count(filterOf(options)));
  const done = { features: 0, bytes: 0 };
  const losses = new Losses();
  const bar = new ProgressBar(output ?? space, () => ({ ...done, ofFeatures: bbox ? undefined : all }));
  const abort = new AbortController();
  const keys = onStopSignal(
    () => abort.abort(),
    () => {},
  );
  try {
    const read = countFeatures(pagesOf(features, options, abort.signal), done);
    const written = writeFeatures(format, read, {
      name: space,
      losses,
      signal: abort.signal,
      csv: {
        formulas: options.formulas,
        geometry: options.csvGeometry,
        ...(hasTabs(output) && { delimiter: '\t' }),
      },
    });
    await writeOutput(written, output, abort.signal, (bytes) => {
      done.bytes += bytes;
    });
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    process.exitCode = CLIENT_EXIT_CODES.interrupted.code;
  } finally {
    bar.end();
    keys.release();
  }
  if (abort.signal.aborted) return void process.stderr.write('Stopped; nothing was written.\n');
  reportResult(done, losses.list, options, { space, format, file: output });
}

/** What is read of the space, wherever it is. */
export function searchOf(options: ExportOptions, signal: AbortSignal) {
  const selection = options.select?.map((name) => (/^[pf]\./.test(name) ? name : `p.${name}`));
  const { retryTimeout: retryTimeoutMs } = options;
  return { ...filterOf(options), signal, retryTimeoutMs, ...(selection && { selection }) };
}

function pagesOf(features: Features, options: ExportOptions, signal: AbortSignal): AsyncIterable<Feature[]> {
  const { bbox } = options;
  const search = searchOf(options, signal);
  return readAhead(bbox ? featuresInBox(features, bbox, search) : allPages(features, search));
}

async function* allPages(
  features: Features,
  search: Parameters<Features['pages']>[0],
): AsyncGenerator<Feature[]> {
  for await (const page of features.pages({ ...search, pageSize: PAGE })) yield page.features;
}

async function* countFeatures(pages: AsyncIterable<Feature[]>, done: { features: number }) {
  for await (const page of pages)
    for (const feature of page) {
      done.features++;
      yield feature;
    }
}

function reportResult(
  done: { features: number; bytes: number },
  losses: Loss[],
  { json }: ExportOptions,
  { space, format, file }: { space: string; format: WriteFormatId; file: string | undefined },
): void {
  const { title } = WRITE_FORMATS[format];
  const warning = warningOf(title, losses);
  if (file === undefined || file === '-') {
    // Standard output has the file itself.
    process.stderr.write(warning);
    return;
  }
  process.stdout.write(
    json
      ? printed({ space, file, format, ...done, losses })
      : `${file}: ${plural(done.features, 'feature')} of ${space} as ${title}, ${size(done.bytes)}.\n${warning}`,
  );
}
