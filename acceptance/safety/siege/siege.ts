import type { Hub } from '../../harness/hub.ts';
import { Random } from '../../harness/random.ts';
import { type Held, heldBy } from '../process-figures.ts';
import { assertSlotsReturned } from '../slots.ts';
import { ApiDocument, type Operation } from './document.ts';
import { type Counted, type Finding, Findings } from './findings.ts';
import { SiegeClient } from './http-client.ts';
import { Judge } from './judge.ts';
import { converse, faultsOfBytes } from './raw-client.ts';
import { makeRequest, type SiegeRequest } from './requests.ts';
import { makeConversation } from './sockets.ts';
import { Stage } from './stage.ts';

export type SiegeOptions = {
  seed: number;
  count: number;
  /** The number of the first. */
  from?: number;
  /** Of the requests, so many are bytes on a socket rather than HTTP. */
  rawShare?: number;
  log?: (line: string) => void;
};

/** A request that took longer than most. */
export type Slow = { ms: number; index: number; request: string };

export type SiegeReport = {
  seed: number;
  sent: number;
  findings: readonly Counted[];
  /** By status, how many; `cut` where the connection was closed without a response. */
  statuses: Record<string, number>;
  /** By operation, how many took longer than a second. */
  slow: Record<string, number>;
  /** Those that took longest, the slowest first. */
  slowest: readonly Slow[];
  held: Held[];
};

const AT_ONCE = 12;
const RAW_SHARE = 0.1;
/** After so many, what was deleted is made again: a siege of spaces that are gone tests nothing. */
const ROUND = 2500;
/** A password takes a third of a second to check; and what ends a session or a space leaves little to besiege. */
const RARE: readonly [operations: RegExp, share: number][] = [
  [/^(signIn|register|changePassword|createAccount|updateAccount)/, 0.005],
  [/^(signOut|deleteSpace|deleteProject)/, 0.001],
];
const SLOW_MS = 1000;
/** So many of the slowest are kept. */
const MAX_SLOWEST = 10;
/** A connection that is cut while so much is still being sent may hide the response that was given. */
const LARGE_BODY_BYTES = 1_000_000;

/** Sends hostile requests to a hub that has the settings of `SIEGE_SETTINGS`, and holds it to what it says of itself. */
export class Siege {
  readonly #hub: Hub;
  readonly #stage: Stage;
  readonly #document: ApiDocument;
  readonly #judge: Judge;
  readonly #client: SiegeClient;
  readonly #findings = new Findings();
  #log: (line: string) => void = () => undefined;
  readonly #statuses: Record<string, number> = {};
  readonly #usual: Operation[];
  readonly #rare: { operations: Operation[]; share: number }[];
  readonly #slow: Record<string, number> = {};
  #slowest: Slow[] = [];

  private constructor(
    hub: Hub,
    stage: Stage,
    document: ApiDocument,
    isMeant: (operation: Operation) => boolean,
  ) {
    this.#hub = hub;
    this.#stage = stage;
    this.#document = document;
    this.#judge = new Judge(document);
    this.#client = new SiegeClient(hub.url, AT_ONCE);
    const meant = document.operations.filter(isMeant);
    this.#rare = RARE.map(([names, share]) => ({
      operations: meant.filter(({ id }) => names.test(id)),
      share,
    })).filter(({ operations }) => operations.length > 0);
    const rare = new Set(this.#rare.flatMap(({ operations }) => operations));
    this.#usual = meant.filter((operation) => !rare.has(operation));
  }

  /** `only`: of the operations, those whose name has this in it. */
  static async of(hub: Hub, only = ''): Promise<Siege> {
    // A checkout bundles the pages when they are first asked for, an installed hub has them as files.
    await Promise.all(['/', '/embed'].map((page) => hub.get(page)));
    const { text } = await hub.get<unknown>('/openapi.json');
    const isMeant = ({ id }: Operation) => id.includes(only);
    return new Siege(hub, await Stage.prepare(hub), new ApiDocument(text), isMeant);
  }

  async run({
    seed,
    count,
    from: first = 0,
    rawShare = RAW_SHARE,
    log = () => undefined,
  }: SiegeOptions): Promise<SiegeReport> {
    this.#log = log;
    const held: Held[] = [];
    for (let from = first; from < first + count; from += ROUND) {
      await this.#round(seed, from, Math.min(from + ROUND, first + count), rawShare);
      await this.#stage.restore();
      const now = heldBy(this.#hub.program.child.pid!);
      held.push(now);
      log(
        `${from + ROUND} sent, ${this.#findings.size} kinds of findings, ${now.rssMb} MB, ${now.descriptors} fds`,
      );
    }
    await this.#examine('not all is given back', () => assertSlotsReturned(this.#hub));
    await this.#examine('a neighbour is touched', () => this.#stage.assertNeighbourUntouched());
    await this.#examine('not ready afterwards', async () => {
      const { status, text } = await this.#hub.get('/readyz', { token: null });
      if (status !== 200) throw new Error(`${status} ${text}`);
    });
    this.#client.close();
    return {
      seed,
      sent: count,
      findings: this.#findings.all,
      statuses: this.#statuses,
      slow: this.#slow,
      slowest: this.#slowest,
      held,
    };
  }

  async #round(seed: number, from: number, to: number, rawShare: number): Promise<void> {
    let next = from;
    const sender = async () => {
      while (next < to) {
        const index = next++;
        // Each request follows from the seed and its number alone.
        const random = new Random(Math.imul(seed ^ 0x9e3779b9, index + 1) ^ index);
        if (random.next() < rawShare) await this.#converse(random, index);
        else await this.#request(random, index);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  }

  /** What must hold when all is over; where it does not, the other findings are told all the same. */
  async #examine(fault: string, check: () => Promise<void>): Promise<void> {
    await check().catch((error: unknown) => this.#found({ what: fault, index: -1, request: String(error) }));
  }

  async #request(random: Random, index: number): Promise<void> {
    const operation = this.#operation(random);
    const request = makeRequest(random, this.#document, operation, this.#stage.actors);
    const started = performance.now();
    try {
      const received = await this.#client.send(request);
      this.#count(String(received.status));
      this.#timed(performance.now() - started, operation, index, request);
      for (const fault of this.#judge.faultsOf(request, received))
        this.#found({
          what: `${operation.id}: ${fault}`,
          index,
          request: described(request),
          response: `${received.status} ${received.bytes.toString('utf8').slice(0, 400)}`,
        });
    } catch (error) {
      this.#count('cut');
      if ((request.body?.length ?? 0) > LARGE_BODY_BYTES) return;
      const what = `${operation.id}: ${error instanceof Error ? error.message : String(error)}`;
      this.#found({ what, index, request: described(request) });
    }
  }

  #operation(random: Random): Operation {
    for (const { operations, share } of this.#rare) if (random.next() < share) return random.pick(operations);
    return random.pick(this.#usual);
  }

  async #converse(random: Random, index: number): Promise<void> {
    const conversation = makeConversation(random, this.#stage.actors);
    this.#count('raw');
    const tell = (fault: string, response?: string) =>
      this.#found({
        what: `${conversation.kind}: ${fault}`,
        index,
        request: Buffer.concat(conversation.pieces).toString('latin1').slice(0, 2000),
        ...(response === undefined ? {} : { response: response.slice(0, 1000) }),
      });
    try {
      const received = await converse(this.#hub.url, conversation);
      if (received === undefined) return;
      for (const fault of faultsOfBytes(conversation, received)) tell(fault, received);
    } catch (error) {
      tell(String(error));
    }
  }

  #found(finding: Finding): void {
    if (this.#findings.add(finding)) this.#log(`✖ ${finding.what}, --from ${finding.index}`);
  }

  #count(status: string): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }

  #timed(ms: number, { id }: Operation, index: number, request: SiegeRequest): void {
    if (ms > SLOW_MS) this.#slow[id] = (this.#slow[id] ?? 0) + 1;
    if (this.#slowest.length === MAX_SLOWEST && ms <= this.#slowest.at(-1)!.ms) return;
    this.#slowest.push({ ms: Math.round(ms), index, request: described(request) });
    this.#slowest = this.#slowest.sort((one, other) => other.ms - one.ms).slice(0, MAX_SLOWEST);
  }
}

function described({ method, target, headers, body }: SiegeRequest): string {
  const shown = { ...headers, ...(body ? { body: body.toString('utf8').slice(0, 3000) } : {}) };
  return `${method} ${target.slice(0, 3000)} ${JSON.stringify(shown)}`;
}
