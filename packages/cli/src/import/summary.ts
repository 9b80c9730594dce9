import { plural } from '../terminal/words.ts';
import { type FileImport, type FileReport, total } from './import-file.ts';
import type { ImportOptions } from './import-options.ts';

/** `peaks.geojson: 3 features read: 2 new, 1 unchanged.` */
export function describeReport(report: FileReport, { to, dryRun, id }: ImportOptions): string {
  const { file, inserted, updated, unchanged, repeated, failed } = report;
  const parts: [number, string][] = dryRun
    ? [
        [inserted, `would be written to ${to}`],
        [failed, 'would be refused'],
      ]
    : [
        [inserted, 'new'],
        [updated, 'changed'],
        [unchanged, 'unchanged'],
        [repeated, 'replaced by a later one with the same id'],
        [failed, 'refused'],
      ];
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${plural(count, '', '').trim()} ${what}`);
  const lines = [
    `${file}: ${plural(total(report), 'feature')} read${said.length > 0 ? `: ${said.join(', ')}` : ''}.`,
  ];
  if (report.repeatedIds > 0) lines.push(repeats(report.repeatedIds, id));
  if (report.report !== undefined) lines.push(`Refused features are listed in ${report.report}.`);
  return `${lines.join('\n')}\n`;
}

/** Only what shows the user whether the file or the chosen property is at fault. */
function repeats(count: number, property: string | undefined): string {
  const why = property === undefined ? '' : `: ${property} is not unique`;
  return `${plural(count, 'feature has', 'features have')} an id that occurred before in the file; the last one wins${why}.`;
}

export function describeStop(importing: FileImport): string {
  const { file } = importing;
  const how = importing.isResumable
    ? 'the same command with --resume continues from here'
    : 'importing it again changes nothing that is there';
  return `Stopped before the end of ${file}; ${how}.\n`;
}
