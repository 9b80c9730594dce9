import type { Transferable } from 'node:worker_threads';
import { isRawNumber, rawNumber } from '../model/json/exact-json.ts';

/** A message as it is on its way. */
export type Sent<T> = { message: T; hasDigits?: true };

/** What messages can be sent through: a worker, or the port to the thread that started it. */
export type Port = { postMessage(message: unknown, transfer: readonly Transferable[]): void };

/**
 * Sends a message to another thread. Numbers that a double can't hold are stored as their digits, in objects that can't be
 * cloned: they travel as String objects, which nothing that was JSON contains. Few messages have any, and only those are
 * gone through; a message that can't be cloned has not given up what it was to transfer.
 */
export function post<T>(port: Port, message: T, transfer: readonly Transferable[]): void {
  try {
    port.postMessage({ message } satisfies Sent<T>, transfer);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'DataCloneError')) throw error;
    port.postMessage({ message: mapped(message, toText), hasDigits: true }, transfer);
  }
}

export function received<T>({ message, hasDigits }: Sent<T>): T {
  return hasDigits ? mapped(message, fromText) : message;
}

function toText(value: object): object | undefined {
  return isRawNumber(value) ? Object(value.rawJSON) : undefined;
}

function fromText(value: object): object | undefined {
  return value instanceof String ? rawNumber(value.toString()) : undefined;
}

/** A copy of lists and plain objects, with what `replace` gives for it in place of whatever is in them. */
function mapped<T>(value: T, replace: (value: object) => object | undefined): T;
function mapped(value: unknown, replace: (value: object) => object | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const replaced = replace(value);
  if (replaced) return replaced;
  if (Array.isArray(value)) return value.map((entry) => mapped(entry, replace));
  if (!isPlain(value)) return value;
  const copy: Record<string, unknown> = {};
  // `__proto__` is a name like any other.
  for (const [name, member] of Object.entries(value))
    Object.defineProperty(copy, name, {
      value: mapped(member, replace),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return copy;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
