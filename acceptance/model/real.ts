import assert from 'node:assert/strict';
import type { Hub } from '../harness/hub.ts';
import type { Ask, HubResponse } from '../harness/request.ts';
import { newSpace } from '../harness/space.ts';
import type { JsonObject } from './json.ts';

/** The real space under test, and what was read from it with an ETag. */
export class Real {
  readonly #hub: Hub;
  readonly #path: string;
  readonly #read = new Map<string, HubResponse<JsonObject>>();
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

  send(method: string, path: string, ask: Ask = {}): Promise<HubResponse<JsonObject>> {
    return this.#hub.request<JsonObject>(method, `${this.#path}${path}`, ask);
  }

  /** A read that goes through the ETag: a 304 stands for the response that carried the tag. */
  async read(path: string): Promise<HubResponse<JsonObject>> {
    const known = this.#read.get(path);
    const etag = known?.headers.etag;
    const response = await this.send('GET', path, etag ? { headers: { 'if-none-match': etag } } : {});
    if (response.status === 304 && known) return known;
    if (response.status === 200) {
      assert.match(response.headers.etag ?? '', /^(W\/)?".+"$/, `GET ${path} carries no quoted ETag`);
      this.#read.set(path, response);
    }
    return response;
  }

  async close(): Promise<void> {
    const response = await this.#hub.delete(this.#path);
    assert.equal(response.status, 204, response.text);
  }
}
