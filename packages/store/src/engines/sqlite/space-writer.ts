import type { DatabaseSync } from 'node:sqlite';
import type { Geos } from '@meridian/geo';
import type { ColumnRequest } from '../../model/build-request.ts';
import { StatsDelta } from '../../model/statistics/stats-delta.ts';
import { WORTH_IT } from '../../pyramid/density/sample-classes.ts';
import { type ActivityLogTarget, ActivityRecorder } from '../../rules/activity/activity-log.ts';
import { TouchedBoxes } from '../../rules/touched/touched-boxes.ts';
import { carryOutWrite, type Requests, removeIds } from '../../rules/write/carry-out.ts';
import type { FeatureTable, NewRow, StateName, StoredRow } from '../../rules/write/feature-table.ts';
import type {
  ContentState,
  DeleteRequest,
  DeleteResult,
  WriteRequest,
  WriteResult,
} from '../../rules/write/write-request.ts';
import { BackgroundWork } from './background-work.ts';
import { BoxTree } from './box-tree/box-tree.ts';
import { SqliteColumns } from './columns/sqlite-columns.ts';
import { openForWriting, savepoint, transaction } from './database.ts';
import { DensityIndex } from './density/density-index.ts';
import { columnsOf, prepareRows, ROW, readContent, type StoredContent, toStoredRow } from './feature-rows.ts';
import { History } from './history.ts';
import { IdFilter } from './id-filter.ts';
import { MaintainedCounts } from './maintained-counts.ts';
import { PropertyIndex } from './property-index.ts';
import { type Attempted, RequestCommits } from './request-commits.ts';
import { RowIndexes } from './row-indexes.ts';
import { EMPTY_BOXES, SPACE_MIGRATIONS } from './schema.ts';
import { everySource, pagedSource, type SeqSource } from './seq-pages.ts';
import { taggedAlternatives } from './tag-search.ts';
import { SqliteTileBlocks } from './tile-blocks/sqlite-tile-blocks.ts';
import { saveTouched } from './touched.ts';

const STEP_ROWS = 2000;
const DELETE_STEP_ROWS = 1000;

/** How large what is built beside the features gets, where it is not as usual. */
export type DerivedSizes = { tileBlockFeatures?: number; columnRows?: number };

/** The one connection that writes a space's file. All of it is synchronous and runs on a writer thread. */
export class SpaceWriter implements FeatureTable, Requests {
  readonly #space: string;
  readonly #database: DatabaseSync;
  /** What the request under way does to the statistics, and what those before it in the same commit did. */
  readonly #statsDelta = new StatsDelta();
  readonly #collected = new StatsDelta();
  /** Where requests since the last commit changed features, those that failed included. */
  readonly #touched = new TouchedBoxes();
  readonly #maintainedCounts: MaintainedCounts;
  readonly #index: PropertyIndex;
  readonly #history: History;
  readonly #densityIndex: DensityIndex;
  readonly #blocks: SqliteTileBlocks;
  readonly #columns: SqliteColumns;
  readonly #work: BackgroundWork;
  readonly #statements: ReturnType<typeof prepareRows>;
  readonly #indexes: RowIndexes;
  readonly #commits = new RequestCommits((steps) => this.batch(steps));
  /** Where this writer has seen every feature come. */
  #ids: IdFilter | undefined;
  #dataVersion: number;
  #content: StoredContent;
  #changed = false;
  /** The version on disk, from which the content has moved on. */
  #movedFrom: number | undefined;
  /** Of the request under way, if its space has a log. */
  #recorder: ActivityRecorder | undefined;

  /** `geos` is asked for only while `hasDensityIndex`. */
  constructor(path: string, space: string, geos: () => Geos, sizes: DerivedSizes = {}) {
    this.#space = space;
    this.#database = openForWriting(path, SPACE_MIGRATIONS);
    this.#database.prepare('INSERT OR IGNORE INTO content VALUES (1, 0, ?, 0, 0, 0, 0)').run(Date.now());
    this.#maintainedCounts = new MaintainedCounts(this.#database);
    this.#index = new PropertyIndex(this.#database);
    this.#history = new History(this.#database);
    this.#densityIndex = new DensityIndex(this.#database, geos);
    this.#blocks = new SqliteTileBlocks(this.#database, sizes.tileBlockFeatures);
    this.#columns = new SqliteColumns(this.#database, sizes.columnRows);
    this.#work = new BackgroundWork(this.#database, {
      history: this.#history,
      index: this.#index,
      densityIndex: this.#densityIndex,
      blocks: this.#blocks,
      columns: this.#columns,
    });
    this.#statements = prepareRows(this.#database);
    this.#indexes = new RowIndexes(this.#statements, {
      boxes: new BoxTree(this.#database),
      properties: this.#index,
      densityIndex: this.#densityIndex,
      blocks: this.#blocks,
      statsDelta: this.#statsDelta,
      touched: this.#touched,
    });
    this.#dataVersion = this.#statements.dataVersion.get()!.data_version as number;
    this.#content = readContent(this.#database);
    this.#ids = this.#content.lastSeq === 0 ? new IdFilter() : undefined;
  }

  close(): void {
    this.#indexes.forget();
    this.#database.close();
  }

  /** Several requests in one durable commit; each succeeds or fails for itself. */
  batch(steps: (() => void)[]): void {
    try {
      transaction(this.#database, () => {
        this.#noticeOthers();
        for (const step of steps) step();
        this.#keepContent();
      });
    } catch (error) {
      this.#collected.clear();
      this.#movedFrom = undefined;
      this.#touched.clear();
      this.#reload();
      throw error;
    }
  }

  /** What memory holds of the file is right no longer where another connection has written to it. */
  #noticeOthers(): void {
    const dataVersion = this.#statements.dataVersion.get()!.data_version as number;
    if (dataVersion === this.#dataVersion) return;
    this.#dataVersion = dataVersion;
    this.#ids = undefined;
    this.#reload();
  }

  #reload(): void {
    this.#forget(readContent(this.#database));
    this.#history.reload();
  }

  /** Requests in one durable commit, and what became of each. */
  commit<T>(requests: readonly (() => T)[]): Attempted<T>[] {
    return this.#commits.commit(requests);
  }

  write(request: WriteRequest): WriteResult {
    return carryOutWrite(this, this, this.#space, request);
  }

  delete(request: DeleteRequest): DeleteResult {
    const { ids, tags, returning } = request;
    // Where everything goes, the statistics go with it: nothing may be collected for them.
    if (!ids && !tags) this.#keepContent();
    this.#indexes.flush();
    const deleted = this.attempt(() => {
      if (ids) return removeIds(this, request);
      if (tags)
        return this.#removeEach(pagedSource(this.#database, taggedAlternatives(this.#database, tags)));
      return this.#recorder ? this.#removeEach(everySource(this.#database)) : this.#removeAll(returning);
    }, request);
    return { ids: deleted, content: this.content };
  }

  clearOutbox(upTo: number): void {
    this.#database.prepare('DELETE FROM outbox WHERE seq <= ?').run(upTo);
  }

  defineIndexes(paths: readonly (readonly string[])[]): void {
    const define = () => this.#index.define(paths, this.#content.lastSeq === 0);
    this.batch([() => savepoint(this.#database, define)]);
  }

  get hasDensityIndex(): boolean {
    return this.#densityIndex.isWanted;
  }

  requestDensityIndex(): void {
    if (!this.hasDensityIndex) this.batch([() => this.#densityIndex.want()]);
  }

  requestTileBlocks(): void {
    if (!this.#blocks.isWanted) this.batch([() => this.#blocks.want()]);
  }

  /** Has columns made, or those that are there brought up to date without waiting until nothing is written; or what else reads ask for. */
  requestColumns(what: ColumnRequest = 'columns'): void {
    this.batch([() => this.#columns.request(what)]);
  }

  /** Whether something is to be done that no request waits for. */
  get hasWork(): boolean {
    return this.workIn < Infinity;
  }

  /** How many milliseconds from now that is; Infinity if there is nothing. */
  get workIn(): number {
    return this.#work.dueIn;
  }

  /** Whether that can wait for a load to end. */
  get isWorkPatient(): boolean {
    return this.#work.isPatient;
  }

  /** A bounded piece of that work; of what is to be built, so many rows. */
  workStep(rows = STEP_ROWS): void {
    this.#indexes.forget();
    this.batch([() => this.#work.step(rows, this.#content)]);
  }

  get content(): ContentState {
    const { version, updatedAt } = this.#content;
    return { version, updatedAt };
  }

  get(id: string): StoredRow | undefined {
    if (this.#ids?.mayHave(id) === false) return undefined;
    const row = this.#statements.get.get(id);
    return row && toStoredRow(row);
  }

  get nextVersion(): number {
    return this.#content.version + 1;
  }

  oldState(id: string, state: StateName): StoredRow | undefined {
    return this.#history.find(id, state);
  }

  insert(row: NewRow): void {
    this.#recorder?.saved(row);
    const seq = ++this.#content.lastSeq;
    this.#ids?.add(row.feature.id);
    if (this.#history.extent) {
      this.#statements.insertVersion.run(seq, row.feature.id, ...columnsOf(row), this.nextVersion);
      this.#history.changes.inserted(seq, row.feature.id);
    } else this.#statements.insert.run(seq, row.feature.id, ...columnsOf(row));
    this.#columns.inserted();
    this.#changed = true;
    this.#indexes.add(seq, row);
  }

  replace(before: StoredRow, row: NewRow): void {
    this.#recorder?.updated(before, row);
    this.#changed = true;
    this.#columns.changed(before.seq, this.nextVersion);
    if (this.#history.extent) {
      this.#history.changes.replacing(before.seq, before.id);
      this.#statements.updateVersion.run(...columnsOf(row), this.nextVersion, before.seq);
    } else this.#statements.update.run(...columnsOf(row), before.seq);
    this.#indexes.replace(before, row);
  }

  remove(before: StoredRow): void {
    this.#recorder?.deleted(before);
    this.#changed = true;
    this.#indexes.remove(before);
    this.#columns.changed(before.seq, this.nextVersion);
    if (this.#history.extent) this.#history.changes.removing(before.seq, before.id);
    this.#statements.delete.run(before.seq);
  }

  count(): number {
    return (this.#statements.count.get()!.count as number) + this.#collected.count + this.#statsDelta.count;
  }

  attempt<T>(work: (now: number) => T, request: WriteRequest | DeleteRequest): T {
    const { versioning, activityLogs } = request;
    const before = { ...this.#content };
    const oldState = this.#history.extent;
    const versionsToKeep = versioning?.versionsToKeep;
    // A clock that was set back does not make changes older than those before them.
    const now = Math.max(Date.now(), before.updatedAt);
    this.#changed = false;
    this.#recorder = activityLogs && this.#recorderOf(activityLogs, now);
    try {
      return this.#undoable(request, () => {
        if (versionsToKeep === undefined && oldState) this.#history.end();
        if (versionsToKeep !== undefined) this.#history.beginVersion(this.nextVersion);
        if (versionsToKeep !== undefined && !oldState) this.#history.begin(before.version, before.updatedAt);
        const result = work(now);
        if (this.#changed) this.#moveContent(now);
        if (versionsToKeep !== undefined) this.#keepVersion(versionsToKeep);
        return result;
      });
    } catch (error) {
      this.#forget(before);
      if (oldState !== this.#history.extent) this.#history.restore(oldState);
      throw error;
    }
  }

  /** A savepoint for what may be undone without its commit; what is tried only, or lacks verdicts, may always. */
  #undoable<T>(request: WriteRequest | DeleteRequest, work: () => T): T {
    const isTried = 'body' in request && (request.dryRun || request.verdicts !== undefined);
    if (!this.#commits.isGuarded && !isTried) return work();
    this.#indexes.flush();
    return savepoint(this.#database, () => {
      const result = work();
      this.#indexes.flush();
      return result;
    });
  }

  #keepVersion(versionsToKeep: number): void {
    const { version, updatedAt } = this.#content;
    if (this.#changed) this.#history.noteTime(version, updatedAt);
    this.#history.prune(version, versionsToKeep);
  }

  #recorderOf(logs: readonly ActivityLogTarget[], now: number): ActivityRecorder {
    const insert = this.#database.prepare('INSERT INTO outbox (space, feature, text) VALUES (?, ?, ?)');
    return new ActivityRecorder(this.#space, logs, now, ({ spaceId, feature, text }) =>
      insert.run(spaceId, feature, text),
    );
  }

  /** What memory holds of a transaction that was undone. */
  #forget(content: StoredContent): void {
    this.#statsDelta.clear();
    this.#indexes.forget();
    this.#index.reload();
    this.#densityIndex.reload();
    this.#blocks.reload();
    this.#columns.reload();
    this.#content = content;
  }

  #moveContent(now: number): void {
    this.#movedFrom ??= this.#content.version;
    this.#content.version++;
    this.#content.updatedAt = now;
    this.#collected.absorb(this.#statsDelta);
    this.#densityIndex.flush();
  }

  /** Writes down what the requests of a commit come to, once for all of them. */
  #keepContent(): void {
    if (this.#movedFrom === undefined) return;
    this.#indexes.flush();
    const { count, bytes, maxBytes } = this.#collected;
    const { version, updatedAt, lastSeq } = this.#content;
    this.#statements.moveContent.run(version, updatedAt, lastSeq, count, bytes, maxBytes);
    this.#maintainedCounts.take(this.#collected);
    saveTouched(this.#database, this.#touched, this.#movedFrom + 1, version);
    this.#movedFrom = undefined;
    this.#fileLargeSpace();
  }

  /** Maps should not have to ask for what they are drawn from. */
  #fileLargeSpace(): void {
    if (this.hasDensityIndex || this.#content.lastSeq <= WORTH_IT) return;
    if ((this.#statements.count.get()!.count as number) > WORTH_IT) this.#densityIndex.want();
  }

  #removeEach(source: SeqSource): string[] {
    const bySeq = this.#database.prepare(`${ROW} WHERE seq = ?`);
    const removed: string[] = [];
    for (let after = 0; ; ) {
      const seqs = source(after, DELETE_STEP_ROWS);
      for (const seq of seqs) {
        const row = toStoredRow(bySeq.get(seq));
        this.remove(row);
        removed.push(row.id);
      }
      if (seqs.length < DELETE_STEP_ROWS) return removed;
      after = seqs.at(-1)!;
    }
  }

  /** Leaves the space empty without looking at each feature; lists their ids only if someone wants them. */
  #removeAll(list: boolean): string[] {
    const ids = list
      ? this.#database
          .prepare('SELECT id FROM feature ORDER BY seq')
          .all()
          .map(({ id }) => id as string)
      : [];
    const keepsHistory = this.#history.extent !== undefined;
    if (keepsHistory) this.#history.removingAll(this.nextVersion);
    const { changes } = this.#database.prepare('DELETE FROM feature').run();
    if (changes === 0) return [];
    const largest = keepsHistory ? 'max_bytes' : '0';
    this.#indexes.forget();
    this.#database.exec(`${EMPTY_BOXES}; UPDATE content SET count = 0, bytes = 0, max_bytes = ${largest}`);
    for (const table of ['tag', 'geometry_count', 'tag_count', 'property_count'])
      this.#database.exec(`DELETE FROM ${table}`);
    this.#index.empty();
    this.#densityIndex.empty();
    this.#blocks.empty();
    this.#columns.empty();
    this.#touched.everywhere();
    this.#changed = true;
    return ids;
  }
}
