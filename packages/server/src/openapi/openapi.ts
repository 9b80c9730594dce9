import type { Link, Schema } from '../http/operation.ts';
import type { RightRule } from '../http/right-rule.ts';

/** The parts of OpenAPI 3.1 that Meridian's own description uses. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, HeaderObject>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};

export type Reference = { $ref: string };

export type PathItem = { [method: string]: OperationObject };

export type OperationObject = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  /** The rights of a token of which it needs one; of operations that take a token. */
  'x-right'?: Pick<RightRule, 'oneOf' | 'on'>;
  parameters: ParameterObject[];
  requestBody?: { description: string; required: boolean; content: Content };
  responses: Record<string, ResponseObject | Reference>;
};

export type ParameterObject = {
  name: string;
  in: 'path' | 'query';
  description: string;
  required: boolean;
  schema: Schema;
  style?: 'form';
  explode?: boolean;
};

export type Content = Record<string, { schema: Schema }>;

export type HeaderObject = { description: string; schema: Schema };

export type ResponseObject = {
  description: string;
  headers?: Record<string, Reference>;
  content?: Content;
  links?: Record<string, Link>;
};

export type SecurityScheme = { description: string } & (
  | { type: 'http'; scheme: string }
  | { type: 'apiKey'; in: 'query' | 'cookie'; name: string }
);
