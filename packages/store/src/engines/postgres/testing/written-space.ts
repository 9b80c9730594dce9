import assert from 'node:assert/strict';
import type { Geometry } from '@meridian/geo';
import fc from 'fast-check';
import { collectionOf, writeRequest } from '../../../contract/write-request.ts';
import type { SpaceRef } from '../../../model/source.ts';
import type { DeleteRequest } from '../../../rules/write/write-request.ts';
import type { Address } from '../connection.ts';
import { deleteMany } from '../delete-many.ts';
import { locate } from '../location.ts';
import { prepareDatabase } from '../migrate.ts';
import { prepareDelete, prepareWrite } from '../prepared-write.ts';
import { Session } from '../session.ts';
import { createTable, dropTable } from '../space-table.ts';
import { commitWrites } from '../space-writer.ts';
import { newTableName } from '../table-name.ts';

/** A change of a space, as tests make them up. */
export type Change =
  | { put: [id: string, geometry: Geometry | null, tag: string][] }
  | { remove: Partial<DeleteRequest> }
  | 'refused';

/** Among them such that are no texts of PostgreSQL's, or no keys. */
const IDS = [
  ...Array.from({ length: 36 }, (_, i) => `${i}`),
  ...['\u0000', '\u{1f600}', '\\', 'x'.repeat(30_000)],
];

export function changeOf(geometry: fc.Arbitrary<Geometry>): fc.Arbitrary<Change> {
  const id = fc.constantFrom(...IDS);
  const feature = fc.tuple(id, fc.option(geometry, { freq: 20 }), fc.constantFrom('red', 'green', 'blue'));
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.uniqueArray(feature, { selector: ([id]) => id, maxLength: 12 }).map((put) => ({ put })),
    },
    { weight: 3, arbitrary: fc.array(id, { maxLength: 5 }).map((ids) => ({ remove: { ids } })) },
    { weight: 1, arbitrary: fc.constant({ remove: { tags: [['red']] } }) },
    { weight: 1, arbitrary: fc.constant({ remove: {} }) },
    { weight: 1, arbitrary: fc.constant('refused' as const) },
  );
}

/** A space in a database for itself that is written to past the threads, so that a test knows when what is done. */
export class WrittenSpace {
  space: SpaceRef = { id: 's', storageKey: newTableName('s') };
  readonly url: string;
  readonly address: Address;
  readonly session: Session;

  private constructor(url: string, address: Address) {
    this.url = url;
    this.address = address;
    this.session = new Session(address);
  }

  /** In an empty database. */
  static async open(url: string): Promise<WrittenSpace> {
    const location = locate(url);
    return new WrittenSpace(url, { url: location.url, ...(await prepareDatabase(location)) });
  }

  /** Drops the space and creates it again. */
  async begin(): Promise<void> {
    await this.session.transaction(dropTable(this.space.storageKey));
    this.space = { id: 's', storageKey: newTableName('s') };
    await this.session.transaction(createTable(this.space.storageKey, [], false));
  }

  async apply(change: Change): Promise<void> {
    const { session, space } = this;
    if (change === 'refused') {
      const body = collectionOf([{ id: '1', geometry: null }, { geometry: 'none' }]);
      const { outcomes } = await commitWrites(session, space, [prepareWrite(space, writeRequest(body))]);
      assert.throws(outcomes[0]!);
    } else if ('put' in change) {
      const features = change.put.map(([id, geometry, tag]) => ({
        ...{ id, geometry },
        properties: { '@ns:com:here:xyz': { tags: [tag] } },
      }));
      const write = prepareWrite(space, writeRequest(collectionOf(features)));
      for (const outcome of (await commitWrites(session, space, [write])).outcomes) outcome();
    } else {
      const request: DeleteRequest = { ids: undefined, tags: undefined, returning: false, ...change.remove };
      if (request.ids) await commitWrites(session, space, [prepareDelete(request)]);
      else await deleteMany(session, space, request);
    }
  }

  close(): Promise<void> {
    return this.session.close();
  }
}
