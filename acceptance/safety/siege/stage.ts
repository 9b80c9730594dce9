import assert from 'node:assert/strict';
import type { Hub } from '../../harness/hub.ts';
import { newPerson } from '../../harness/people.ts';
import { send } from '../../harness/request.ts';

/** Whose credentials the requests carry, and the ids that exist. */
export type Actors = {
  token: string;
  readOnlyToken: string;
  cookie: string;
  /** By parameter, values that lead somewhere. */
  known: Readonly<Record<string, readonly string[]>>;
};

const FEATURES = 60;
const NEIGHBOUR = 'neighbour';

const DEFINITIONS: readonly { id: string; [member: string]: unknown }[] = [
  { id: 'siege-a', searchableProperties: { n: true } },
  { id: 'siege-h', enableHistory: true, enableUUID: true },
  {
    id: 'siege-r',
    processors: {
      'rule-tagger': [{ params: { taggingRules: { big: '$.features[?(@.properties.n > 30)]' } } }],
      'schema-validator': [
        { params: { schema: { properties: { properties: { type: ['object', 'null'] } } } } },
      ],
    },
    listeners: { 'activity-log': [{ params: { spaceId: 'siege-a', storageMode: 'DIFF_ONLY', states: 2 } }] },
  },
  {
    id: 'siege-v',
    storage: { id: 'virtualspace', params: { virtualspace: { group: ['siege-a', 'siege-h'] } } },
  },
  {
    id: 'siege-w',
    storage: { id: 'virtualspace', params: { virtualspace: { override: ['siege-a', 'siege-h'] } } },
  },
];
const SPACES = DEFINITIONS.map(({ id }) => id);
const ID_OF_SPACE = [...SPACES, ...SPACES, 'siege-none', NEIGHBOUR];

function features(prefix: string): object {
  return {
    type: 'FeatureCollection',
    features: Array.from({ length: FEATURES }, (_, n) => ({
      type: 'Feature',
      id: `${prefix}${n}`,
      geometry:
        n % 3 === 0
          ? {
              type: 'Polygon',
              coordinates: [
                [
                  [n, 0],
                  [n + 1, 0],
                  [n + 1, 1, 5],
                  [n, 0],
                ],
              ],
            }
          : { type: 'Point', coordinates: [n * 5 - 150, n - 30] },
      properties: { n, s: `text ${n}`, a: { b: [n] }, '@ns:com:here:xyz': { tags: ['red', `t${n % 5}`] } },
    })),
  };
}

/** An account whose spaces are besieged, and a neighbour whose space nobody of it may touch or see. */
export class Stage {
  readonly #hub: Hub;
  readonly #neighbour: string;
  #actors: Actors | undefined;
  #round = 0;

  private constructor(hub: Hub, neighbour: string) {
    this.#hub = hub;
    this.#neighbour = neighbour;
  }

  /** The hub must know the administrator of people.ts. */
  static async prepare(hub: Hub): Promise<Stage> {
    const neighbour = await newPerson(hub);
    const stage = new Stage(hub, await neighbour.token());
    await stage.#make(stage.#neighbour, { id: NEIGHBOUR, title: 'Quiet' });
    await stage.#fill(stage.#neighbour, NEIGHBOUR, 'quiet-');
    await stage.restore();
    return stage;
  }

  get actors(): Actors {
    assert.ok(this.#actors);
    return this.#actors;
  }

  /** Deletes everything that requests have created or changed, and continues with a new account. */
  async restore(): Promise<void> {
    // A log is made again where it is deleted before the space that is logged: once more, then.
    for (let left = await this.#others(); left.length > 0; left = await this.#others())
      for (const id of left) {
        const { status, text } = await this.#hub.delete(`/hub/spaces/${encodeURIComponent(id)}`);
        assert.ok(status === 204 || status === 404, text);
      }
    const attacker = await newPerson(this.#hub);
    const token = await attacker.token();
    const spare = await send<{ tid: string }>(this.#hub.url, 'POST', '/token-api/tokens', {
      headers: { cookie: attacker.cookie },
      body: { description: 'may go' },
    });
    for (const definition of DEFINITIONS) {
      await this.#make(token, { title: 'Besieged', ...definition });
      if (!('storage' in definition)) await this.#fill(token, definition.id, 'f');
    }
    const project = `siege-${++this.#round}`;
    await send(this.#hub.url, 'POST', '/project-api/projects', { token, body: { id: project, title: 'x' } });
    this.#actors = {
      token,
      readOnlyToken: await attacker.token({ urm: { 'xyz-hub': { readFeatures: [{}] } } }),
      cookie: attacker.cookie,
      known: {
        space_id: ID_OF_SPACE,
        refSpaceId: ID_OF_SPACE,
        feature_id: ['f0', 'f1', 'f59', 'none', 'f%2F'],
        refFeatureId: ['f0', 'f3'],
        id: ['f0', 'f1,f2', 'none'],
        project_id: [project, 'none'],
        token_id: [spare.body.tid, 'none'],
        aid: [attacker.aid, 'me', 'none'],
      },
    };
  }

  /** What the neighbour has is as it was; throws where it is not. */
  async assertNeighbourUntouched(): Promise<void> {
    const { status, body, text } = await send<{ features: { id: string }[] }>(
      this.#hub.url,
      'GET',
      `/hub/spaces/${NEIGHBOUR}/iterate?limit=1000&skipCache=true`,
      { token: this.#neighbour },
    );
    assert.equal(status, 200, text);
    assert.equal(body.features.length, FEATURES, 'the features of another account are as they were');
    assert.ok(body.features.every(({ id }) => id.startsWith('quiet-')));
  }

  /** The ids of all spaces but the neighbour's. */
  async #others(): Promise<string[]> {
    const { status, body, text } = await this.#hub.get<{ id: string }[]>('/hub/spaces?owner=*');
    assert.equal(status, 200, text);
    return body.map(({ id }) => id).filter((id) => id !== NEIGHBOUR);
  }

  async #make(token: string, body: object): Promise<void> {
    const made = await send(this.#hub.url, 'POST', '/hub/spaces', { token, body });
    assert.equal(made.status, 200, made.text);
  }

  async #fill(token: string, space: string, prefix: string): Promise<void> {
    const body = features(prefix);
    const put = await send(this.#hub.url, 'PUT', `/hub/spaces/${space}/features`, { token, body });
    assert.equal(put.status, 200, put.text);
  }
}
