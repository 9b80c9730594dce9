import type { IncomingHttpHeaders } from 'node:http';
import { randomId } from '@meridian/hub';

/** No two processes share it. */
const PROCESS = randomId(12);
let requests = 0;

const SANE = /^[A-Za-z0-9._-]{1,64}$/;

/** The name of a request in responses and logs: the client's own if it is a sane token, otherwise a new one. */
export function streamIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['stream-id'];
  return typeof given === 'string' && SANE.test(given) ? given : `${PROCESS}-${(++requests).toString(36)}`;
}
