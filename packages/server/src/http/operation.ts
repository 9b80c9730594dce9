import type { FaultKind } from '@meridian/hub';
import type { Context } from './context.ts';
import type { Response } from './response/response.ts';
import type { RightRule } from './right-rule.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type Schema = { [keyword: string]: unknown };

/** A query parameter as documented; the parser that reads it sits beside it in `parameters/`. */
export type QueryParameter = {
  name: string;
  description: string;
  schema: Schema;
  required?: boolean;
  /** Sent as a comma-separated list (the parameter may also be repeated). */
  list?: boolean;
};

export type Documented = {
  description: string;
  /** Content type → schema; none = empty body. */
  content?: Record<string, Schema>;
};

/** One operation of the interface: what it is called, where it lives, who may, what it takes, what it does. */
export type Operation = Described & Access;

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
  query: readonly QueryParameter[];
  body?: Documented & { content: Record<string, Schema> };
  /** Successful responses by status, and 304; the errors of all operations of its kind are added from the catalogue. */
  responses: Record<number, Documented>;
  /** Errors that others of its kind do not have, or have for another reason: when each of them happens. */
  faults?: Partial<Record<FaultKind, string>>;
  handle(context: Context): Response | Promise<Response>;
  /**
   * Of a GET with a token that mostly answers without a Promise and changes nothing: the HTTP fast path may ask it, and
   * ask it again through node:http where the response is not there at once.
   */
  hasFastPath?: true;
  /** Accepted though the disk is nearly full, as GET and DELETE are: it reads, or stores next to nothing. */
  needsNoRoom?: true;
};

/** `token`: needs a bearer token with the right; `session`: the cookies of a sign-in; `open`: nothing. */
type Access = { access: 'token'; right: RightRule } | { access: 'session' | 'open'; right?: never };
