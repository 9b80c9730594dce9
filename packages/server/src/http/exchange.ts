import type { IncomingMessage } from 'node:http';
import type { Context, Received } from './context.ts';
import type { RequestHead } from './request/request-head.ts';
import { streamIdOf } from './request/stream-id.ts';
import type { Trace } from './tracing/trace.ts';

/** One request with its response, and what they leave behind for the log and the metrics. */
export class Exchange implements Received {
  readonly request: RequestHead;
  /** Where its body comes from; absent for a request that cannot have one. */
  readonly incoming: IncomingMessage | undefined;
  /** When it began: on a clock that only goes forwards, and on the one that people read. */
  readonly started = performance.now();
  readonly time = Date.now();
  readonly streamId: string;
  operation = 'none';
  /** The path of the operation, with its parameters in braces. */
  route: string | undefined;
  /** Of the client, behind the proxies that are trusted. */
  address = '';
  /** Why it was refused. */
  reason: string | undefined;
  context: Context | undefined;
  /** Absent where it is not traced. */
  trace: Trace | undefined;
  status = 200;
  bytes = 0;

  constructor(request: RequestHead, incoming?: IncomingMessage) {
    this.request = request;
    this.incoming = incoming;
    this.streamId = streamIdOf(request.headers);
  }

  begin({ name, path }: { name: string; path: string }, context: Context): void {
    this.operation = name;
    this.route = path;
    this.context = context;
  }
}
