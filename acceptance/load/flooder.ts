import { connect, type Socket } from 'node:net';

/** What a flooding process is told to do. */
export type FloodOrder = { url: string; path: string; tokens: string[]; perSecond: number; seconds: number };
/** How often each status was answered. */
export type FloodResult = Record<string, number>;

const TICK_MS = 10;

/** Each client has so many connections, as a browser has, and waits on each for the response before it sends more. */
const CONNECTIONS = 6;

/** Sends by the clock as long as one of its connections is free. */
class Flooder {
  readonly responses: FloodResult = {};
  readonly #free: Socket[] = [];
  readonly #all: Socket[];
  readonly #request: string;
  #owed = 0;

  constructor({ url, path }: FloodOrder, token: string) {
    const { hostname, port } = new URL(url);
    this.#request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    this.#all = Array.from({ length: CONNECTIONS }, () => this.#open(Number(port), hostname));
  }

  #open(port: number, host: string): Socket {
    const socket = connect(port, host, () => this.#free.push(socket));
    let missing = 0;
    socket.setNoDelay(true);
    socket.on('data', (data) => {
      if (missing === 0) missing = this.#begin(data.toString('latin1'));
      missing -= data.length;
      if (missing === 0) this.#free.push(socket);
    });
    socket.on('error', ({ message }) => this.#count(message));
    return socket;
  }

  /** Counts a response, and gives the length of all of it. */
  #begin(text: string): number {
    const [, status, length] = /^HTTP\/1\.1 (\d{3}) .*?content-length: (\d+)/is.exec(text)!;
    this.#count(status!);
    return text.indexOf('\r\n\r\n') + 4 + Number(length);
  }

  #count(what: string): void {
    this.responses[what] = (this.responses[what] ?? 0) + 1;
  }

  /** What could not be sent in time is not made up for later. */
  send(count: number): void {
    this.#owed = Math.min(this.#owed + count, CONNECTIONS);
    while (this.#owed >= 1 && this.#free.length > 0) {
      this.#owed--;
      this.#free.shift()!.write(this.#request);
    }
  }

  close(): void {
    for (const socket of this.#all) socket.destroy();
  }
}

process.once('message', (order: FloodOrder) => {
  const flooders = order.tokens.map((token) => new Flooder(order, token));
  let last = performance.now();
  const clock = setInterval(() => {
    const now = performance.now();
    for (const flooder of flooders) flooder.send((order.perSecond * (now - last)) / 1000);
    last = now;
  }, TICK_MS);
  setTimeout(() => {
    clearInterval(clock);
    const result: FloodResult = {};
    for (const { responses } of flooders)
      for (const [status, count] of Object.entries(responses)) result[status] = (result[status] ?? 0) + count;
    for (const flooder of flooders) flooder.close();
    process.send!(result, () => process.exit(0));
  }, order.seconds * 1000);
});
