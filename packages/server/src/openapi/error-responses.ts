import { isUnlimited } from '../http/admission/admission.ts';
import { FAULTS } from '../http/errors.ts';
import type { AnyFaultKind } from '../http/http-fault.ts';
import { STATUS_CODES } from '../http/node-http.ts';
import type { Operation } from '../http/operation.ts';
import { needsRoom } from '../http/room.ts';
import { refs } from './components.ts';
import { headerRef } from './headers.ts';
import type { Reference, ResponseObject } from './openapi.ts';

const always = () => true;
const needsToken = ({ access }: Operation) => access === 'token';
const needsSession = ({ access }: Operation) => access === 'session';
const hasBody = ({ body }: Operation) => body !== undefined;
const hasPathParameter = ({ path }: Operation) => path.includes('{');
const readsFeatures = ({ tag }: Operation) => tag === 'features: read';
const writesFeatures = ({ tag }: Operation) => tag === 'features: write';

/** Which operations a fault can happen to. Those that no operation causes (no such route) are not here. */
const OCCURS = {
  // Also where nothing is read of it: a query must be encoded right.
  invalid: always,
  unauthorized: needsToken,
  notSignedIn: needsSession,
  forbidden: ({ access, right }) => access === 'session' || (right !== undefined && right.oneOf.length > 0),
  notFound: (operation) => hasPathParameter(operation) || hasBody(operation),
  readOnly: writesFeatures,
  conflict: (operation) =>
    hasBody(operation) &&
    !readsFeatures(operation) &&
    (operation.method === 'POST' || writesFeatures(operation)),
  unknownToken: ({ name }) => name.startsWith('getToken'),
  tooLarge: hasBody,
  unsupportedType: hasBody,
  rangeNotSatisfiable: ({ responses }) => 206 in responses,
  tooMany: ({ path }) => !isUnlimited(path),
  full: (operation) => operation.method === 'DELETE' || needsRoom(operation),
  internal: always,
  unavailable: always,
  timeout: ({ tag }) => tag.startsWith('features'),
} satisfies Partial<Record<keyof typeof FAULTS, (operation: Operation) => boolean>>;

type Documented = keyof typeof OCCURS;

const DOCUMENTED = Object.keys(OCCURS) as Documented[];
const SHAPES: Partial<Record<Documented, Reference>> = {
  unauthorized: refs.requestError,
  notSignedIn: refs.notSignedIn,
};
const ASK_TO_COME_BACK: readonly Documented[] = ['tooMany', 'unavailable'];

/** The error responses of an operation: references to the shared ones, and its own in full. */
export function errorResponsesOf(operation: Operation): Record<string, ResponseObject | Reference> {
  const own = operation.faults ?? {};
  const occurring = DOCUMENTED.filter((kind) => kind in own || OCCURS[kind](operation));
  const byStatus = Map.groupBy(occurring, (kind) => FAULTS[kind].status);
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      kinds.length === 1 && !(kinds[0]! in own)
        ? { $ref: `#/components/responses/${nameOf(kinds[0]!)}` }
        : ownResponse(kinds, own),
    ]),
  );
}

function ownResponse(kinds: readonly Documented[], own: NonNullable<Operation['faults']>): ResponseObject {
  const responses = kinds.map((kind) => errorResponse(kind, own[kind as AnyFaultKind]));
  const schemas = kinds.map(schemaOf);
  return {
    description: responses.map(({ description }) => description).join(' '),
    headers: Object.assign({}, ...responses.map(({ headers }) => headers)),
    content: { 'application/json': { schema: schemas.length === 1 ? schemas[0]! : { oneOf: schemas } } },
  };
}

export function errorResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(DOCUMENTED.map((kind) => [nameOf(kind), errorResponse(kind)]));
}

function errorResponse(kind: Documented, when = FAULTS[kind].when): ResponseObject {
  const headers = ['Stream-Id', ...(ASK_TO_COME_BACK.includes(kind) ? ['Retry-After'] : [])];
  return {
    description: `${when[0]!.toUpperCase()}${when.slice(1)}.`,
    headers: Object.fromEntries(headers.map((name) => [name, headerRef(name)])),
    content: { 'application/json': { schema: schemaOf(kind) } },
  };
}

function schemaOf(kind: Documented): Reference {
  return SHAPES[kind] ?? refs.errorResponse;
}

/** `notFound` → `NotFound`, as HTTP calls the status 404. */
function nameOf(kind: Documented): string {
  // The second of its status.
  if (kind === 'notSignedIn') return 'NotSignedIn';
  return STATUS_CODES[FAULTS[kind].status]!.replaceAll(/[^A-Za-z]/g, '');
}
