import { Fault } from '@meridian/hub';
import { errorResponse, FAULTS } from './errors.ts';
import { type AnyFaultKind, HTTP_FAULT_KINDS, HttpFault, type HttpFaultKind } from './http-fault.ts';
import { STATUS_CODES } from './node-http.ts';

const INTRODUCTION = `<!-- Generated from packages/server/src/http/errors.ts by
     node packages/server/src/http/write-docs.ts – change it there. -->

# Errors

Every response outside 200–299 (and 304) is an error. Its body is JSON. The message says what is wrong, where, and
what would be right: it names the parameter, the feature, its position in the request and the JSON path.

Each response, good or bad, carries a \`Stream-Id\`. An error repeats it as \`streamId\`, and the log of the server has
it too. Quote it when you report a problem. You may choose it yourself: send a \`Stream-Id\` of up to 64 letters,
digits, dots, dashes or underscores.

## Two shapes

The rule, shape A:

\`\`\`json
${example('invalid', 'limit must be a whole number from 1 to 100000, not "0"')}
\`\`\`

Shape B, for a missing or wrong token and for a path that does not exist:

\`\`\`json
${example('unauthorized', 'the access token is unknown, expired or revoked')}
\`\`\`

## All errors

`;

const NOTES = `
- **401** carries \`WWW-Authenticate: Bearer\`, **405** for a wrong method an \`Allow\` header, **503** a \`Retry-After\` in
  seconds.
- **403** can't happen with the token of the first start, which has every right.
- **413** is also the response to a write with more features than the server takes at once.
- **429** carries \`Retry-After\`, and \`RateLimit\` and \`RateLimit-Policy\` where a token or an address sent more than
  [the operator allows](../operating/limits.md).
- **503** comes where too much waits or had to wait too long, while the server shuts down, and to requests whose storage
  thread had to be restarted.
- A request that is no valid HTTP gets **400**, one whose URL and headers are too long **431**, one that is not here in
  time (its head within a minute, all of it within ten) **408**; all in shape A.
- An error that is noticed after the response has begun can't change its status any more. The connection is cut, so
  that nobody takes half a response for a whole one.

## Which error comes first

If several things are wrong, the first of these is reported: the path, the method, the token, the space, the right,
\`readOnly\`, the parameters, the body, each feature in it, conflicts with what is stored.
`;

/** The text of `docs/using/errors.md`. */
export function errorsPage(): string {
  const rows = (Object.keys(FAULTS) as (keyof typeof FAULTS)[])
    .sort((a, b) => FAULTS[a].status - FAULTS[b].status)
    .map(row);
  const table = ['| status | `error` | shape | when |', '|---|---|---|---|', ...rows, ''].join('\n');
  return INTRODUCTION + table + NOTES;
}

/** 499 is no registered status; this is what logs of proxies call it. */
const CLIENT_CLOSED_REQUEST = 'Client Closed Request';

function row(kind: keyof typeof FAULTS): string {
  const { status, error, when } = FAULTS[kind];
  const body = JSON.parse(bodyOf(kind, ''));
  const shape = 'errorMessage' in body ? 'A' : 'reasonPhrase' in body ? 'B' : 'its own';
  const cells = [
    `${status} ${STATUS_CODES[status] ?? CLIENT_CLOSED_REQUEST}`,
    shape === 'A' ? `\`${error}\`` : '–',
    shape,
    when,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** As the server really sends it. */
function bodyOf(kind: keyof typeof FAULTS, message: string): string {
  return errorResponse(faultOf(kind, message), '7f2c9a41').body as string;
}

function faultOf(kind: keyof typeof FAULTS, message: string): Error {
  if (kind === 'internal') return new Error(message);
  return isHttpFaultKind(kind) ? new HttpFault(kind, message) : new Fault(kind, message);
}

function isHttpFaultKind(kind: AnyFaultKind): kind is HttpFaultKind {
  return HTTP_FAULT_KINDS.some((one) => one === kind);
}

function example(kind: AnyFaultKind, message: string): string {
  return JSON.stringify(JSON.parse(bodyOf(kind, message)), null, 2);
}
