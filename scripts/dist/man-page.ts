/** The manual page: what `meridian --help` says, command by command, so that it can't say anything else. */
export function manPage(meridian: (...args: string[]) => string, version: string): string {
  const help = meridian('--help');
  const commands = [...help.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name!);
  const sections = commands.map((name) => section(`meridian ${name}`, meridian(name, '--help')));
  return [
    `.TH MERIDIAN 1 "" "Meridian ${version}" "Meridian"`,
    '.SH NAME',
    'meridian \\- geospatial data hub',
    section('SYNOPSIS', help),
    ...sections,
    '.SH FILES',
    '.TP\n.I /etc/meridian/meridian.env\nSettings of the service: one NAME=value a line.',
    '.TP\n.I /var/lib/meridian\nThe data folder of the service.',
    '',
  ].join('\n');
}

function section(title: string, text: string): string {
  const lines = text.trimEnd().split('\n').map(escapeLine);
  return [`.SH ${title.toUpperCase()}`, '.nf', ...lines, '.fi'].join('\n');
}

/** A backslash, a minus and a dot at the beginning of a line mean something in a manual page. */
function escapeLine(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
