import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission } from '../http/admission/admission.ts';
import { isUnlimited } from '../http/admission/admission.ts';
import { sessionIdsOf } from '../http/auth/cookies.ts';
import { readSecret, ShownSecrets } from '../http/auth/credentials.ts';
import type { IdleConnections } from '../http/connections/idle-connections.ts';
import type { FastResponse, RespondFast } from '../http/fast-path/fast-path.ts';
import type { FastRequest } from '../http/fast-path/request-parser.ts';
import type { Operation } from '../http/operation.ts';
import { BasePath } from '../http/request/base-path.ts';
import { QueryString } from '../http/request/query-string.ts';
import { readTarget } from '../http/request/target.ts';
import { Routes } from '../http/routes.ts';
import type { Forwarding } from './forwarding.ts';
import type { LeasedRate } from './leased-rate.ts';

type Respond = (request: IncomingMessage, outgoing: ServerResponse) => void;

/** Decides which requests a process that reads responds to, and passes the others on. */
export class Front {
  readonly #routes: Routes;
  readonly #basePath: BasePath;
  readonly #admission: Admission<LeasedRate>;
  readonly #shownSecrets = new ShownSecrets();
  readonly #forwarding: Forwarding;

  constructor(
    operations: readonly Operation[],
    publicUrl: string | undefined,
    admission: Admission<LeasedRate>,
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

  /**
   * Responds by `local` as soon as what it takes has been leased: the first request of a caller would otherwise take its
   * connection off the fast path.
   */
  beforeFast(local: RespondFast): RespondFast {
    return (request) => {
      const response = local(request);
      const answer = response ? undefined : this.#answerFor(request);
      return answer ? this.#afterAnswers(request, answer, local) : response;
    };
  }

  async #afterAnswers(
    request: FastRequest,
    first: Promise<void>,
    local: RespondFast,
  ): Promise<FastResponse | undefined> {
    // Of the address, then of the token.
    for (let answer: Promise<void> | undefined = first; answer; answer = this.#answerFor(request)) {
      await answer;
      const response = local(request);
      if (response) return response;
    }
    return undefined;
  }

  #answerFor(request: FastRequest): Promise<void> | undefined {
    const { addresses, tokens } = this.#admission;
    const secret = readSecret(request.headers, new QueryString(readTarget(request.url).query));
    return (
      addresses.answer(this.#admission.clientOf(request).group) ??
      (secret ? tokens.answer(this.#shownSecrets.hash(secret, request.socket)) : undefined)
    );
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
