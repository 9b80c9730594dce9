/** What the exit code of a command that talks to a hub says to scripts; `--help` and the documentation list it. */
export const CLIENT_EXIT_CODES = {
  done: { code: 0, meaning: 'done' },
  failure: { code: 1, meaning: 'the hub rejected the request, or an unexpected error' },
  usage: { code: 2, meaning: 'an argument or an option is wrong' },
  unreachable: { code: 6, meaning: 'the hub cannot be reached, or is too busy' },
  notAllowed: { code: 7, meaning: 'not signed in, or the token lacks a right' },
  notThere: { code: 8, meaning: 'no such space, feature, project, token or profile' },
  refusedFeatures: { code: 9, meaning: 'some features were refused; the rest was written' },
  badFile: { code: 10, meaning: 'the file cannot be read: damaged, truncated, or an unknown format' },
  interrupted: { code: 130, meaning: 'interrupted with Ctrl-C' },
} as const;

export function clientExitCodes(): string {
  const lines = Object.values(CLIENT_EXIT_CODES).map(
    ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
  );
  return `Exit codes:\n${lines.join('\n')}\n`;
}
