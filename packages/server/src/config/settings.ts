import { CATALOGUE } from './catalogue.ts';
import { nearest } from './nearest.ts';
import type { Setting } from './setting.ts';

type Entry = (typeof CATALOGUE)[number];

/** The value of every setting, checked. */
export type Settings = { [E in Entry as E['name']]: E['default'] };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags by name without dashes; `true` stands for one that was given without a value. */
export type Flags = Readonly<Record<string, string | true>>;

/** One thing wrong with the configuration. */
export type SettingFault = {
  /** The variable or flag at fault: `MERIDIAN_PORT`, `--port`. */
  source: string;
  /** As given; absent where it is secret, or may be. */
  value?: string;
  /** What is wrong and what would be right. */
  problem: string;
};

export type Configuration =
  | { ok: true; settings: Settings }
  /** `sound`: the settings without fault, for checks that need several of them. */
  | { ok: false; faults: SettingFault[]; sound: Partial<Settings> };

const PREFIX = 'MERIDIAN_';

/** Read by the test suites, not by the server. */
const TEST_VARIABLE = /^MERIDIAN_TEST_/;

/** Belong to the commands that talk to a hub; a shell that has them may start one all the same. */
const COMMAND_VARIABLES: readonly string[] = [
  'MERIDIAN_URL',
  'MERIDIAN_TOKEN',
  'MERIDIAN_PROFILE',
  'MERIDIAN_SOURCE_TOKEN',
];

/** Reads every setting: from its flag, else from its variable, else its default. Reports all faults at once. */
export function readSettings(env: Environment, flags: Flags = {}): Configuration {
  const faults = [...unknownVariables(env), ...unknownFlags(flags)];
  const settings: Record<string, unknown> = {};
  for (const entry of CATALOGUE as readonly Setting[]) {
    const outcome = readOne(entry, env, flags);
    if ('fault' in outcome) faults.push(outcome.fault);
    else settings[entry.name] = outcome.value;
  }
  if (faults.length > 0) return { ok: false, faults, sound: settings as Partial<Settings> };
  return { ok: true, settings: settings as Settings };
}

/** `MERIDIAN_PORT is "http": expected a whole number from 0 to 65535` */
export function describeFault({ source, value, problem }: SettingFault): string {
  return value === undefined ? `${source} ${problem}` : `${source} is ${JSON.stringify(value)}: ${problem}`;
}

function readOne(
  entry: Setting,
  env: Environment,
  flags: Flags,
): { value: unknown } | { fault: SettingFault } {
  const flag = Object.hasOwn(flags, entry.flag) ? flags[entry.flag] : undefined;
  const source = flag === undefined ? entry.env : `--${entry.flag}`;
  const expected = [entry.type.expected, entry.check?.rule].filter(Boolean).join(' ');
  if (flag === true) return { fault: { source, problem: `needs a value: ${expected}` } };
  // An empty variable counts as unset: that is how compose files and shells write "none".
  const given = flag ?? (env[entry.env] || undefined);
  if (given === undefined) return { value: entry.default };

  const read = entry.type.read(given);
  if (read && (entry.check?.holds(read.value) ?? true)) return read;
  if (entry.type.secret) return { fault: { source, problem: `is not right: expected ${expected}` } };
  return { fault: { source, value: given, problem: `expected ${expected}` } };
}

/** Values of unknown names are not repeated: a misspelt variable may hold a secret. */
function unknownVariables(env: Environment): SettingFault[] {
  const known = CATALOGUE.filter(({ env }) => env.startsWith(PREFIX)).map(({ env }) =>
    env.slice(PREFIX.length),
  );
  return Object.keys(env)
    .filter(
      (name) => name.startsWith(PREFIX) && !TEST_VARIABLE.test(name) && !COMMAND_VARIABLES.includes(name),
    )
    .flatMap((name) => unknown(name.slice(PREFIX.length), known, PREFIX));
}

function unknownFlags(flags: Flags): SettingFault[] {
  const known = CATALOGUE.map((entry) => entry.flag);
  return Object.keys(flags).flatMap((name) => unknown(name, known, '--'));
}

function unknown(name: string, known: readonly string[], prefix: string): SettingFault[] {
  if (known.includes(name)) return [];
  const meant = nearest(name, known);
  const hint = meant === undefined ? 'see meridian serve --help' : `did you mean ${prefix}${meant}?`;
  return [{ source: prefix + name, problem: `is no setting; ${hint}` }];
}
