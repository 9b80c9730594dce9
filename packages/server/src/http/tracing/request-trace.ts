import type { QueueName } from '@meridian/hub';
import type { Exchange } from '../exchange.ts';
import { requestAttributes } from './request-attributes.ts';
import { newSpanId, type Span } from './span.ts';
import type { Trace } from './trace.ts';
import type { ParentSpan } from './traceparent.ts';

/** Long responses are read in many steps: the first ones tell enough. */
const MAX_CHILD_SPANS = 32;

/** Work of each queue, as its span is called. */
const WORK: Record<QueueName, string> = {
  reads: 'store.read',
  writes: 'store.write',
  processing: 'processors.run',
  exports: 'export.make',
};

/** The spans of one request, collected until it has ended. */
export class RequestTrace implements Trace {
  readonly traceId: string;
  readonly #spanId = newSpanId();
  readonly #parent: ParentSpan | undefined;
  readonly #exchange: Exchange;
  readonly #database: string;
  readonly #children: Span[] = [];
  #leftOut = 0;

  /** `database`: the name of the storage engine, as the conventions spell it. */
  constructor(traceId: string, parent: ParentSpan | undefined, exchange: Exchange, database: string) {
    this.traceId = traceId;
    this.#parent = parent;
    this.#exchange = exchange;
    this.#database = database;
  }

  waited(queue: QueueName, from: number, to: number): void {
    this.#addChild('queue.wait', from, to, { 'meridian.queue': queue });
  }

  ran(queue: QueueName, from: number, to: number, isFailed: boolean): void {
    const name = WORK[queue];
    const attributes = name.startsWith('store.') ? { 'db.system.name': this.#database } : {};
    this.#addChild(name, from, to, attributes, isFailed ? 'the work failed or was cancelled' : undefined);
  }

  finish(): Span[] {
    const { request, route, status, reason, started } = this.#exchange;
    const isFailed = status >= 500;
    const server: Span = {
      ...this.#ids(this.#spanId, this.#parent?.spanId),
      name: route === undefined ? String(request.method) : `${request.method} ${route}`,
      kind: 'server',
      start: this.#toTime(started),
      end: this.#toTime(performance.now()),
      attributes: {
        ...requestAttributes(this.#exchange),
        ...(this.#leftOut > 0 ? { 'meridian.spans_left_out': this.#leftOut } : {}),
      },
      ...(isFailed ? { failure: reason ?? `status ${status}` } : {}),
    };
    return [server, ...this.#children.splice(0)];
  }

  #addChild(
    name: string,
    from: number,
    to: number,
    attributes: Span['attributes'],
    failure?: string | undefined,
  ): void {
    if (this.#children.length >= MAX_CHILD_SPANS) {
      this.#leftOut++;
      return;
    }
    this.#children.push({
      ...this.#ids(newSpanId(), this.#spanId),
      name,
      kind: 'internal',
      start: this.#toTime(from),
      end: this.#toTime(to),
      attributes,
      failure,
    });
  }

  #ids(spanId: string, parentSpanId: string | undefined) {
    const traceState = this.#parent?.state;
    return { traceId: this.traceId, spanId, parentSpanId, traceState };
  }

  /** From the clock that only goes forwards to the one that people read. */
  #toTime(moment: number): number {
    return this.#exchange.time + (moment - this.#exchange.started);
  }
}
