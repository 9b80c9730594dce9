import { type ExportFormat, type ExportOptions, writeBox, writeSearch } from './area.ts';
import { type CallOptions, type Connection, segment } from './connection.ts';
import { writeParameters } from './query.ts';
import { sleep } from './retry.ts';

/** What the hub writes in the background: files of features, or of all vector tiles. */
export type ExportJobFormat = ExportFormat | 'pmtiles' | 'mbtiles';

/** The zooms are for files of tiles. */
export type ExportJobOptions = ExportOptions & { minZoom?: number | undefined; maxZoom?: number | undefined };

/** A file of one version of a space. Times are in milliseconds since 1970. */
export type ExportJob = {
  id: string;
  space: string;
  format: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  version?: number;
  features: number;
  totalFeatures?: number;
  bytes: number;
  /** What the format has no room for; known once a file of features is complete. */
  losses?: { what: string; count: number }[];
  createdAt: number;
  expiresAt: number;
  error?: string;
  /** Where to ask again. */
  href: string;
  /** Where the file is, once it is complete. */
  file?: string;
};

/** `onProgress` is told whenever the export was asked for. */
export type WaitOptions = CallOptions & { onProgress?: (job: ExportJob) => void };

/** An export that came to nothing. */
export class ExportError extends Error {
  readonly job: ExportJob;

  constructor(job: ExportJob) {
    super(`the export ${job.id} of ${job.space} failed: ${job.error ?? 'no reason is known'}`);
    this.name = 'ExportError';
    this.job = job;
  }
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 3000;

/** Files of one space that the hub writes in the background; they can be read by ranges until they expire. */
export class Exports {
  readonly #connection: Connection;
  readonly #path: string;

  constructor(connection: Connection, space: string) {
    this.#connection = connection;
    this.#path = `/hub/spaces/${segment(space)}/exports`;
  }

  begin(
    format: ExportJobFormat,
    { bbox, formulas, csvGeometry, minZoom, maxZoom, ...options }: ExportJobOptions = {},
  ): Promise<ExportJob> {
    const own = writeParameters({ format, formulas, csvGeometry, minZoom, maxZoom });
    const query = [...own, ...(bbox ? writeBox(bbox) : []), ...writeSearch(options)];
    return this.#connection.call({ method: 'POST', path: this.#path, query }, options);
  }

  /** Those that the account has begun. */
  list(options?: CallOptions): Promise<ExportJob[]> {
    return this.#connection.call({ path: this.#path }, options);
  }

  get(id: string, options?: CallOptions): Promise<ExportJob> {
    return this.#connection.call({ path: this.#pathOf(id) }, options);
  }

  /** Waits until the file is complete; one that failed is an `ExportError`. */
  async complete(id: string, { onProgress, ...options }: WaitOptions = {}): Promise<ExportJob> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) {
      const job = await this.get(id, options);
      onProgress?.(job);
      if (job.state === 'done') return job;
      if (job.state === 'failed') throw new ExportError(job);
      await sleep(wait, options.signal);
    }
  }

  /** The file of a complete export: `body` of what is given is a stream of its bytes. */
  file({ id, file }: ExportJob, options?: CallOptions): Promise<Response> {
    if (file === undefined) throw new Error(`the export ${id} is not complete`);
    const name = new URL(file).pathname.split('/').at(-1);
    const call = { path: `${this.#pathOf(id)}/${name}`, accept: '*/*' };
    return this.#connection.read(call, async (response) => response, options);
  }

  /** Ends it if it goes on, and deletes the file. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.#connection.call({ method: 'DELETE', path: this.#pathOf(id) }, options);
  }

  #pathOf(id: string): string {
    return `${this.#path}/${segment(id)}`;
  }
}
