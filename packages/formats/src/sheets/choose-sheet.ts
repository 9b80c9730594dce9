import { FormatFault } from '../fault.ts';
import type { Reading } from '../reading.ts';

/** Which of the sheets is read: the one that the user names, else the first; others are reported. */
export function chooseSheet(names: readonly string[], reading: Reading): number {
  const { sheet } = reading.options;
  if (sheet !== undefined) {
    const at = names.indexOf(sheet);
    if (at < 0) throw unknownSheet(sheet, names, reading.file);
    return at;
  }
  if (names.length === 0) throw new FormatFault('empty', reading.file, 'has no sheets');
  if (names.length > 1)
    reading.guess(
      `sheet ${JSON.stringify(names[0])}, not ${names
        .slice(1, 6)
        .map((name) => JSON.stringify(name))
        .join(', ')}`,
    );
  return 0;
}

export function unknownSheet(sheet: string, names: readonly string[], file: string): FormatFault {
  return new FormatFault('option', file, `has no sheet "${sheet}": it has ${names.slice(0, 30).join(', ')}`);
}
