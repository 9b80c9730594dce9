import { settingsHelp } from '@meridian/server';
import { EXIT_CODES } from './exit-codes.ts';

export function serveHelp(): string {
  const exitCodes = Object.values(EXIT_CODES).map(({ code, meaning }) => `  ${code}  ${meaning}`);
  return `Usage: meridian serve [flags]

Starts the hub. Each setting is a flag or an environment variable; the flag
takes precedence. Sizes take the suffixes k, M and G, times s and m.

${settingsHelp()}

Exit codes:
${exitCodes.join('\n')}
`;
}
