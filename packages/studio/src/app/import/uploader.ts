import type { Feature, SourceLocation } from '@meridian/formats/browser';
import { hubUrl } from '../api/hub-url.ts';
import { usualTitleProperty } from '../map/usual-title.ts';
import type { RefusedFeature } from './messages.ts';

export type Item = { text: string; record: { location: SourceLocation; feature: Feature } };

type Failure = { id?: string; position: number; message: string };

const MAX_TRIES = 8;
const LONGEST_WAIT_MS = 20_000;

/** Sends batches of features to a space, one while the next is being made. */
export class Uploader {
  readonly #path: string;
  readonly #onStored: (count: number) => void;
  readonly #onRefused: (refusal: RefusedFeature) => void;
  readonly #onSignedOut: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();

  constructor(
    space: string,
    tags: readonly string[],
    onStored: (count: number) => void,
    onRefused: (refusal: RefusedFeature) => void,
    onSignedOut: () => Promise<void>,
  ) {
    const addTags = tags.length > 0 ? `&addTags=${tags.map(encodeURIComponent).join(',')}` : '';
    this.#path = `${hubUrl}/hub/spaces/${encodeURIComponent(space)}/features?e=replace&ne=create${addTags}`;
    this.#onStored = onStored;
    this.#onRefused = onRefused;
    this.#onSignedOut = onSignedOut;
  }

  /** Resolves when the batch before this one is in the space. */
  async send(batch: readonly Item[]): Promise<void> {
    await this.#running;
    this.#running = this.#store(batch);
    // The next caller that awaits it receives the failure; until then it is not unhandled.
    this.#running.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.#running;
  }

  /** All of a batch, or, where one of it is refused, all but those. What is too large is sent in halves. */
  async #store(batch: readonly Item[]): Promise<void> {
    const whole = await this.#post(batch, 'transactional=true', 'application/x-empty');
    if (whole.ok) return this.#onStored(batch.length);
    if (whole.status === 413 && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await this.#store(batch.slice(0, half));
      return this.#store(batch.slice(half));
    }
    if (whole.status === 413) return this.refuse(batch[0]!, await messageOf(whole));
    if (whole.status !== 400 && whole.status !== 409) throw new Error(await messageOf(whole));
    const some = await this.#post(batch, 'transactional=false', 'application/geo+json');
    if (!some.ok) throw new Error(await messageOf(some));
    const { failed = [] } = (await some.json()) as { failed?: Failure[] };
    const duplicates = duplicateIds(batch);
    for (const { id, position, message } of failed)
      this.refuse(batch[position]!, message, id !== undefined && duplicates.has(id));
    this.#onStored(batch.length - failed.length);
  }

  /** Tells of a feature that is not, or was not, stored. */
  refuse({ record: { location, feature } }: Item, reason: string, isDuplicate = false): void {
    const property = usualTitleProperty(Object.keys(feature.properties));
    const name = property === undefined ? undefined : feature.properties[property];
    this.#onRefused({
      location,
      reason,
      ...(feature.id === undefined ? {} : { id: feature.id }),
      ...(typeof name === 'string' || typeof name === 'number' ? { name: String(name) } : {}),
      ...(isDuplicate ? { isDuplicate } : {}),
    });
  }

  /** A hub that is busy says when to come again. */
  async #post(batch: readonly Item[], mode: string, accept: string): Promise<Response> {
    const body = `{"type":"FeatureCollection","features":[${batch.map(({ text }) => text).join(',')}]}`;
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${this.#path}&${mode}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/geo+json', Accept: accept },
        body,
      });
      if (response.status === 401 && tries < MAX_TRIES) {
        await this.#onSignedOut();
        continue;
      }
      const isBusy = response.status === 429 || response.status === 503;
      if (!isBusy || tries === MAX_TRIES) return response;
      const wait = Number(response.headers.get('Retry-After') ?? 1) * 1000;
      await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_WAIT_MS, wait * tries)));
    }
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
