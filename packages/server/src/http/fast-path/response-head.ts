import { STATUS_CODES } from '../node-http.ts';
import type { Headers } from '../response/response.ts';

/** What may end a header and begin another, and what is not the same in every encoding. */
const NOT_PLAIN = /[^\t\x20-\x7e]/;

const STATUS_LINES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(STATUS_CODES)
    .filter(([status]) => status === '200' || status === '304' || Number(status) >= 400)
    .map(([status, reason]) => [status, `HTTP/1.1 ${status} ${reason}\r\n`]),
);

/** Whether a response has nothing that changes how it is sent. */
export function isPlain(status: number, headers: Headers): boolean {
  if (STATUS_LINES[status] === undefined || headers.Connection !== undefined) return false;
  for (const name in headers) if (NOT_PLAIN.test(headers[name]!)) return false;
  return true;
}

/** The head of a plain response whose length is known, as node:http writes it for a connection that stays open. */
export function responseHead(status: number, headers: Headers, now = Date.now()): string {
  let head = STATUS_LINES[status]!;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  return `${head}Date: ${dateOf(now)}\r\nConnection: keep-alive\r\n\r\n`;
}

let latestSecond = -1;
let latestDate = '';

/** Put into words once a second. */
function dateOf(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== latestSecond) {
    latestSecond = second;
    latestDate = new Date(now).toUTCString();
  }
  return latestDate;
}
