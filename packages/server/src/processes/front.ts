import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission } from '../http/admission/admission.ts';
import { isUnlimited } from '../http/admission/admission.ts';
import { sessionIdsOf } from '../http/auth/cookies.ts';
import { readSecret, ShownSecrets } from '../http/auth/credentials.ts';
import type { IdleConnections } from '../http/connections/idle-connections.ts';
import type { Operation } from '../http/operation.ts';
import { BasePath } from '../http/request/base-path.ts';
import { QueryString } from '../http/request/query-string.ts';
import { readTarget } from '../http/request/target.ts';
import { Routes } from '../http/routes.ts';
import type { Forwarding } from './forwarding.ts';

type Respond = (request: IncomingMessage, outgoing: ServerResponse) => void;

/** Decides which requests a process that reads responds to, and passes the others on. */
export class Front {
  readonly #routes: Routes;
  readonly #basePath: BasePath;
  readonly #admission: Admission;
  readonly #shownSecrets = new ShownSecrets();
  readonly #forwarding: Forwarding;

  constructor(
    operations: readonly Operation[],
    publicUrl: string | undefined,
    admission: Admission,
    forwarding: Forwarding,
  ) {
    this.#routes = new Routes(operations);
    this.#basePath = new BasePath(publicUrl, operations);
    this.#admission = admission;
    this.#forwarding = forwarding;
  }

  /** A read of features for which both of the caller's limits have been leased. */
  isLocal(request: IncomingMessage): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const { path: sent, query } = readTarget(request.url!);
    const path = this.#basePath.strip(sent);
    if (isUnlimited(path) || !this.#isRoute(path)) return false;
    const now = performance.now();
    const secret = readSecret(request.headers, new QueryString(query)) ?? sessionIdsOf(request.headers)[0];
    // Both are asked, so that both are leased.
    const isAddressLeased = this.#admission.wouldAdmit(this.#admission.clientOf(request), now);
    const isTokenLeased =
      !secret || this.#admission.wouldAdmitToken(this.#shownSecrets.hash(secret, request.socket), now);
    return isAddressLeased && isTokenLeased;
  }

  /** Responds by `local` to what is for this process; a connection is in use while something of it is passed on. */
  before(local: Respond, connections: IdleConnections): Respond {
    return (request, outgoing) => {
      if (this.isLocal(request)) return local(request, outgoing);
      connections.begin(request.socket);
      outgoing.once('close', () => connections.end(request.socket));
      this.#forwarding.pass(request, outgoing);
    };
  }

  #isRoute(path: string): boolean {
    try {
      return this.#routes.has('GET', path);
    } catch {
      // Not a path at all: the main process says so.
      return false;
    }
  }
}
