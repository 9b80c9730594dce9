import {
  MAX_WIDTH,
  MIN_WIDTH,
  PICTURE_FORMATS,
  type PictureFormatId,
  WRITE_FORMATS,
  type WriteFormatId,
  type WriteOptions,
} from '@meridian/formats';
import { invalid } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { ValuesOf } from '../http/parameter.ts';
import { optionalBox } from '../parameters/box.ts';
import { csvGeometry, formulas } from '../parameters/csv.ts';
import { filters } from '../parameters/filters.ts';
import { choice, integer } from '../parameters/parameter.ts';
import { version } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';
import type { ExportSearch } from './every-feature.ts';

export const FORMATS = Object.keys(WRITE_FORMATS) as WriteFormatId[];

/** What a response may be: a file of features, or a picture of them. */
export type ExportFormat = WriteFormatId | PictureFormatId;
export const EXPORT_FORMATS = [...FORMATS, ...Object.keys(PICTURE_FORMATS)] as ExportFormat[];

export function isPicture(format: ExportFormat): format is PictureFormatId {
  return Object.hasOwn(PICTURE_FORMATS, format);
}

/** In pixels. */
export const width = integer({
  name: 'width',
  description: 'Of a picture (`svg`, `png`), in pixels; 1024 if absent. Its height follows from the box.',
  min: MIN_WIDTH,
  max: MAX_WIDTH,
});

/** Which features are exported, and how they are written. */
export const exportParameters = {
  version,
  format: choice({
    name: 'format',
    description: 'What the file is.',
    choices: FORMATS,
    byDefault: 'geojson',
  }),
  formulas,
  csvGeometry,
  area: optionalBox,
  filter: filters,
  view: views,
};

type Asked = ValuesOf<typeof exportParameters>;
export type CsvOptions = WriteOptions['csv'] & object;

/** How CSV is written; a fault where another format was given what is for CSV. */
export function csvOptions(
  format: ExportFormat,
  { formulas, csvGeometry }: Pick<Asked, 'formulas' | 'csvGeometry'>,
): CsvOptions {
  if (format !== 'csv')
    for (const [name, value] of Object.entries({ formulas, csvGeometry }))
      if (value !== undefined)
        throw invalid(`${name}=${value} goes with format=csv only, not with format=${format}`);
  return { formulas: formulas ?? 'escape', geometry: csvGeometry ?? 'wkt' };
}

export function searchOf(
  { area, filter, view }: Pick<Asked, 'area' | 'filter' | 'view'>,
  context: Context,
): ExportSearch {
  return { filter, view: viewOf(view, context), ...(area ? { area } : {}) };
}

/** The value of `Content-Type`. */
export function typeOf(format: ExportFormat): string {
  const { mediaType } = formatOf(format);
  return format === 'geojson' ? `${mediaType}; charset=utf-8` : mediaType;
}

export function endingOf(format: ExportFormat): string {
  return formatOf(format).ending;
}

export function bareType(format: ExportFormat): string {
  return formatOf(format).mediaType.split(';', 1)[0]!;
}

function formatOf(format: ExportFormat): { ending: string; mediaType: string } {
  return isPicture(format) ? PICTURE_FORMATS[format] : WRITE_FORMATS[format];
}
