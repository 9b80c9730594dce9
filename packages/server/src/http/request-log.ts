import type { Logger } from 'pino';
import type { LogOutput } from './log-output.ts';
import type { Visit } from './visit.ts';

const INFO = 30;

/** The line of a request, as pino would write it; put together by hand, since there is one with every request. */
export class RequestLog {
  readonly #isOn: boolean;
  readonly #output: LogOutput;

  constructor(logger: Logger, output: LogOutput) {
    this.#isOn = logger.isLevelEnabled('info');
    this.#output = output;
  }

  write({ operation, context, response, bytes, streamId }: Visit, milliseconds: number): void {
    if (!this.#isOn) return;
    const space = context?.spaceId;
    const where = space === undefined ? '' : `"space":${JSON.stringify(space)},`;
    const ms = Math.round(milliseconds * 1000) / 1000;
    this.#output.write(
      `{"level":${INFO},"time":${Date.now()},"operation":"${operation}",${where}"status":${response.statusCode},"ms":${ms},"bytes":${bytes},"streamId":"${streamId}","msg":"request"}\n`,
    );
  }
}
