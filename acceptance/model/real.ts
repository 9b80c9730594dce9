import assert from 'node:assert/strict';
import type { Hub } from '../harness/hub.ts';
import type { Answer, Ask } from '../harness/request.ts';
import { newSpace } from '../harness/space.ts';
import type { JsonObject } from './json.ts';

/** The real space under test, and what was read from it with an ETag. */
export class Real {
  readonly #hub: Hub;
  readonly #path: string;
  readonly #read = new Map<string, Answer<JsonObject>>();
  readonly id: string;

  private constructor(hub: Hub, id: string, path: string) {
    this.#hub = hub;
    this.#path = path;
    this.id = id;
  }

  static async open(hub: Hub, definition: object): Promise<Real> {
    const { id, path } = await newSpace(hub, definition);
    return new Real(hub, id, path);
  }

  send(method: string, path: string, ask: Ask = {}): Promise<Answer<JsonObject>> {
    return this.#hub.request<JsonObject>(method, `${this.#path}${path}`, ask);
  }

  /** A read that goes through the ETag: a 304 stands for the answer that carried the tag. */
  async read(path: string): Promise<Answer<JsonObject>> {
    const known = this.#read.get(path);
    const etag = known?.headers.etag;
    const answer = await this.send('GET', path, etag ? { headers: { 'if-none-match': etag } } : {});
    if (answer.status === 304 && known) return known;
    if (answer.status === 200) {
      assert.match(answer.headers.etag ?? '', /^(W\/)?".+"$/, `GET ${path} carries no quoted ETag`);
      this.#read.set(path, answer);
    }
    return answer;
  }

  async close(): Promise<void> {
    const answer = await this.#hub.delete(this.#path);
    assert.equal(answer.status, 204, answer.text);
  }
}
