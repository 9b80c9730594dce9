import { randomUUID } from 'node:crypto';
import {
  type AuditEntry,
  Fault,
  type JsonObject,
  missing,
  type ProjectRecord,
  type ProjectState,
  type ProjectTable,
  parseStored,
  type StreamEnd,
} from '@meridian/store';
import { type Caller, may } from '../accounts/rights.ts';
import type { Audit } from '../audit/audit.ts';
import { type ProjectInput, patchProject, readProject, readProjectId } from './project-definition.ts';
import { isLinked } from './project-link.ts';

/** Whose projects a list shows; `others` stands for what others have published. */
export const PROJECT_OWNERS = ['me', 'others', '*'] as const;
export type ProjectOwner = (typeof PROJECT_OWNERS)[number];

/** A project that a caller was found to be allowed to read. */
export type Project = ProjectRecord;

/** Projects' JSON texts joined by commas, as bytes that are ready to send. */
export type ProjectStream = AsyncGenerator<Uint8Array, StreamEnd, void>;

const PAGE = 100;

/**
 * The projects of a hub. Nothing is cached: other processes may work on the same catalogue. A change is made
 * to the state that was read, or read again and repeated.
 */
export class Projects {
  readonly #table: ProjectTable;
  readonly #maxBytes: number;
  readonly #audit: Audit;

  constructor(table: ProjectTable, maxBytes: number, audit: Audit) {
    this.#audit = audit;
    this.#table = table;
    this.#maxBytes = maxBytes;
  }

  async get(caller: Caller, id: string): Promise<Project> {
    const record = await this.#table.get(id);
    if (!record || !isVisible(caller, record)) throw missing();
    return record;
  }

  /** Those behind the serial number `after`, `limit` of them at most; a full page may have `more` behind it. */
  async *list(caller: Caller, owner: ProjectOwner, after: number, limit: number): ProjectStream {
    // A token for one project sees no other.
    if (caller.token.project !== undefined) return { more: false, last: after };
    const filter = { account: caller.account.id, own: owner !== 'others', others: owner !== 'me' };
    let [count, last, hasMore] = [0, after, true];
    while (hasMore && count < limit) {
      const page = await this.#table.page(filter, last, Math.min(PAGE, limit - count));
      hasMore = page.more;
      count += page.projects.length;
      last = page.projects.at(-1)?.serial ?? last;
      if (page.projects.length > 0) yield Buffer.from(page.projects.map(({ text }) => text).join(','));
    }
    return { more: count === limit, last };
  }

  /** The check of `create` that comes before its body is looked at. */
  requireCreatable(caller: Caller): void {
    if (!mayWrite(caller, caller.account.id))
      throw new Fault('forbidden', 'the token lacks the right manageSpaces, which creating a project needs');
  }

  /** The checks of a change that come before its body is looked at. */
  async requireWritable(caller: Caller, id: string): Promise<void> {
    await this.#writable(caller, id);
  }

  /** The same for a PUT, which may find nothing. */
  async requireStorable(caller: Caller, id: string): Promise<void> {
    if (await this.#table.get(id)) await this.#writable(caller, id);
    else this.requireCreatable(caller);
  }

  async create(caller: Caller, body: unknown, now: number): Promise<Project> {
    this.requireCreatable(caller);
    const input = readProject(body);
    const id = input.id ?? randomUUID();
    const added = await this.#add(id, this.#state(id, caller.account.id, input, now, now));
    if (!added) throw new Fault('conflict', `a project with the id ${JSON.stringify(id)} exists already`);
    return added;
  }

  /** Creates the project or replaces the whole of it. */
  async put(caller: Caller, id: string, body: unknown, now: number): Promise<Project> {
    readProjectId(id);
    // The id of the path wins: whatever the body has is not looked at.
    const input = readProject(withoutId(body));
    for (;;) {
      const before = await this.#table.get(id);
      if (!before) this.requireCreatable(caller);
      else this.#require(caller, before);
      const stored = before
        ? await this.#update(before, this.#changed(before, input, now))
        : await this.#add(id, this.#state(id, caller.account.id, input, now, now));
      if (stored) return stored;
    }
  }

  async patch(caller: Caller, id: string, body: unknown, now: number): Promise<Project> {
    for (;;) {
      const before = await this.#writable(caller, id);
      const input = patchProject(parseStored(before.text) as JsonObject, id, body);
      const stored = await this.#update(before, this.#changed(before, input, now));
      if (stored) return stored;
    }
  }

  async delete(caller: Caller, id: string): Promise<void> {
    for (;;) {
      const before = await this.#writable(caller, id);
      const { owner, published } = before;
      const entry = this.#audit.entry('project.delete', { subject: id, details: { owner, published } });
      if (await this.#table.remove(versionOf(before), entry)) return;
    }
  }

  #add(id: string, state: ProjectState): Promise<ProjectRecord | undefined> {
    return this.#table.add(id, state, this.#publication(id, false, state));
  }

  #update(before: ProjectRecord, state: ProjectState): Promise<ProjectRecord | undefined> {
    const entry = this.#publication(before.id, before.published, state);
    return this.#table.update(versionOf(before), state, entry);
  }

  /** Undefined where as many as before can read the project. */
  #publication(
    id: string,
    wasPublished: boolean,
    { owner, published }: ProjectState,
  ): AuditEntry | undefined {
    if (published === wasPublished) return undefined;
    const action = published ? 'project.publish' : 'project.unpublish';
    return this.#audit.entry(action, { subject: id, details: { owner } });
  }

  async #writable(caller: Caller, id: string): Promise<ProjectRecord> {
    const record = await this.get(caller, id);
    this.#require(caller, record);
    return record;
  }

  #require(caller: Caller, record: ProjectRecord): void {
    if (mayWrite(caller, record.owner)) return;
    if (!isVisible(caller, record)) throw missing();
    throw new Fault(
      'forbidden',
      record.owner === caller.account.id
        ? `the token lacks the right manageSpaces, which changing project ${JSON.stringify(record.id)} needs`
        : `project ${JSON.stringify(record.id)} can be changed by its owner only`,
    );
  }

  #changed({ id, owner, text }: ProjectRecord, input: ProjectInput, now: number): ProjectState {
    const { created_at, last_update } = parseStored(text) as { created_at: number; last_update: number };
    return this.#state(id, owner, input, created_at, Math.max(now, last_update + 1));
  }

  #state(
    id: string,
    owner: string,
    { status, members }: ProjectInput,
    createdAt: number,
    changedAt: number,
  ): ProjectState {
    const text = JSON.stringify({
      id,
      status,
      ...members,
      created_at: createdAt,
      last_update: changedAt,
      owner,
    });
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#maxBytes)
      throw new Fault('tooLarge', `the project has ${bytes} bytes, more than the ${this.#maxBytes} allowed`);
    return { owner, published: status === 'PUBLISHED', text };
  }
}

/** Projects have no rights of their own: who may manage the account's spaces, all of them, may write its projects. */
function mayWrite(caller: Caller, owner: string): boolean {
  return may(caller, 'manageSpaces', { id: '', owner, packages: [], shared: false });
}

/** What is not visible does not exist for the caller. */
function isVisible(caller: Caller, project: ProjectRecord): boolean {
  if (caller.token.project !== undefined) return isLinked(caller, project);
  const { owner, published } = project;
  return published || owner === caller.account.id || mayWrite(caller, owner);
}

/** Only this much is needed to name a state; the text need not travel. */
function versionOf({ serial, revision }: ProjectRecord): { serial: number; revision: number } {
  return { serial, revision };
}

function withoutId(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { id: _ignored, ...rest } = body as JsonObject;
  return rest;
}
