import { isIP } from 'node:net';
import { readKeyValues, showKeyValues } from './key-values.ts';
import type { TrustedProxies } from './proxies.ts';

/** How a value is written as text, in a flag or in a variable. */
export type Kind<Value> = {
  /** As `--help` shows it behind the flag: `<number>`. */
  placeholder: string;
  /** What a right value looks like: "a whole number". */
  expected: string;
  /** Never shown again once it is given. */
  secret?: true;
  /** undefined where the text is not of this kind. */
  read(text: string): { value: Value } | undefined;
  show(value: Value): string;
};

const KIBI = 1024;
const SIZE_UNITS: Record<string, number> = { '': 1, k: KIBI, m: KIBI ** 2, g: KIBI ** 3 };
const DURATION_UNITS: Record<string, number> = { '': 1, ms: 1, s: 1000, m: 60_000 };

export const wholeNumber: Kind<number> = {
  placeholder: '<number>',
  expected: 'a whole number',
  read: (text) => inUnits(/^(\d+)()$/.exec(text), { '': 1 }),
  show: String,
};

/** A decimal number. */
export const fraction: Kind<number> = {
  placeholder: '<number>',
  expected: 'a decimal number',
  read: (given) => (/^\d+(\.\d+)?$|^\.\d+$/.test(given) ? { value: Number(given) } : undefined),
  show: String,
};

export const keyValues: Kind<Readonly<Record<string, string>>> = {
  placeholder: '<name=value,…>',
  expected: 'a comma-separated list of name=value, with values percent-encoded',
  read: (given) => {
    const value = readKeyValues(given);
    return value && { value };
  },
  show: showKeyValues,
};

export const secretKeyValues: typeof keyValues = { ...keyValues, secret: true, show: () => '' };

/** Bytes, or with a suffix: `32M` = `32MiB` = 33554432. */
export const size: Kind<number> = {
  placeholder: '<size>',
  expected: 'a number of bytes (or of KiB, MiB or GiB with the suffix k, M or G)',
  read: (text) => inUnits(/^(\d+)([kmg]?)(?:(?<=[kmg])ib)?$/i.exec(text), SIZE_UNITS),
  show: String,
};

/** Milliseconds, or with a suffix: `30s` = 30000. */
export const duration: Kind<number> = {
  placeholder: '<time>',
  expected: 'a number of milliseconds (or of seconds or minutes with the suffix s or m)',
  read: (text) => inUnits(/^(\d+)(ms|s|m|)$/.exec(text), DURATION_UNITS),
  show: String,
};

/** One line of text; a control character in it would garble terminals and logs. */
export function text(placeholder: string, expected: string): Kind<string> {
  return { placeholder, expected, read: readLine, show: (value) => value };
}

export const secret: Kind<string | undefined> = {
  placeholder: '<secret>',
  expected: 'a text',
  secret: true,
  read: readLine,
  show: () => '',
};

export function choice<const Option extends string>(options: readonly Option[]): Kind<Option> {
  return {
    placeholder: `<${options.join('|')}>`,
    expected: `one of ${options.join(', ')}`,
    read: (given) => {
      const value = options.find((option) => option === given);
      return value === undefined ? undefined : { value };
    },
    show: (value) => value,
  };
}

export const origins: Kind<readonly string[]> = {
  placeholder: '<origins>',
  expected: '* or a comma-separated list of origins such as https://maps.example.org, without path',
  read: (given) => {
    const value = given.split(',').map((entry) => entry.trim());
    return value.every((entry) => entry === '*' || isOrigin(entry)) ? { value } : undefined;
  },
  show: (value) => value.join(','),
};

/** Origins by their names, and no others. */
export const ownOrigins: Kind<readonly string[]> = {
  placeholder: '<origins>',
  expected: 'a comma-separated list of origins such as https://tiles.example.org, without path',
  read: (given) => {
    const value = given.split(',').map((entry) => entry.trim());
    return value.every(isOrigin) ? { value } : undefined;
  },
  show: (value) => value.join(','),
};

/** An absolute address without a slash at its end, so that paths can be appended. */
export const url: Kind<string | undefined> = {
  placeholder: '<url>',
  expected: 'an http or https URL without query, such as https://hub.example.org',
  read: (given) => {
    const parsed = parseHttp(given);
    if (!parsed || parsed.search || parsed.hash || parsed.username || parsed.password) return undefined;
    return { value: parsed.href.replace(/\/+$/, '') };
  },
  show: (value) => value ?? '',
};

/** `embedded`, `memory:`, or the URL of a database, which may hold its password. */
export const store: Kind<string> = {
  placeholder: '<embedded|memory:|postgres://…>',
  expected: 'embedded, memory:, or a URL such as postgres://user:password@host:5432/database',
  secret: true,
  read: (given) => {
    if (SHOWN_STORES.includes(given)) return { value: given };
    return isDatabaseUrl(given) ? { value: given } : undefined;
  },
  show: (value) => (SHOWN_STORES.includes(value) ? value : ''),
};

/** The URL of a database, which may hold its password. */
export const database: Kind<string | undefined> = {
  placeholder: '<postgres://…>',
  expected: 'a URL such as postgres://user:password@host:5432/database',
  secret: true,
  read: (given) => (isDatabaseUrl(given) ? { value: given } : undefined),
  show: () => '',
};

function isDatabaseUrl(given: string): boolean {
  return /^postgres(ql)?:$/.test(URL.parse(given)?.protocol ?? '');
}

/** Those without a password. */
const SHOWN_STORES = ['embedded', 'memory:'];

/** The path of a file; whether it is there is seen when it is read. */
export const file: Kind<string | undefined> = {
  placeholder: '<file>',
  expected: 'the path of a file',
  read: readLine,
  show: (value) => value ?? '',
};

export const folder: Kind<string | undefined> = {
  ...file,
  placeholder: '<folder>',
  expected: 'the path of a folder',
};

export const proxies: Kind<TrustedProxies> = {
  placeholder: '<off|number|addresses>',
  expected: 'off, a number of proxies, or a comma-separated list of addresses such as 10.0.0.0/8,::1',
  read: (given) => {
    if (given === 'off' || given === '0') return { value: false };
    if (/^[1-9]\d?$/.test(given)) return { value: Number(given) };
    const value = given.split(',').map((entry) => entry.trim());
    return value.every(isSubnet) ? { value } : undefined;
  },
  show: (value) => (value === false ? 'off' : typeof value === 'number' ? String(value) : value.join(',')),
};

/** Addresses, subnets and names. */
export const hosts: Kind<readonly string[]> = {
  placeholder: '<hosts>',
  expected: 'a comma-separated list of addresses and names of hosts, such as 10.1.2.0/24,files.example.org',
  read: (given) => {
    const value = given.split(',').map((entry) => entry.trim());
    return value.every((entry) => isSubnet(entry) || isHostName(entry)) ? { value } : undefined;
  },
  show: (value) => value.join(','),
};

/** Not one that is an address in disguise: `2130706433`, `0x7f.1`. */
function isHostName(given: string): boolean {
  return /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?$/i.test(given);
}

function isSubnet(given: string): boolean {
  const [address = '', prefix, ...rest] = given.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    bits > 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

function readLine(value: string) {
  return /^\P{Cc}+$/u.test(value) ? { value } : undefined;
}

function inUnits(match: RegExpExecArray | null, units: Record<string, number>) {
  if (!match) return undefined;
  const value = Number(match[1]) * units[match[2]!.toLowerCase()]!;
  return Number.isSafeInteger(value) ? { value } : undefined;
}

function isOrigin(given: string): boolean {
  return parseHttp(given)?.origin === given;
}

function parseHttp(given: string): URL | undefined {
  const parsed = URL.parse(given);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : undefined;
}
