import type { RunningServer } from '@meridian/server';

/** What the first start made; undefined where the user had preset it. */
type FirstStart = NonNullable<RunningServer['firstStart']>;

/** Inside an 80-column box with a blank at each side. */
const TEXT_WIDTH = 76;

/** The box of the first start: where the hub is and how to sign in, with secrets that are shown nowhere else. */
export function firstStartBox(url: string, { email, password, token }: FirstStart): string {
  const lines = [
    'First start: Meridian created this account and a token with full rights.',
    '',
    `URL       ${url}`,
    `Account   ${email}`,
    `Password  ${password ?? 'as you have set it'}`,
    `Token     ${token ?? 'as you have set it'}`,
    ...notice(password, token),
  ];
  return `${framed(lines)}\n\n${example(url, token)}\n`;
}

function notice(password: string | undefined, token: string | undefined): string[] {
  if (password === undefined && token === undefined) return [];
  return ['', 'Shown only once: Meridian stores only hashes of these secrets.'];
}

/** Outside the frame, so that it can be copied from the terminal and run as it is. */
function example(url: string, token: string | undefined): string {
  return [
    'Try it:',
    `  curl ${url}/hub/spaces \\`,
    `    -H "Authorization: Bearer ${token ?? '$MERIDIAN_ADMIN_TOKEN'}"`,
  ].join('\n');
}

function framed(lines: readonly string[]): string {
  const width = Math.max(TEXT_WIDTH, ...lines.map(lengthOf));
  const rule = '─'.repeat(width + 2);
  const rows = lines.map((line) => `│ ${line}${' '.repeat(width - lengthOf(line))} │`);
  return [`╭${rule}╮`, ...rows, `╰${rule}╯`].join('\n');
}

const ASCII = /^[\x20-\x7e]*$/;

/** In characters as a reader counts them, so that é and ü align whichever way they are encoded. */
function lengthOf(line: string): number {
  // Nearly always. The rules for all other scripts take 20 ms to load.
  if (ASCII.test(line)) return line.length;
  return [...new Intl.Segmenter().segment(line)].length;
}
