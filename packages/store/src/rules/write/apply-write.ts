import { randomUUID } from 'node:crypto';
import { type GeometryFacts, inspectGeometry } from '@meridian/geo';
import { Fault, invalid, missing } from '../../model/fault.ts';
import type { Feature, Revision } from '../../model/feature/feature.ts';
import { featureHash } from '../../model/feature/feature-hash.ts';
import { writeFeatureText } from '../../model/feature/feature-text.ts';
import { type FeatureInput, randomId } from '../../model/feature/read-input.ts';
import { Verdicts } from '../processors/verdicts.ts';
import { baseRevisionOf, changedMeanwhile, checkBaseRevisions, isStale } from './base-revision.ts';
import type { BodyContent, IdEntry, WriteEntry } from './body-content.ts';
import { checkContent, nameOf, repeated } from './check-content.ts';
import type { FeatureTable, NewRow, StateName, StoredRow } from './feature-table.ts';
import { listedPaths, mergeStates } from './merge-states.ts';
import { readBody } from './read-body.ts';
import { Unverdicted } from './unprocessed.ts';
import type { OnExists, Versioning, WriteRequest, WriteRule } from './write-request.ts';
import { created, patched, retagged, sameFeature } from './written-feature.ts';

/** What a write did, in the order of the request. */
export type WriteOutcome = {
  single: boolean;
  /** Stored texts of every resulting feature, where they are to be returned. */
  texts: string[];
  inserted: string[];
  updated: string[];
  deleted: string[];
  failed: { id?: string; position: number; message: string }[];
};

/**
 * The rules of every feature write, engine by engine the same: reads the body, holds each feature against what is
 * stored, and tells the table what to change. Throws a Fault when the request as a whole fails; the caller then
 * undoes what the table did.
 */
export function applyWrite(
  request: WriteRequest,
  space: string,
  table: FeatureTable,
  now: number,
  content: BodyContent = readBody(request),
): WriteOutcome {
  return new Write(request, space, table, now).run(content);
}

/** The ids that a write will ask its table for, so that an engine can fetch all of them at once. */
export function namedIds({ target, prefixId }: WriteRequest, { modifications }: BodyContent): string[] {
  if (target.kind === 'feature') return [target.id];
  return modifications
    .flatMap(({ entries, ids }) => [...entries, ...ids])
    .flatMap(({ id }) => (id === undefined ? [] : [prefixId + id]));
}

class Write {
  readonly #request: WriteRequest;
  readonly #space: string;
  readonly #table: FeatureTable;
  readonly #now: number;
  readonly #versioning: Versioning | undefined;
  readonly #outcome: WriteOutcome = {
    single: false,
    texts: [],
    inserted: [],
    updated: [],
    deleted: [],
    failed: [],
  };
  /** Undefined for the many spaces that have no processors. */
  readonly #verdicts: Verdicts | undefined;
  readonly #newIds: string[] = [];
  #conflict: string | undefined;

  constructor(request: WriteRequest, space: string, table: FeatureTable, now: number) {
    this.#verdicts = request.verdicts && new Verdicts(request.verdicts);
    this.#request = request;
    this.#space = space;
    this.#table = table;
    this.#now = now;
    this.#versioning = request.versioning;
  }

  /** Whatever else is wrong is reported when all verdicts are there: of two faults always the first. */
  run(body: BodyContent): WriteOutcome {
    try {
      const outcome = this.#run(body);
      if (!this.#verdicts?.missing) return outcome;
    } catch (error) {
      if (!this.#verdicts?.missing) throw error;
    }
    throw new Unverdicted(this.#verdicts.missing, this.#newIds);
  }

  #run(body: BodyContent): WriteOutcome {
    const { target } = this.#request;
    if (!body.single && (target.kind === 'feature' || (target.kind === 'newFeature' && target.isOne)))
      throw invalid('type must be "Feature": this path takes one GeoJSON Feature');
    const content = this.#versioning ? checkBaseRevisions(body, this.#space, this.#versioning) : body;
    if (this.#request.transactional) checkContent(content, this.#request.prefixId);
    this.#outcome.single = content.single;
    for (const { rule, entries, ids } of content.modifications) {
      const seen = new Set<string>();
      for (const entry of entries) this.#writeEntry(entry, rule, seen);
      for (const entry of ids) this.#applyToId(entry, rule, seen);
    }
    if (this.#conflict !== undefined && this.#request.transactional)
      throw new Fault('conflict', this.#conflict);
    this.#holdQuota();
    return this.#outcome;
  }

  #holdQuota(): void {
    const most = this.#request.limits.maxFeaturesInSpace;
    if (most === undefined || this.#outcome.inserted.length === 0) return;
    const count = this.#table.count();
    if (count > most)
      throw new Fault(
        'forbidden',
        `the token's quota maxFeaturesPerSpace is ${most}: space ${JSON.stringify(this.#space)} would have ${count} features`,
      );
  }

  #writeEntry(entry: WriteEntry, rule: WriteRule, seen: Set<string>): void {
    if (!entry.input) return this.#fail(entry, entry.message);
    const id = this.#idFor(entry.input);
    if (seen.has(id)) return this.#fail({ position: entry.position, id }, repeated(id));
    seen.add(id);
    const before = this.#table.get(id);
    if (before) this.#requireState(before);
    const baseRevision = this.#versioning && baseRevisionOf(entry.input, this.#space, this.#versioning);
    if (!before) this.#applyToMissing(id, entry, entry.input, rule, baseRevision);
    else if (baseRevision && changes(rule.onExists) && isStale(baseRevision, before, this.#table.nextVersion))
      this.#applyToChanged(before, entry, entry.input, rule, baseRevision);
    else this.#applyToExisting(before, entry, entry.input, rule.onExists);
  }

  /** What the caller knows of a feature must be what is stored: nothing is merged, and nothing of the request is done. */
  #requireState({ id, text }: StoredRow): void {
    const { ifMatch } = this.#request;
    if (ifMatch && !ifMatch.includes(featureHash(text)))
      throw new Fault(
        'preconditionFailed',
        `feature ${JSON.stringify(id)} has changed: If-Match names another state of it`,
      );
  }

  #idFor(input: FeatureInput): string {
    const { target, prefixId } = this.#request;
    if (target.kind === 'feature') return target.id;
    return prefixId + (input.id ?? this.#newId());
  }

  #newId(): string {
    const id = this.#request.newIds?.[this.#newIds.length] ?? randomId(16);
    this.#newIds.push(id);
    return id;
  }

  #applyToExisting(before: StoredRow, entry: WriteEntry, input: FeatureInput, onExists: OnExists): void {
    switch (onExists) {
      case 'retain':
        return this.#retain(before);
      case 'error':
        return this.#conflictAt(entry, `feature ${JSON.stringify(before.id)} exists already`);
      case 'delete':
        return this.#remove(before);
      case 'patch':
        return this.#update(
          before,
          patched(before.feature, input, this.#tagsFor(input, before, true)),
          entry,
          input.facts,
        );
      case 'replace':
      case 'merge':
        return this.#update(
          before,
          created(before.id, input, this.#tagsFor(input, before, false)),
          entry,
          input.facts,
        );
    }
  }

  /** The feature is no longer what the write is based on: a merge may bring both together, else the rule decides. */
  #applyToChanged(
    before: StoredRow,
    entry: WriteEntry,
    input: FeatureInput,
    rule: WriteRule,
    baseRevision: StateName,
  ): void {
    const { id } = before;
    const base = isMergeable(rule.onExists) ? this.#oldState(id, baseRevision) : undefined;
    const ours = base && this.#changedBase(base, input, rule.onExists);
    const merged = ours && mergeStates(base.feature, before.feature, ours);
    if (merged?.conflicts.length === 0) return this.#update(before, merged.feature, entry, undefined, base);
    switch (rule.onConflict) {
      case 'error': {
        const conflicts = merged ? `, at ${listedPaths(merged.conflicts)}` : '';
        return this.#conflictAt(entry, changedMeanwhile(id, baseRevision, before) + conflicts);
      }
      case 'retain':
        return this.#retain(before);
      case 'replace':
        return this.#applyToExisting(before, entry, input, rule.onExists);
    }
  }

  /** What the request would have made of the state that it knew. */
  #changedBase(base: StoredRow, input: FeatureInput, onExists: OnExists): Feature {
    const tags = this.#tagsFor(input, base, true);
    return onExists === 'patch' ? patched(base.feature, input, tags) : created(base.id, input, tags);
  }

  #oldState(id: string, baseRevision: StateName): StoredRow | undefined {
    return this.#versioning?.versionsToKeep === undefined
      ? undefined
      : this.#table.oldState(id, baseRevision);
  }

  #applyToMissing(
    id: string,
    entry: WriteEntry,
    input: FeatureInput,
    rule: WriteRule,
    baseRevision: StateName | undefined,
  ): void {
    const { target } = this.#request;
    if (target.kind === 'feature' && rule.onNotExists === 'error') throw missing();
    if (rule.onNotExists === 'error')
      return this.#conflictAt(entry, `feature ${JSON.stringify(id)} does not exist`);
    if (rule.onNotExists === 'retain') return;
    if (baseRevision && rule.onConflict !== 'replace' && this.#oldState(id, baseRevision)) {
      if (rule.onConflict === 'error')
        this.#conflictAt(entry, `feature ${JSON.stringify(id)} was deleted since the request's base`);
      return;
    }
    const feature = this.#processed(created(id, input, this.#tagsFor(input, undefined, false)), entry);
    if (!feature) return;
    this.#require('create', id);
    const row = this.#row(feature, input.facts, this.#now, this.#now, this.#newRevision());
    this.#table.insert(row);
    this.#return(row.text);
    this.#outcome.inserted.push(id);
  }

  /** A modification may name features without data: to delete them, or to insist on their being (un)known. */
  #applyToId({ position, id: given }: IdEntry, rule: WriteRule, seen: Set<string>): void {
    const id = this.#request.prefixId + given;
    if (seen.has(id)) return this.#fail({ position, id }, repeated(id));
    seen.add(id);
    const before = this.#table.get(id);
    if (before) this.#requireState(before);
    if (!before) {
      if (rule.onNotExists === 'error')
        this.#conflictAt({ position, id }, `feature ${JSON.stringify(id)} does not exist`);
    } else if (rule.onExists === 'delete') this.#remove(before);
    else if (rule.onExists === 'error')
      this.#conflictAt({ position, id }, `feature ${JSON.stringify(id)} exists already`);
    else this.#retain(before);
  }

  /**
   * The feature after the processors of the space; undefined where they refuse it and the request goes on, or where what
   * they make of it is not known.
   */
  #processed(feature: Feature, { position }: WriteEntry): Feature | undefined {
    if (!this.#verdicts) return feature;
    const verdict = this.#verdicts.on(feature);
    if (!verdict) return undefined;
    const { refusal, fault, tags } = verdict;
    if (fault !== undefined) throw invalid(fault);
    if (refusal === undefined) return tags ? retagged(feature, tags) : feature;
    const entry = { position, id: feature.id };
    if (this.#request.transactional) throw invalid(`${nameOf(entry, this.#outcome.single)}: ${refusal}`);
    this.#fail(entry, refusal);
    return undefined;
  }

  /** `base`: where the feature was merged, the state that the write knew. */
  #update(
    before: StoredRow,
    written: Feature,
    entry: WriteEntry,
    known: GeometryFacts | undefined,
    base?: StoredRow,
  ): void {
    const feature = this.#processed(written, entry);
    if (!feature) return;
    const revision = this.#versioning ? before.revision : undefined;
    const same = this.#row(feature, undefined, before.createdAt, before.updatedAt, revision);
    if (same.text === before.text || sameFeature(feature, before.feature)) {
      return this.#retain(before);
    }
    this.#require('update', before.id);
    const facts = known ?? (feature.geometry ? inspectGeometry(feature.geometry) : undefined);
    const row = this.#row(feature, facts, before.createdAt, this.#now, this.#newRevision(before, base));
    this.#table.replace(before, row);
    this.#return(row.text);
    this.#outcome.updated.push(before.id);
  }

  /** What a write left as it is belongs to its response, but shows a feature only to who may read it. */
  #retain({ id, text }: StoredRow): void {
    const shown = this.#request.rights.read ? text : JSON.stringify({ type: 'Feature', id });
    this.#return(shown);
  }

  /** A load has no use for them, and they would be in memory until it is committed. */
  #return(text: string): void {
    if (this.#request.returning === true) this.#outcome.texts.push(text);
  }

  #remove(before: StoredRow): void {
    this.#require('delete', before.id);
    this.#table.remove(before);
    this.#outcome.deleted.push(before.id);
  }

  #row(
    feature: Feature,
    facts: GeometryFacts | undefined,
    createdAt: number,
    updatedAt: number,
    revision: Revision | undefined,
  ): NewRow {
    const stamp = { space: this.#space, createdAt, updatedAt };
    const text = writeFeatureText(feature, revision ? { ...stamp, revision } : stamp);
    return { ...text, feature, facts, createdAt, updatedAt };
  }

  #newRevision(before?: StoredRow, base?: StoredRow): Revision | undefined {
    if (!this.#versioning) return undefined;
    const { uuids, versionsToKeep } = this.#versioning;
    const revision: Revision = versionsToKeep === undefined ? {} : { version: this.#table.nextVersion };
    if (!uuids) return revision;
    revision.uuid = randomUUID();
    if (before?.revision.uuid !== undefined) revision.puuid = before.revision.uuid;
    if (base?.revision.uuid !== undefined) revision.muuid = base.revision.uuid;
    return revision;
  }

  /** Stored tags stay where the input is silent and the write adds to what is there. */
  #tagsFor(input: FeatureInput, before: StoredRow | undefined, keep: boolean): string[] {
    const { addTags, removeTags, retainsTags } = this.#request;
    const edits = addTags.length > 0 || removeTags.length > 0;
    const start = input.tags ?? (before && (keep || edits || retainsTags) ? before.feature.tags : []);
    if (!edits) return start;
    const tags = new Set([...start, ...addTags]);
    for (const tag of removeTags) tags.delete(tag);
    return [...tags];
  }

  #require(right: 'create' | 'update' | 'delete', id: string): void {
    if (this.#request.rights[right]) return;
    throw new Fault(
      'forbidden',
      `the token lacks the right ${right}Features on space ${JSON.stringify(this.#space)}, which feature ${JSON.stringify(id)} needs`,
    );
  }

  #conflictAt(entry: Pick<WriteEntry, 'position' | 'id'>, message: string): void {
    this.#conflict ??= message;
    this.#fail(entry, message);
  }

  #fail({ position, id }: Pick<WriteEntry, 'position' | 'id'>, message: string): void {
    this.#outcome.failed.push(id === undefined ? { position, message } : { id, position, message });
  }
}

/** Whether what others changed meanwhile is merged with such a write, where the state that it is based on is retained. */
function isMergeable(onExists: OnExists): boolean {
  return onExists === 'merge' || onExists === 'patch';
}

/** Whether a write of this kind touches what is there. */
function changes(onExists: OnExists): boolean {
  return onExists !== 'retain' && onExists !== 'error';
}
