import { type CallOptions, type Connection, segment } from './connection.ts';
import { writeParameters } from './query.ts';

/** What a client may set of a project; other members are stored too. */
export type ProjectInput = {
  id?: string;
  status?: 'UNPUBLISHED' | 'PUBLISHED';
  title?: string | null;
  description?: string | null;
  layers?: unknown[] | null;
  [member: string]: unknown;
};

export type Project = {
  id: string;
  status: 'UNPUBLISHED' | 'PUBLISHED';
  owner: string;
  /** Milliseconds since 1970. */
  created_at: number;
  last_update: number;
  title?: string;
  description?: string;
  layers?: unknown[];
  [member: string]: unknown;
};

export type ProjectListOptions = CallOptions & {
  /** `me` (the default), `others` for what others have published, `*` for both. */
  owner?: 'me' | 'others' | '*';
  /** Projects per request. */
  pageSize?: number;
};

type Page = { projects: Project[]; handle?: number };

const PATH = '/project-api/projects';

/** The projects of a hub. */
export class Projects {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async list({ owner, ...options }: Omit<ProjectListOptions, 'pageSize'> = {}): Promise<Project[]> {
    const query = writeParameters({ paginate: false, owner });
    const response = await this.#connection.call<Page | Project[]>({ path: PATH, query }, options);
    // A hub that speaks the datahub dialect returns the bare list.
    return Array.isArray(response) ? response : response.projects;
  }

  /** Every project, page by page. */
  async *iterate({
    owner,
    pageSize = 1000,
    ...options
  }: ProjectListOptions = {}): AsyncGenerator<Project, void, undefined> {
    let handle: number | undefined;
    do {
      const query = writeParameters({ paginate: true, owner, limit: pageSize, handle });
      const page: Page = await this.#connection.call({ path: PATH, query }, options);
      yield* page.projects;
      handle = page.projects.length < pageSize ? undefined : page.handle;
    } while (handle !== undefined);
  }

  get(project: string, options?: CallOptions): Promise<Project> {
    return this.#connection.call({ path: `${PATH}/${segment(project)}` }, options);
  }

  create(definition: ProjectInput, options?: CallOptions): Promise<Project> {
    return this.#connection.call({ method: 'POST', path: PATH, body: definition }, options);
  }

  /** Creates it, or replaces the whole of it. */
  put(project: string, definition: ProjectInput, options?: CallOptions): Promise<Project> {
    return this.#change('PUT', project, definition, options);
  }

  /** Changes what is given: objects merge, `null` removes, all else replaces. */
  update(project: string, changes: ProjectInput, options?: CallOptions): Promise<Project> {
    return this.#change('PATCH', project, changes, options);
  }

  async delete(project: string, options?: CallOptions): Promise<void> {
    await this.#connection.call({ method: 'DELETE', path: `${PATH}/${segment(project)}` }, options);
  }

  #change(method: 'PUT' | 'PATCH', project: string, body: ProjectInput, options?: CallOptions) {
    return this.#connection.call<Project>({ method, path: `${PATH}/${segment(project)}`, body }, options);
  }
}
