import type { Context } from './context.ts';
import type { Request } from './plain-request.ts';
import { streamIdOf } from './stream-id.ts';

/** One request with its answer, and what they leave behind for the log and the metrics. */
export class Visit {
  readonly request: Request;
  /** When it began: on a clock that only goes forwards, and on the one that people read. */
  readonly started = performance.now();
  readonly time = Date.now();
  readonly streamId: string;
  operation = 'none';
  context: Context | undefined;
  status = 200;
  bytes = 0;

  constructor(request: Request) {
    this.request = request;
    this.streamId = streamIdOf(request.headers);
  }

  begin(operation: string, context: Context): void {
    this.operation = operation;
    this.context = context;
  }
}
