import { connect as openSocket, type Socket } from 'node:net';
import postgres, { type Options, type Sql } from 'postgres';
import { addToGauge } from '../../thread/shared-gauges.ts';
import { reportNotice } from './notices.ts';

/** Where the database is and how its connections are set up; plain data, so that threads can be given it. */
export type Address = {
  url: string;
  /** The schemas in which names are looked up: ours, then that of PostGIS. */
  searchPath: string;
  /** Whether the database has Citus: tables may then be spread over other servers. */
  hasCitus: boolean;
  /**
   * Whether a pooler such as PgBouncer is between here and the database: then nothing may be set or prepared for longer
   * than a transaction.
   */
  isPooled: boolean;
};

/** Settings of PostgreSQL for the connections of one purpose. */
export type ServerSettings = Record<string, string | number>;

/** Whole numbers of 64 bits are counts, times and insertion numbers here: all of them fit into a double. */
const TYPES = { int8: { to: 20, from: [20], serialize: String, parse: Number } };

const CONNECT_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 1;
/** A statement may wait so long for another's lock. */
const LOCK_TIMEOUT_MS = 30_000;
/** A server that lost its client ends what that had begun. */
const IDLE_IN_TRANSACTION_MS = 60_000;

export type Client = Sql<{ int8: number }>;

type Purpose = Options<Record<string, never>> & {
  settings?: ServerSettings;
  socket?: (servers: Servers) => Socket;
};

/** How connections are to be set up; names of settings by their values. */
export function settingsOf(
  { searchPath }: Pick<Address, 'searchPath'>,
  more: ServerSettings = {},
): ServerSettings {
  return {
    search_path: searchPath,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    ...more,
  };
}

/** The same settings as statements, for a transaction. */
export function setLocal(address: Pick<Address, 'searchPath'>, more?: ServerSettings): string[] {
  const { search_path, ...settings } = settingsOf(address, more);
  return [
    `SET LOCAL search_path = ${search_path}`,
    ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`),
  ];
}

export function connect(
  address: Pick<Address, 'url' | 'searchPath' | 'isPooled'>,
  max: number,
  { settings, ...more }: Purpose = {},
): Client {
  const { url, isPooled } = address;
  return postgres(url, {
    max,
    types: TYPES,
    fetch_types: false,
    // Of the statements on a connection that breaks with an error, the driver (3.4.9) fails the first and forgets the rest,
    // which would then wait for ever: so there is only one.
    max_pipeline: 0,
    connect_timeout: CONNECT_SECONDS,
    // Half of the connections at a time would come back together otherwise.
    backoff: (retries: number) =>
      Math.min(LONGEST_PAUSE_SECONDS, 0.05 * 2 ** retries) * (0.5 + Math.random() / 2),
    onnotice: reportNotice,
    socket: promptSocket(),
    prepare: !isPooled,
    ...more,
    connection: { application_name: 'meridian', ...(!isPooled && settingsOf(address, settings)) },
  } as Options<{ int8: typeof TYPES.int8 }>) as unknown as Client;
}

/** Where the driver would connect to; of several servers, one after the other. */
type Servers = { host: string[]; port: number[]; path: string | false };

/**
 * Sockets that send at once. The driver's own (3.4.9) hold the end of a COPY back until the server has confirmed what came
 * before it, and the server takes its time: 40 ms each. What the driver writes before a socket is connected waits in it.
 */
export function promptSocket(opened: (socket: Socket) => void = () => {}): (servers: Servers) => Socket {
  let attempt = 0;
  const open = ({ host: hosts, port: ports, path }: Servers): Socket => {
    if (path) return counted(openSocket({ path }));
    const turn = attempt++ % hosts.length;
    const [host, port] = [hosts[turn]!, ports[turn]!];
    // The driver asks the socket for the name that the server's certificate must have.
    return Object.assign(counted(openSocket({ host, port, noDelay: true })), { host, port });
  };
  return (servers) => {
    const socket = open(servers);
    opened(socket);
    return socket;
  };
}

function counted(socket: Socket): Socket {
  return socket.once('connect', () => {
    addToGauge('connections', 1);
    socket.once('close', () => addToGauge('connections', -1));
  });
}

/** What the driver gives for a statement; no columns where it was no query. */
export type Result = unknown[] & { columns?: unknown[] | null };

/** Of a text with several statements it gives a list of results, one for the first and for each query. */
export function resultsOf(result: Result | Result[]): Result[] {
  return 'columns' in result ? [result] : (result as Result[]);
}

/**
 * The rows of a result, of several the last one's. The driver (3.4.9) does not begin to count again behind a statement that
 * was broken off amid its rows: then the next result on that connection begins with gaps.
 */
export function rowsOf<T>(result: readonly unknown[]): T[] {
  const rows = 'columns' in result ? result : (result as Result[]).at(-1)!;
  return (rows.length > 0 && !(0 in rows) ? rows.filter(() => true) : rows) as T[];
}
