import type { Check } from './checks.ts';
import type { Kind } from './kinds.ts';

export const GROUPS = [
  'Network',
  'Data',
  'First account',
  'Accounts',
  'Behaviour',
  'Tracing',
  'Limits',
  'Threads',
] as const;

/** One thing that can be set, by a flag or by a variable. */
export type Setting<Name extends string = string, Value = unknown> = {
  name: Name;
  env: `MERIDIAN_${string}` | `OTEL_${string}`;
  /** Without its dashes. */
  flag: string;
  group: (typeof GROUPS)[number];
  type: Kind<Value>;
  default: Value;
  /** What the documentation says where the default depends on the machine. */
  defaultRule?: string;
  description: string;
  example: string;
  check?: Check<Value>;
};

/** Infers the value's type from its kind, so that `Settings` can be read off the catalogue. */
export function setting<const Name extends string, Value>(
  entry: Omit<Setting<Name, Value>, 'default' | 'check'> & {
    default: NoInfer<Value>;
    check?: Check<NoInfer<Value>>;
  },
): Setting<Name, Value> {
  return entry;
}
