import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { FetchJob } from './fetch-job.ts';

const WRITING =
  '{"type":"FeatureModification","onFeatureExists":"replace","onFeatureNotExists":"create","featureData":{"type":"FeatureCollection","features":[';
const DELETING =
  '{"type":"FeatureModification","onFeatureExists":"delete","onFeatureNotExists":"retain","featureIds":[';
const PARTS = { write: { head: WRITING, tail: ']}}' }, delete: { head: DELETING, tail: ']}' } } as const;
type PartName = keyof typeof PARTS;
/** Brackets around what is counted. */
const MARGIN_BYTES = 1024;

/** What is to be written to a space, as bodies of requests that the hub takes: one where all of it fits. */
export class BodyFiles {
  readonly #limits: Pick<FetchJob, 'folder' | 'maxBodyBytes' | 'maxFeatures'>;
  #file: WriteStream | undefined;
  #part: PartName | undefined;
  #files = 0;
  #bytes = 0;
  #entries = 0;

  constructor(limits: Pick<FetchJob, 'folder' | 'maxBodyBytes' | 'maxFeatures'>) {
    this.#limits = limits;
  }

  write(feature: string): Promise<void> {
    return this.#add('write', feature);
  }

  delete(id: string): Promise<void> {
    return this.#add('delete', JSON.stringify(id));
  }

  /** How many there are. */
  async end(): Promise<number> {
    await this.#close();
    return this.#files;
  }

  async #add(part: PartName, text: string): Promise<void> {
    const bytes = Buffer.byteLength(text) + 1;
    const { maxBodyBytes, maxFeatures } = this.#limits;
    if (this.#entries >= maxFeatures || this.#bytes + bytes > maxBodyBytes - MARGIN_BYTES)
      await this.#close();
    const file = this.#file ?? this.#open();
    let head = ',';
    if (this.#part !== part) {
      const before = this.#part === undefined ? '' : `${PARTS[this.#part].tail},`;
      head = before + PARTS[part].head;
      this.#part = part;
    }
    this.#bytes += bytes;
    this.#entries++;
    if (!file.write(head + text)) await once(file, 'drain');
  }

  #open(): WriteStream {
    const file = createWriteStream(join(this.#limits.folder, `${this.#files++}.json`), { flags: 'wx' });
    file.write('{"type":"FeatureModificationList","modifications":[');
    this.#file = file;
    return file;
  }

  async #close(): Promise<void> {
    const file = this.#file;
    if (file === undefined || this.#part === undefined) return;
    file.end(`${PARTS[this.#part].tail}]}`);
    await finished(file);
    this.#file = undefined;
    this.#part = undefined;
    this.#bytes = 0;
    this.#entries = 0;
  }
}
