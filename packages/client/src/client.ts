import { Accounts } from './account.ts';
import { type CallOptions, type ClientOptions, Connection } from './connection.ts';
import { Features } from './features.ts';
import type { JsonObject } from './geojson.ts';
import { Projects } from './projects.ts';
import type { HubInformation } from './responses.ts';
import { Spaces } from './spaces.ts';
import { Tokens } from './tokens.ts';

/**
 * A client of one hub, for browsers and Node.
 *
 *     const hub = new MeridianClient({ url: 'http://127.0.0.1:8080', token });
 *     await hub.spaces.create({ id: 'cities', title: 'Cities' });
 *     await hub.features('cities').put({ id: 'berlin', geometry: { type: 'Point', coordinates: [13.4, 52.52] } });
 */
export class MeridianClient {
  readonly spaces: Spaces;
  readonly projects: Projects;
  readonly tokens: Tokens;
  readonly account: Accounts;
  readonly #connection: Connection;

  constructor(options: ClientOptions) {
    this.#connection = new Connection(options);
    this.spaces = new Spaces(this.#connection);
    this.projects = new Projects(this.#connection);
    this.tokens = new Tokens(this.#connection);
    this.account = new Accounts(this.#connection);
  }

  /** Where the hub is, without a slash at the end. */
  get url(): string {
    return this.#connection.url;
  }

  /** Which hub this is and how it fares. */
  hub(options?: CallOptions): Promise<HubInformation> {
    return this.#connection.call({ path: '/hub' }, options);
  }

  /** The features of a space. */
  features<Properties extends object = JsonObject>(space: string): Features<Properties> {
    return new Features(this.#connection, space);
  }
}
