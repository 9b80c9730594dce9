import type { Logger } from 'pino';
import type { Exchange } from '../exchange.ts';
import type { LogOutput } from './log-output.ts';

/** What a line says of an operation, a space and a status. */
type Subject = { operation: string; space: string | undefined; status: number; text: string };

/** The line of a request, as pino would write it; put together by hand, since there is one with every request. */
export class RequestLog {
  readonly #isOn: boolean;
  readonly #output: LogOutput;
  /** Of the last line: the next one mostly says the same. */
  #subject: Subject | undefined;

  constructor(logger: Logger, output: LogOutput) {
    this.#isOn = logger.isLevelEnabled('info');
    this.#output = output;
  }

  write({ operation, context, status, bytes, streamId, time }: Exchange, milliseconds: number): void {
    if (!this.#isOn) return;
    const subject = this.#subjectOf(operation, context?.spaceId, status);
    const ms = Math.round(milliseconds * 1000) / 1000;
    this.#output.write(
      `{"level":30,"time":${time + Math.round(milliseconds)},${subject}"ms":${ms},"bytes":${bytes},"streamId":"${streamId}","msg":"request"}\n`,
    );
  }

  #subjectOf(operation: string, space: string | undefined, status: number): string {
    const latest = this.#subject;
    if (latest && latest.operation === operation && latest.space === space && latest.status === status)
      return latest.text;
    const where = space === undefined ? '' : `"space":${JSON.stringify(space)},`;
    const text = `"operation":"${operation}",${where}"status":${status},`;
    this.#subject = { operation, space, status, text };
    return text;
  }
}
