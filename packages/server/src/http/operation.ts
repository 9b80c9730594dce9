import { type Context, queryOf } from './context.ts';
import type { AnyFaultKind } from './http-fault.ts';
import type { DocumentedBody, JsonBody } from './json-body.ts';
import {
  documentedOf,
  type Parameters,
  type QueryParameter,
  readerOf,
  type Schema,
  type ValuesOf,
} from './parameter.ts';
import { refuseUnknown } from './request/unknown-parameters.ts';
import type { Response } from './response/response.ts';
import type { RightRule } from './right-rule.ts';

export type { QueryParameter, Schema } from './parameter.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

export type Documented = {
  description: string;
  /** Content type → schema; none = empty body. */
  content?: Record<string, Schema>;
  /** The operations that go on with what this response has, by what that is good for. */
  links?: Record<string, Link>;
};

/** Of OpenAPI: where the parameters of the next operation are found, such as `$response.body#/id`. */
export type Link = { operationId: string; parameters: Record<string, string> };

/** One operation of the interface: what it is called, where it lives, who may, what it takes, what it does. */
export type Operation = Described &
  Access & {
    query: readonly QueryParameter[];
    /** What reads them. */
    parameters?: Parameters;
    handle(context: Context): Response | Promise<Response>;
  };

/** The same with what it takes: `read` gives the values of its parameters, `readBody` that of its body. */
type Definition<P extends Parameters, B> = Omit<Described, 'body'> &
  Access & {
    query: P;
    body?: DocumentedBody & Partial<Pick<JsonBody<B>, 'read'>>;
    handle(
      context: Context,
      read: () => ValuesOf<P>,
      readBody: () => Promise<B>,
    ): Response | Promise<Response>;
  };

type Described = {
  /** Used by logs, metrics and OpenAPI: `getFeature`. */
  name: string;
  method: Method;
  /** With its parameters in braces: `/hub/spaces/{space_id}/features/{feature_id}`. */
  path: string;
  summary: string;
  description?: string;
  tag:
    | 'service'
    | 'spaces'
    | 'features: read'
    | 'features: write'
    | 'projects'
    | 'tokens'
    | 'accounts'
    | 'ogc';
  body?: DocumentedBody;
  /** Successful responses by status, and 304; the errors of all operations of its kind are added from the catalogue. */
  responses: Record<number, Documented>;
  /** Errors that others of its kind do not have, or have for another reason: when each of them happens. */
  faults?: Partial<Record<AnyFaultKind, string>>;
  /**
   * Of a GET with a token that responds soon, mostly in a few kilobytes, and changes nothing: the HTTP fast path may call it,
   * and call it again through node:http. Who leaves before its response does not end it. `'cached'`: the same of what is in the
   * cache of responses, however large, and of nothing else.
   */
  hasFastPath?: true | 'cached';
  /**
   * Of a GET with a token whose first read is the state of the space of its path (`content` or `one`), and that changes
   * nothing: it may be called before the caller is confirmed, and again where that fails.
   */
  isConfirmedByRead?: true;
  /** Accepted though the disk is nearly full, as GET and DELETE are: it reads, or stores next to nothing. */
  needsNoRoom?: true;
  /** Refuses parameters that it does not list: disregarded, they would make the response a wrong one. */
  isStrict?: true;
};

/** `token`: needs a bearer token with the right; `session`: the cookies of a sign-in; `open`: nothing. */
type Access = { access: 'token'; right: RightRule } | { access: 'session' | 'open'; right?: never };

/**
 * An operation that takes query parameters or a JSON body. What its handler can read is what `query` and `body` have, and
 * that is what OpenAPI shows: input is documented where it is read, and nowhere else. `read` is called once the caller's right is
 * decided: who may not see a space learns nothing about the parameters of its calls.
 */
export function operation<const P extends Parameters, B = never>(definition: Definition<P, B>): Operation {
  const { query: parameters, body, handle, isStrict } = definition;
  const query = documentedOf(parameters);
  const valuesOf = readerOf(parameters);
  return {
    ...definition,
    query,
    parameters,
    handle: (context) =>
      handle(
        context,
        () => {
          if (isStrict) refuseUnknown(queryOf(context), query);
          return valuesOf(queryOf(context));
        },
        async () => {
          if (!body?.read) throw new TypeError('only operations that say how have a body to read');
          return body.read(await context.document());
        },
      ),
  };
}
