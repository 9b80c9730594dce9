import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import type { AsyncCommand } from 'fast-check';
import { expectFeatures, expectOutcome, expectStatus, featuresOf } from './expect.ts';
import { bodyOf } from './feature.ts';
import { type Json, type JsonObject, member } from './json.ts';
import type { Real } from './real.ts';
import type { SpaceModel, Write } from './space.ts';

export type Command = AsyncCommand<SpaceModel, Real>;
export type Form = 'collection' | 'feature' | 'lines' | 'list';

const CONTENT_TYPES: Record<Form, string> = {
  collection: 'application/geo+json',
  feature: 'application/json',
  lines: 'application/x-ndjson',
  list: 'application/vnd.here.feature-modification-list',
};

/** One bulk write, in one of the forms in which it can be sent. */
export class WriteCommand implements Command {
  readonly method: 'PUT' | 'POST';
  readonly write: Write;
  readonly form: Form;
  readonly quiet: boolean;

  constructor(method: 'PUT' | 'POST', write: Write, form: Form, quiet: boolean) {
    this.method = method;
    this.write = write;
    this.form = form;
    this.quiet = quiet;
  }

  check(): boolean {
    return true;
  }

  async run(space: SpaceModel, real: Real): Promise<void> {
    const response = await real.send(this.method, this.path(), {
      headers: this.headers(),
      body: this.body(),
    });
    const blind = this.quiet || this.recurs();
    const shown = blind ? (await real.read('/search')).body : response.body;
    const outcome = space.write(this.write, namesFor(this.write, space, shown));
    const refused = this.write.transactional ? outcome.failed : [];
    if (refused.length > 0) {
      expectStatus(response, refused.some(({ status }) => status === 400) ? 400 : 409);
    } else if (blind) {
      expectStatus(response, this.quiet ? 204 : 200);
      if (this.quiet) assert.equal(response.text, '');
      expectFeatures(featuresOf(await real.read('/search')), [...space.entries.values()], space);
    } else {
      expectOutcome(response, outcome, space);
    }
  }

  /** What the response says of an id that recurs in a list is left open; its end state is not. */
  recurs(): boolean {
    const ids = this.write.modifications.flatMap((one) => one.ids ?? one.features.map(({ id }) => `${id}`));
    return this.form === 'list' && new Set(ids).size < ids.length;
  }

  path(): string {
    return `/features${this.query()}`;
  }

  query(): string {
    const { addTags, removeTags, transactional, prefixId, modifications } = this.write;
    const rules = modifications[0];
    const parts = [
      addTags.length > 0 ? `addTags=${addTags.map(encodeURIComponent).join(',')}` : '',
      removeTags.length > 0 ? `removeTags=${removeTags.map(encodeURIComponent).join('%2C')}` : '',
      transactional ? '' : 'transactional=false',
      prefixId ? `prefixId=${encodeURIComponent(prefixId)}` : '',
      this.method === 'POST' && this.form !== 'list' && rules
        ? `e=${rules.ifExists}&ne=${rules.ifMissing}`
        : '',
      rules?.ifConflict ? `cr=${rules.ifConflict}` : '',
    ].filter((part) => part !== '');
    return parts.length > 0 ? `?${parts.join('&')}` : '';
  }

  headers(): OutgoingHttpHeaders {
    return { 'content-type': CONTENT_TYPES[this.form], ...(this.quiet && { accept: 'application/x-empty' }) };
  }

  body(): string {
    const bodies = this.write.modifications.flatMap(({ features }) => features.map(bodyOf));
    if (this.form === 'lines') return bodies.map((body) => `${JSON.stringify(body)}\n`).join('');
    if (this.form === 'feature' && bodies.length === 1) return JSON.stringify(bodies[0]);
    if (this.form !== 'list') return JSON.stringify(collectionOf(bodies));
    const modifications = this.write.modifications.map((modification) => ({
      type: 'FeatureModification',
      onFeatureExists: modification.ifExists,
      onFeatureNotExists: modification.ifMissing,
      ...(modification.ids
        ? { featureIds: modification.ids }
        : { featureData: collectionOf(modification.features.map(bodyOf)) }),
    }));
    return JSON.stringify({ type: 'FeatureModificationList', modifications });
  }

  toString(): string {
    return `${this.method} ${this.path()} ${this.form}${this.quiet ? ' quietly' : ''} ${this.body()}`;
  }
}

function collectionOf(features: JsonObject[]): JsonObject {
  return { type: 'FeatureCollection', features };
}

/** The ids that the server made up, in the order in which it used them. */
function namesFor(write: Write, space: SpaceModel, body: JsonObject | undefined): () => string {
  const { modifications, prefixId } = write;
  const given = new Set([
    ...space.entries.keys(),
    ...modifications.flatMap(({ features }) => features.map(({ id }) => `${prefixId}${id}`)),
  ]);
  const features = Array.isArray(body?.features) ? body.features : [];
  const made = features.map((feature: Json) => member(feature, 'id')).filter((id) => !given.has(String(id)));
  return () => {
    const id = made.shift();
    if (id === undefined) return 'none was answered';
    assert.ok(String(id).startsWith(prefixId), `a new id ${id} without its prefix`);
    assert.match(String(id).slice(prefixId.length), /^[A-Za-z0-9]{16}$/, 'a new id');
    return String(id);
  };
}
