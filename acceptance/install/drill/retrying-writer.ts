import { setTimeout as pause } from 'node:timers/promises';

/** A client that writes features one after the other, each again until it is acknowledged, as scripts do. */
export class RetryingWriter {
  acknowledged = 0;
  retries = 0;
  #isDone = false;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #running: Promise<void>;

  constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
    this.#running = this.#run();
  }

  /** Writes no more; resolves once the last feature is acknowledged. */
  async stop(): Promise<void> {
    this.#isDone = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isDone) {
      const id = `live-${this.acknowledged}`;
      while (!(await this.#write(id))) {
        this.retries++;
        await pause(100);
      }
      this.acknowledged++;
      await pause(5);
    }
  }

  async #write(id: string): Promise<boolean> {
    const feature = { type: 'Feature', id, geometry: null, properties: { live: true } };
    try {
      const response = await fetch(`${this.#url}/features`, {
        method: 'PUT',
        headers: this.#headers,
        body: JSON.stringify(feature),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch (error) {
      // No connection, or one that broke: the hub is being replaced.
      if (error instanceof TypeError) return false;
      throw error;
    }
  }
}
