import { NAMESPACE } from '../model/feature/feature.ts';
import type { JsonObject } from '../model/json/own.ts';
import type { ChangesQuery } from '../model/query/query.ts';
import type { VersionRange } from '../model/results.ts';
import { SpaceUnderTest, UNHURRIED } from './space-under-test.ts';

type Changeset = Record<'inserted' | 'updated' | 'deleted', { features: JsonObject[] }>;

/** A space with calls about its past. */
export class VersionedSpace extends SpaceUnderTest {
  static async of(store: SpaceUnderTest['store'], id: string): Promise<VersionedSpace> {
    const { ref } = await SpaceUnderTest.create(store, id);
    return new VersionedSpace(store, ref);
  }

  versions(): Promise<VersionRange> {
    return this.store.features.versions(this.ref);
  }

  versionAt(time: number): Promise<number | undefined> {
    return this.store.features.versionAt(this.ref, time);
  }

  /** `a1 b2`: the features of a version with their `n`. */
  async at(version: number, query = {}): Promise<string> {
    const { texts } = await this.page({ ...query, version });
    return texts.map((text) => shown(JSON.parse(text))).join(' ');
  }

  async one(id: string, version: number): Promise<string | undefined> {
    const [text] = await this.store.features.byId(this.ref, [id], {}, version);
    return text === undefined ? undefined : shown(JSON.parse(text));
  }

  async changes(query: Partial<ChangesQuery>) {
    const complete = { from: 1, to: 1, limit: 1000, view: {}, alone: false, ...query };
    const stream = this.store.features.changes(this.ref, complete, UNHURRIED);
    let text = '';
    for (;;) {
      const { value, done } = await stream.next();
      if (done) return { versions: JSON.parse(complete.alone ? text : `{${text}}`), end: value };
      text += Buffer.from(value).toString();
    }
  }

  /** `4: +a1 ~b2 -c3`: inserted, updated, deleted. */
  async changed(query: Partial<ChangesQuery>): Promise<string[]> {
    const { versions } = await this.changes(query);
    return Object.entries(versions as Record<string, Changeset>).map(
      ([version, changeset]) => `${version}: ${summaryOf(changeset)}`,
    );
  }
}

export function summaryOf({ inserted, updated, deleted }: Changeset): string {
  const list = (sign: string, { features }: { features: JsonObject[] }) =>
    features.map((one) => sign + shown(one));
  return [...list('+', inserted), ...list('~', updated), ...list('-', deleted)].join(' ');
}

export function shown({ id, properties }: JsonObject): string {
  return `${id}${(properties as JsonObject).n}`;
}

export const namespaceOf = ({ properties }: JsonObject) =>
  (properties as JsonObject)[NAMESPACE] as JsonObject;
