import type { Logger } from 'pino';
import type { Exchange } from '../exchange.ts';
import type { LogOutput } from './log-output.ts';

/** What the lines of requests of the same client to the same operation and space have in common. */
type Subject = {
  method: string | undefined;
  operation: string;
  space: string | undefined;
  status: number;
  address: string;
  account: string | undefined;
  token: string | undefined;
  agent: string | undefined;
};

const MAX_REASON_LENGTH = 300;
const MAX_AGENT_LENGTH = 150;

/**
 * The line of a request, as pino would write it; put together by hand, since there is one with every request. It names the
 * token by its id, never by its secret, and leaves out the query, which may have one.
 */
export class RequestLog {
  readonly #isOn: boolean;
  readonly #output: LogOutput;
  /** Of the last line: the next one mostly says the same. */
  #latest: Subject | undefined;
  #text = '';

  constructor(logger: Logger, output: LogOutput) {
    this.#isOn = logger.isLevelEnabled('info');
    this.#output = output;
  }

  write(exchange: Exchange, milliseconds: number): void {
    if (!this.#isOn) return;
    const { reason, bytes, streamId, time, trace } = exchange;
    const subject = this.#subjectText(exchange);
    const ms = Math.round(milliseconds * 1000) / 1000;
    const why = reason === undefined ? '' : `"reason":${JSON.stringify(reason.slice(0, MAX_REASON_LENGTH))},`;
    const traced = trace ? `"traceId":"${trace.traceId}",` : '';
    this.#output.write(
      `{"level":30,"time":${time + Math.round(milliseconds)},${subject}${why}"ms":${ms},"bytes":${bytes},"streamId":"${streamId}",${traced}"msg":"request"}\n`,
    );
  }

  #subjectText({ request, operation, route, context, status, address }: Exchange): string {
    const { method, headers } = request;
    const agent = headers['user-agent'];
    const { account, token } = context?.shownCaller ?? {};
    const space = context?.spaceId;
    const subject: Subject = { method, operation, space, status, address, account, token, agent };
    if (this.#latest && isSame(this.#latest, subject)) return this.#text;
    const shown = agent?.slice(0, MAX_AGENT_LENGTH);
    const members = { method, route, operation, space, status, address, account, token, agent: shown };
    this.#latest = subject;
    // Members that are undefined are left out.
    this.#text = `${JSON.stringify(members).slice(1, -1)},`;
    return this.#text;
  }
}

function isSame(one: Subject, other: Subject): boolean {
  return (
    one.operation === other.operation &&
    one.space === other.space &&
    one.status === other.status &&
    one.address === other.address &&
    one.token === other.token &&
    one.account === other.account &&
    one.agent === other.agent &&
    one.method === other.method
  );
}
