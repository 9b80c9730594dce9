import {
  formatByName,
  PICTURE_FORMATS,
  TILE_FORMATS,
  WRITE_FORMATS,
  type WriteFormatId,
} from '@meridian/formats';
import { WrongUsage } from '../connect.ts';

/** Endings of what is read but written in another form, with the ending of that. */
const NOT_WRITTEN: ReadonlyMap<string, string> = new Map([
  ['shp', 'zip'],
  ['kmz', 'kml'],
  ['xlsm', 'xlsx'],
  ['ods', 'xlsx'],
  ['tab', 'tsv'],
  ['wfs', 'gml'],
]);

/** The format that the name of a file stands for. */
export function formatOf(output: string | undefined): WriteFormatId {
  if (output === undefined || output === '-') return 'geojson';
  const ending = endingOf(output);
  if (ending === 'zip') return 'shapefile';
  const other = NOT_WRITTEN.get(ending);
  if (other !== undefined) {
    const why = ending === 'shp' ? 'A Shapefile is several files, which are written as one archive' : '';
    const named = output.replace(/\.[^.]*(\.gz)?$/i, `.${other}$1`);
    throw new WrongUsage(`${why || `no .${ending} is written`}: name it ${named}`);
  }
  const format = formatByName(output);
  if (format !== undefined && Object.hasOwn(WRITE_FORMATS, format)) return format as WriteFormatId;
  const choices = [WRITE_FORMATS, TILE_FORMATS, PICTURE_FORMATS].flatMap((formats) => Object.keys(formats));
  throw new WrongUsage(
    `the name ${output} does not say by its ending what to write: add --format, one of ${choices.join(', ')}`,
  );
}

/** Whether the name stands for a table whose columns are divided by tabs. */
export function hasTabs(output: string | undefined): boolean {
  return output !== undefined && endingOf(output) === 'tsv';
}

function endingOf(name: string): string {
  return name.toLowerCase().replace(/\.gz$/, '').split('.').at(-1)!;
}
