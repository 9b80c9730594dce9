import { type Delay, MeridianClient, MeridianError, UnreachableError } from '@meridian/client';
import { type Command, Option } from 'commander';
import { Refusal } from './admin-backend.ts';
import { CLIENT_EXIT_CODES } from './client-exit-codes.ts';
import { WHICH_HUB } from './hub-option.ts';
import { parseJson } from './json.ts';
import { type ChosenHub, chooseHub, type HubChoice, UnknownProfile } from './profile/choose-hub.ts';
import { uploadingFetch } from './upload.ts';

/** A hub that a command works with. */
export type ConnectedHub = { client: MeridianClient; hub: ChosenHub };

export type HubOptions = HubChoice & { json?: boolean };

/** How long to retry while the hub is busy or restarting. */
const RETRY_TIMEOUT_MS = 10_000;

/** Adds the options by which every such command finds its hub. */
export function hubOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--profile <name>', 'the hub of this profile (see meridian profiles)').helpGroup(WHICH_HUB),
    )
    .addOption(
      new Option('--url <address>', 'the hub at this URL; also MERIDIAN_URL, MERIDIAN_TOKEN').helpGroup(
        WHICH_HUB,
      ),
    );
}

export function connect(
  options: HubChoice,
  more: { retryTimeoutMs?: number; onDelay?: (delay: Delay) => void } = {},
): ConnectedHub {
  const hub = chooseHub(process.env, options);
  const { url, token, session } = hub;
  const { retryTimeoutMs = RETRY_TIMEOUT_MS, onDelay } = more;
  const client = new MeridianClient({
    url,
    token,
    session,
    retryTimeoutMs,
    parse: parseJson,
    clientId: 'meridian-cli',
    fetch: uploadingFetch,
    ...(onDelay && { onDelay }),
  });
  return { client, hub };
}

/** Runs a command; errors are printed as a sentence and set the exit code. */
export function reportErrors<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    try {
      await work(...args);
    } catch (error) {
      const { code, message } = describeError(error);
      process.exitCode = code;
      process.stderr.write(`${message}\n`);
    }
  };
}

/** What is missing is not what the path names, but its state at a time. */
const NO_VERSION = /^at: no version/;

/** A 404 that names what the user asked for: the hub only says that something does not exist. */
export async function orMissing<T>(
  what: string,
  { hub }: Pick<ConnectedHub, 'hub'>,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MeridianError && error.status === 404 && error.error !== 'Not Found')
      throw new Missing(NO_VERSION.test(error.message) ? error.message : `there is no ${what} on ${hub.url}`);
    throw error;
  }
}

/** Something that was named and is not there. */
export class Missing extends Refusal {}

/** Options that do not fit together, or a value that cannot be. */
export class WrongUsage extends Refusal {}

/** No session, and nobody there to sign in. */
export class NotSignedIn extends Refusal {}

/** A file or folder of the user's that is not there, or that may not be read. */
export class UnreadableFile extends Refusal {}

const { failure, usage, unreachable, notAllowed, notThere, badFile } = CLIENT_EXIT_CODES;

/** Anything else is a bug of ours, and crashes. */
export function describeError(error: unknown): { code: number; message: string } {
  if (error instanceof Missing || error instanceof UnknownProfile)
    return { code: notThere.code, message: sentence(error.message) };
  if (error instanceof UnreadableFile) return { code: badFile.code, message: sentence(error.message) };
  if (error instanceof WrongUsage) return { code: usage.code, message: sentence(error.message) };
  if (error instanceof NotSignedIn) return { code: notAllowed.code, message: sentence(error.message) };
  if (error instanceof UnreachableError)
    return { code: unreachable.code, message: `${error.message}. Is the hub running? Is the URL right?` };
  if (error instanceof MeridianError) return describeResponse(error);
  if (error instanceof Refusal || error instanceof RangeError)
    return { code: failure.code, message: sentence(error.message) };
  throw error;
}

function describeResponse({ status, errorMessage, streamId }: MeridianError): {
  code: number;
  message: string;
} {
  const said = sentence(errorMessage);
  const request = streamId === undefined ? '' : ` (request ${streamId})`;
  switch (status) {
    case 401:
      return {
        code: notAllowed.code,
        message: `Not authenticated: ${errorMessage}. Sign in with meridian login`,
      };
    case 403:
      return { code: notAllowed.code, message: `Access denied: ${errorMessage}` };
    case 404:
    case 412:
      return { code: notThere.code, message: said };
    case 429:
    case 503:
      return { code: unreachable.code, message: `The hub is busy: ${errorMessage}. Try again later` };
    default:
      return {
        code: failure.code,
        message: status >= 500 ? `The hub failed: ${errorMessage}${request}` : said,
      };
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
