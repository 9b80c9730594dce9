import { WRITE_FORMATS, type WriteFormatId, type WriteOptions } from '@meridian/formats';
import { invalid } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { ValuesOf } from '../http/parameter.ts';
import { optionalBox } from '../parameters/box.ts';
import { csvGeometry, formulas } from '../parameters/csv.ts';
import { filters } from '../parameters/filters.ts';
import { choice } from '../parameters/parameter.ts';
import { version } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';
import type { ExportSearch } from './every-feature.ts';

export const FORMATS = Object.keys(WRITE_FORMATS) as WriteFormatId[];

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
  format: WriteFormatId,
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
export function typeOf(format: WriteFormatId): string {
  const { mediaType } = WRITE_FORMATS[format];
  return format === 'geojson' ? `${mediaType}; charset=utf-8` : mediaType;
}

export function endingOf(format: WriteFormatId): string {
  return WRITE_FORMATS[format].ending;
}

export function bareType(format: WriteFormatId): string {
  return WRITE_FORMATS[format].mediaType.split(';', 1)[0]!;
}
