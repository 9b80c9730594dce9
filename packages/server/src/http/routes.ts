import { type Fault, invalid, MISSING_RESOURCE } from '@meridian/hub';
import findMyWay from 'find-my-way';
import { HttpFault } from './http-fault.ts';
import type { Method, Operation } from './operation.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const MAX_PARAMETER_LENGTH = 64 * 1024;

export type Route = { operation: Operation; parameters: Record<string, string | undefined> };

/** Finds the operation of a method and path. */
export class Routes {
  readonly #router = findMyWay({
    maxParamLength: MAX_PARAMETER_LENGTH,
    // Makes the router give a match without an operation, instead of none.
    onBadUrl: noop,
  });

  constructor(operations: readonly Operation[]) {
    for (const operation of operations)
      this.#router.on(operation.method, operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), noop, operation);
  }

  find(method: string, path: string): Route {
    const found = this.#find(method === 'HEAD' ? 'GET' : method, path);
    if (found) return found;
    const allowed = this.allowed(path);
    if (allowed.length === 0) throw new HttpFault('noRoute', unknownRoute(path));
    throw new NotAllowed(method, allowed);
  }

  /** Whether a path has an operation of its own for this method. */
  has(method: Method, path: string): boolean {
    return this.#find(method, path) !== undefined;
  }

  /** The methods a path has operations for; none where there is nothing at all. */
  allowed(path: string): string[] {
    const allowed: string[] = METHODS.filter((method) => this.#find(method, path));
    return allowed.includes('GET')
      ? ['HEAD', ...allowed, 'OPTIONS']
      : allowed.length > 0
        ? [...allowed, 'OPTIONS']
        : [];
  }

  #find(method: string, path: string): Route | undefined {
    const found = this.#router.find(method as Method, path);
    if (found?.store === null) throw badPath(path);
    return found ? { operation: found.store as Operation, parameters: found.params } : undefined;
  }
}

/** A path that exists, but not for this method. */
export class NotAllowed extends HttpFault {
  readonly allow: string;

  constructor(method: string, allowed: string[]) {
    super('notAllowed', `${method} is not possible here; possible are ${allowed.join(', ')}`);
    this.allow = allowed.join(', ');
  }
}

function badPath(path: string): Fault {
  return invalid(`the path is not valid percent-encoded UTF-8: ${JSON.stringify(path.slice(0, 100))}`);
}

function noop(): void {}

/** Clients of the hub interface wait for this one text. */
function unknownRoute(path: string): string {
  return /^\/hub(\/|$)/.test(path) ? MISSING_RESOURCE : `there is no route ${path.slice(0, 200)}`;
}
