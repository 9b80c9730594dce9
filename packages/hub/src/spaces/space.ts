import {
  isObject,
  type JsonObject,
  type Processing,
  type RankKey,
  type SpaceRecord,
  type Versioning,
} from '@meridian/store';
import { type ActivityLogSettings, activityLogsOf } from '../activity/listener.ts';
import { type ImportDefinition, importOf } from '../imports/import-member.ts';
import { type ImportState, importStateOf } from '../imports/import-state.ts';
import { readProcessing } from '../processing.ts';
import { type Upstreams, upstreamsOf } from '../virtual/storage.ts';
import { type Bindings, bindingsOf } from './bindings.ts';
import { rankOf } from './rank.ts';
import { type TimeProperties, timeOf } from './temporal.ts';
import { versioningOf } from './versioning.ts';

/**
 * A space: its definition, parsed once when it changes. Whatever asks what a definition says asks this; the definition
 * itself is only stored, merged with patches and shown.
 */
export class Space {
  readonly id: string;
  /** Serial numbers grow and are never used again: another space of the same id has another. */
  readonly serial: number;
  readonly owner: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Whom to credit: the labels of `copyright`. */
  readonly credits: readonly string[];
  readonly license: string | undefined;
  readonly tags: readonly string[];
  readonly packages: readonly string[];
  readonly shared: boolean;
  /** Whether everybody may read it: without a token, too, where the operator allows that. */
  readonly public: boolean;
  readonly readOnly: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Milliseconds that a response may be cached; -1 = automatic. */
  readonly cacheTTL: number;
  /** Whether the words of all properties have an index. */
  readonly hasTextIndex: boolean;
  /** What `datetime` asks for. */
  readonly time: TimeProperties | undefined;
  /** By which features are shown first where a map can't show all of them. */
  readonly rank: RankKey | undefined;
  readonly versioning: Versioning | undefined;
  readonly activityLogs: readonly ActivityLogSettings[];
  /** What a virtual space combines; undefined for one that has features of its own. */
  readonly upstreams: Upstreams | undefined;
  readonly bindings: Bindings;
  /** The address that it is filled from, and what became of it. */
  readonly imports: ImportDefinition | undefined;
  readonly importState: ImportState | undefined;
  readonly record: SpaceRecord;
  #processing: { value: Processing | undefined } | undefined;

  constructor(record: SpaceRecord) {
    const { definition } = record;
    this.record = record;
    this.id = record.id;
    this.serial = record.serial;
    this.owner = text(definition.owner) ?? '';
    this.title = text(definition.title) ?? '';
    this.description = text(definition.description);
    this.credits = objects(definition.copyright).flatMap(({ label }) => text(label) || []);
    this.license = text(definition.license);
    this.tags = texts(definition.tags);
    this.packages = texts(definition.packages);
    this.shared = definition.shared === true;
    this.public = definition.public === true;
    this.readOnly = definition.readOnly === true;
    this.createdAt = number(definition.createdAt) ?? 0;
    this.updatedAt = number(definition.updatedAt) ?? 0;
    this.cacheTTL = number(definition.cacheTTL) ?? -1;
    this.hasTextIndex = definition.textIndex === true;
    this.time = timeOf(definition.temporal);
    this.rank = rankOf(definition.rank);
    this.versioning = versioningOf(definition);
    this.activityLogs = activityLogsOf(definition);
    this.upstreams = upstreamsOf(definition);
    this.bindings = bindingsOf(definition);
    this.imports = importOf(definition);
    this.importState = importStateOf(definition);
  }

  /** One that is about to be stored under this definition, for the checks that come before. */
  static draft(id: string, definition: JsonObject): Space {
    return new Space({ id, storageKey: '', serial: Number.POSITIVE_INFINITY, definition });
  }

  /** As it is stored, and as the next definition is made from. */
  get definition(): JsonObject {
    return this.record.definition;
  }

  /** What is done to features that are written; nothing is compiled yet. */
  get processing(): Processing | undefined {
    this.#processing ??= { value: readProcessing(this.definition) };
    return this.#processing.value;
  }
}

export type SpaceLookup = (id: string) => Space | undefined;

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
