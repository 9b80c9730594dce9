import { write, writeSync } from 'node:fs';

const BATCH_CHARS = 64 * 1024;
const BATCH_MS = 50;
const RETRY_MS = 50;
const BACKLOG_CHARS = 16 * 1024 * 1024;
const CLOSE_MS = 1000;

/**
 * Lines to a file descriptor, in batches and never in the way: a reader that stalls costs lines, not requests, and
 * can't hold up the end of the process.
 */
export class LogOutput {
  readonly #descriptor: number;
  #waiting = '';
  #writing: Buffer | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    process.once('exit', () => this.#writeRest());
  }

  write(line: string): void {
    if (this.#waiting.length > BACKLOG_CHARS) {
      this.#dropped++;
      return;
    }
    this.#waiting += line;
    if (!this.#writing) this.#arrange();
  }

  #arrange(): void {
    if (this.#waiting.length >= BATCH_CHARS) this.#writeBatch();
    else this.#timer ??= setTimeout(() => this.#writeBatch(), BATCH_MS);
  }

  /** Resolves when everything is written, or the reader has had its chance. */
  async drain(): Promise<void> {
    const end = Date.now() + CLOSE_MS;
    while ((this.#writing || this.#waiting !== '') && Date.now() < end) {
      if (!this.#writing) this.#writeBatch();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #writeBatch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#dropped > 0) {
      this.#waiting += `${JSON.stringify({ level: 40, time: Date.now(), dropped: this.#dropped, msg: 'log lines were dropped: their reader is too slow' })}\n`;
      this.#dropped = 0;
    }
    this.#writing = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#continue();
  }

  #continue(): void {
    write(this.#descriptor, this.#writing!, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => this.#continue(), RETRY_MS);
      // Any other error means that nobody will ever read this: there is no one left to tell.
      const rest = error ? undefined : this.#writing!.subarray(written);
      this.#writing = rest && rest.length > 0 ? rest : undefined;
      if (this.#writing) this.#continue();
      else if (this.#waiting !== '') this.#arrange();
    });
  }

  /** The last words of a process that ends without `drain`. */
  #writeRest(): void {
    if (this.#waiting === '') return;
    try {
      writeSync(this.#descriptor, this.#waiting);
    } catch (error) {
      if (!['EAGAIN', 'EPIPE', 'EBADF'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}
