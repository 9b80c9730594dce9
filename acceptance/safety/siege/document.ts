/** A schema of an OpenAPI 3.1 document, as far as values are made from it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
};

export type Parameter = { name: string; in: string; required: boolean; schema: Schema; explode?: boolean };
type Content = Record<string, { schema?: Schema }>;
type Response = { content?: Content };
type Described = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response & { $ref?: string }>;
  security?: Record<string, unknown>[];
};
type Components = { schemas: Record<string, Schema>; responses: Record<string, Response> };

export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  bodies: { type: string; schema: Schema }[];
  /** By status, the schema of a body of each media type; empty where no body is described. */
  responses: ReadonlyMap<number, ReadonlyMap<string, Schema>>;
  /** Takes the cookies of a sign-in and no token. */
  isForSessions: boolean;
};

/** The operations that a hub describes at `/openapi.json`. */
export class ApiDocument {
  readonly operations: Operation[];
  readonly components: Components;

  constructor(text: string) {
    const { paths, components } = JSON.parse(text) as {
      paths: Record<string, Record<string, Described>>;
      components: Components;
    };
    this.components = components;
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => this.#operation(method, path, described)),
    );
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.replace('#/components/schemas/', '');
    if (name === undefined) return schema;
    const found = this.components.schemas[name];
    if (found === undefined) throw new Error(`the document has no schema ${name}`);
    return this.resolve(found);
  }

  #operation(method: string, path: string, described: Described): Operation {
    const schemes = (described.security ?? []).flatMap((one) => Object.keys(one));
    return {
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      parameters: described.parameters ?? [],
      bodies: Object.entries(described.requestBody?.content ?? {}).map(([type, { schema = {} }]) => ({
        type,
        schema,
      })),
      responses: new Map(
        Object.entries(described.responses).map(([status, response]) => [
          Number(status),
          this.#bodiesOf(response),
        ]),
      ),
      isForSessions: schemes.length > 0 && schemes.every((scheme) => scheme === 'session'),
    };
  }

  #bodiesOf(response: Response & { $ref?: string }): ReadonlyMap<string, Schema> {
    const name = response.$ref?.replace('#/components/responses/', '');
    const { content = {} } = name === undefined ? response : this.components.responses[name]!;
    return new Map(Object.entries(content).map(([type, { schema = {} }]) => [type, schema]));
  }
}
