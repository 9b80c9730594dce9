import { CATALOGUE } from './catalogue.ts';
import { GROUPS, type Setting } from './setting.ts';
import { wrap } from './wrap.ts';

const WIDTH = 80;
const INDENT = '      ';

/** Every setting as `--help` lists it, by group, in lines of 80 columns. */
export function settingsHelp(): string {
  return GROUPS.map((group) => {
    const entries = (CATALOGUE as readonly Setting[]).filter((entry) => entry.group === group);
    return [`${group}:`, ...entries.map(entryHelp)].join('\n');
  }).join('\n\n');
}

function entryHelp(entry: Setting): string {
  const head = `  --${entry.flag} ${entry.type.placeholder}  (${entry.env})`;
  const text = `${entry.description} Default: ${defaultOf(entry)}. Example: ${entry.example}`;
  return [head, ...wrap(text, WIDTH - INDENT.length).map((line) => INDENT + line)].join('\n');
}

/** The default in words where it depends on the machine. */
export function defaultOf(entry: Setting): string {
  return entry.defaultRule ?? entry.type.show(entry.default);
}
