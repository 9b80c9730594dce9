import { plural } from '../terminal/words.ts';
import type { DuplicateMode } from './duplicate-modes.ts';
import type { FileImport, FileReport } from './import-file.ts';
import type { ImportOptions } from './import-options.ts';

/** `peaks.geojson: 3 features read: 2 new, 1 unchanged.` The numbers add up to what was read. */
export function describeReport(
  report: FileReport,
  { to, dryRun, mode, id, onDuplicate }: ImportOptions,
): string {
  const { file, inserted, updated, unchanged, repeated, skipped, excluded, failed, guessed } = report;
  const parts: [number, string][] =
    dryRun && mode === undefined
      ? [
          [inserted, `would be written to ${to}`],
          [repeated, 'would replace an earlier one with the same id'],
          [skipped, 'would be skipped'],
          [excluded, 'left out by --where'],
          [failed, 'would be refused'],
        ]
      : [
          [inserted, 'new'],
          [updated, 'changed'],
          [unchanged, 'unchanged'],
          [repeated, 'replaced by a later one with the same id'],
          [skipped, mode === 'append' ? 'there already' : 'skipped'],
          [excluded, 'left out by --where'],
          [failed, 'refused'],
        ];
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${plural(count, '', '').trim()} ${what}`);
  const lines = [
    `${file}: ${plural(report.read, 'feature')} read${said.length > 0 ? `: ${said.join(', ')}` : ''}.`,
  ];
  if (guessed.length > 0) lines.push(`Not said by the file: ${guessed.join('; ')}.`);
  if (report.repeatedIds > 0) lines.push(repeats(report, onDuplicate, id));
  if (report.repaired > 0) lines.push(`${plural(report.repaired, 'feature was', 'features were')} repaired.`);
  if (report.report !== undefined)
    lines.push(`${report.failed > 0 ? 'Refused' : 'Repaired'} features are listed in ${report.report}.`);
  return `${lines.join('\n')}\n`;
}

const WHAT_COUNTS: Record<DuplicateMode, string> = {
  last: 'the last one wins',
  first: 'the first one counts',
  error: 'they are refused',
  number: 'they are numbered -2, -3, …',
};

/** Only what shows the user whether the file or the chosen property is at fault. */
function repeats(
  { repeatedIds, areRepeatsIncomplete }: FileReport,
  mode: DuplicateMode,
  property: string | undefined,
): string {
  const atLeast = areRepeatsIncomplete ? 'At least ' : '';
  const why = property === undefined ? '' : `: ${property} is not unique`;
  return `${atLeast}${plural(repeatedIds, 'feature has', 'features have')} an id that occurred before in the file; ${WHAT_COUNTS[mode]}${why}.`;
}

export function describeStop(importing: FileImport, { watch, follow }: ImportOptions): string {
  const { file } = importing;
  const how =
    watch || follow
      ? 'the same command goes on from here'
      : importing.isResumable
        ? 'the same command with --resume continues from here'
        : 'importing it again changes nothing that is there';
  return `Stopped before the end of ${file}; ${how}.\n`;
}
