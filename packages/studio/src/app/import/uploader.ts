import type { Feature, SourceLocation } from '@meridian/formats/browser';
import { hubUrl } from '../api/hub-url.ts';
import { usualTitleProperty } from '../map/usual-title.ts';
import type { RefusedFeature } from './messages.ts';

export type Item = {
  text: string;
  record: { location: SourceLocation; feature: Feature };
  /** Which record of the file it is, counted from one. */
  position: number;
};

type Failure = { id?: string; position: number; message: string };

const MAX_TRIES = 8;
const LONGEST_WAIT_MS = 20_000;

export type UploadEvents = {
  /** So many are stored, and no record of the file up to this one has to be sent again. */
  onSettled: (stored: number, position: number) => void;
  onRefused: (refusal: RefusedFeature) => void;
  /** Resolves once somebody has signed in again. */
  onSignedOut: () => Promise<void>;
};

/** The hub has not taken a batch; what came before it is stored. */
export class UploadFault extends Error {}

/** Sends batches of features to a space, one while the next is being made. */
export class Uploader {
  readonly #path: string;
  readonly #events: UploadEvents;
  readonly #signal: AbortSignal;
  #running: Promise<void> = Promise.resolve();

  constructor(space: string, tags: readonly string[], events: UploadEvents, signal: AbortSignal) {
    const addTags = tags.length > 0 ? `&addTags=${tags.map(encodeURIComponent).join(',')}` : '';
    this.#path = `${hubUrl}/hub/spaces/${encodeURIComponent(space)}/features?e=replace&ne=create${addTags}`;
    this.#events = events;
    this.#signal = signal;
  }

  /** Resolves when the batch before this one is in the space. */
  async send(batch: readonly Item[]): Promise<void> {
    await this.#running;
    this.#running = this.#store(batch);
    // The next caller that awaits it receives the failure; until then it is not unhandled.
    this.#running.catch(() => undefined);
  }

  /** Resolves when all that was sent is in the space. */
  async finish(): Promise<void> {
    await this.#running;
  }

  /** All of a batch, or, where one of it is refused, all but those. What is too large is sent in halves. */
  async #store(batch: readonly Item[]): Promise<void> {
    const settle = (stored: number) => this.#events.onSettled(stored, batch.at(-1)!.position);
    const whole = await this.#post(batch, 'transactional=true', 'application/x-empty');
    if (whole.ok) return settle(batch.length);
    if (whole.status === 413 && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await this.#store(batch.slice(0, half));
      return this.#store(batch.slice(half));
    }
    if (whole.status === 413) {
      this.refuse(batch[0]!, await messageOf(whole));
      return settle(0);
    }
    if (whole.status !== 400 && whole.status !== 409) throw new UploadFault(await messageOf(whole));
    const some = await this.#post(batch, 'transactional=false', 'application/geo+json');
    if (!some.ok) throw new UploadFault(await messageOf(some));
    const { failed = [] } = (await some.json()) as { failed?: Failure[] };
    const duplicates = duplicateIds(batch);
    for (const { id, position, message } of failed)
      this.refuse(batch[position]!, message, id !== undefined && duplicates.has(id));
    settle(batch.length - failed.length);
  }

  /** Tells of a feature that is not, or was not, stored. */
  refuse({ record: { location, feature } }: Item, reason: string, isDuplicate = false): void {
    const property = usualTitleProperty(Object.keys(feature.properties));
    const name = property === undefined ? undefined : feature.properties[property];
    this.#events.onRefused({
      location,
      reason,
      ...(feature.id === undefined ? {} : { id: feature.id }),
      ...(typeof name === 'string' || typeof name === 'number' ? { name: String(name) } : {}),
      ...(isDuplicate ? { isDuplicate } : {}),
    });
  }

  /** A hub that is busy says when to come again; one that is away may be back soon. */
  async #post(batch: readonly Item[], mode: string, accept: string): Promise<Response> {
    const body = `{"type":"FeatureCollection","features":[${batch.map(({ text }) => text).join(',')}]}`;
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${this.#path}&${mode}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/geo+json', Accept: accept },
        body,
      }).catch((error: unknown) => String(error));
      if (typeof response === 'string') {
        if (tries === MAX_TRIES) throw new UploadFault(response);
        await this.#wait(1000 * tries);
        continue;
      }
      if (response.status === 401 && tries < MAX_TRIES) {
        await this.#events.onSignedOut();
        continue;
      }
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || tries === MAX_TRIES) return response;
      const wait = Number(response.headers.get('Retry-After') ?? 1) * 1000;
      await this.#wait(wait * tries);
    }
  }

  /** Nobody who stops an import waits for the hub. */
  async #wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#signal.addEventListener('abort', () => resolve(), { once: true });
      setTimeout(resolve, Math.min(LONGEST_WAIT_MS, milliseconds));
    });
    if (this.#signal.aborted) throw new UploadFault('');
  }
}

/** Ids that more than one feature of a request has, as it is sent. */
function duplicateIds(batch: readonly Item[]): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { text } of batch) {
    const { id } = JSON.parse(text) as { id?: unknown };
    if (id === undefined) continue;
    const key = String(id);
    if (seen.has(key)) twice.add(key);
    seen.add(key);
  }
  return twice;
}

async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { errorMessage, message } = Object(JSON.parse(text)) as Record<string, unknown>;
    return String(errorMessage ?? message ?? response.status);
  } catch {
    return `The hub responded with ${response.status}`;
  }
}
