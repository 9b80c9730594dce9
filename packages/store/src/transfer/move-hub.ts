import { Fault } from '../model/fault.ts';
import { damageOf } from '../model/storage-fault.ts';
import {
  type HubSource,
  type HubTarget,
  type MovedSpace,
  MoveFault,
  type SpaceFiller,
  type SpaceHead,
  type SpaceRows,
} from './hub-image.ts';
import { fingerprintOf, SpaceDigest } from './space-digest.ts';

/** How far the copy is: a space has begun, has come so far, or is there. */
export type MoveProgress = {
  space: string;
  number: number;
  of: number;
  features: number;
  ofFeatures: number;
  state: 'copying' | 'copied' | 'there';
};

/** `there`: spaces that an earlier attempt had brought. `fingerprints`: of the spaces in the source, by their ids. */
export type MoveReport = {
  spaces: number;
  features: number;
  there: number;
  fingerprints: Map<string, string>;
};

/** Copies a whole hub. What is read and what is then found in the target are held against each other, space by space. */
export async function moveHub(
  source: HubSource,
  target: HubTarget,
  onProgress: (progress: MoveProgress) => void,
): Promise<MoveReport> {
  const spaces = await source.spaces();
  const report: MoveReport = { spaces: 0, features: 0, there: 0, fingerprints: new Map() };
  for (const [i, space] of spaces.entries()) {
    const progress = { space: space.id, number: i + 1, of: spaces.length };
    const { count, isThere, fingerprint } = await moveSpace(source, target, space, (features, ofFeatures) =>
      onProgress({ ...progress, features, ofFeatures, state: 'copying' }),
    ).catch((error: unknown) => {
      throw asMoveFault(space, error);
    });
    if (isThere) report.there++;
    report.spaces++;
    report.features += count;
    report.fingerprints.set(space.id, fingerprint);
    onProgress({ ...progress, features: count, ofFeatures: count, state: isThere ? 'there' : 'copied' });
  }
  await target.complete(source);
  return report;
}

async function moveSpace(
  source: HubSource,
  target: HubTarget,
  space: MovedSpace,
  onProgress: (features: number, ofFeatures: number) => void,
): Promise<{ count: number; isThere: boolean; fingerprint: string }> {
  const head = await source.head(space);
  const { count } = head.content;
  const fingerprint = fingerprintOf(space.storageKey, head);
  const isThere = target.arrived.get(space.id)?.fingerprint === fingerprint;
  if (!isThere)
    await target.take(space, head, fingerprint, (filler) =>
      fillSpace(source, space, head, filler, (features) => onProgress(features, count)),
    );
  return { count, isThere, fingerprint };
}

/** What is damaged is reported in words, with the space it belongs to. */
function asMoveFault({ id }: MovedSpace, error: unknown): unknown {
  const isMissing = error instanceof Fault && error.kind === 'notFound';
  const damage = isMissing ? 'is missing' : damageOf(error);
  return damage === undefined
    ? error
    : new MoveFault(`the space ${id} cannot be copied: what it is stored in ${damage}`);
}

/** Everything of a space, and it must be found as it was read. */
export async function fillSpace(
  source: HubSource,
  space: MovedSpace,
  head: SpaceHead,
  filler: SpaceFiller,
  onProgress: (features: number) => void,
): Promise<void> {
  const read = new SpaceDigest();
  const rows = source.spaceRows(space, head);
  const pass = async <K extends keyof SpaceRows>(kind: K) => {
    const write = filler[kind] as (part: unknown) => Promise<void>;
    for await (const part of rows[kind]) {
      for (const row of part) read.add(kind, row);
      await write.call(filler, part);
      if (kind === 'features') onProgress(read.features);
    }
  };
  for (const kind of KINDS) await pass(kind);
  if (read.features !== head.content.count)
    throw new MoveFault(
      `the space ${space.id} is damaged in the source: it should have ${head.content.count} features and has ${read.features}`,
    );
  const found = await digestOf(await filler.written());
  if (found !== read.end(head))
    throw new MoveFault(
      `the space ${space.id} did not arrive as it was: its checksum is another; nothing of it was stored`,
    );
}

const KINDS = ['features', 'oldStates', 'changes', 'outbox'] as const;

async function digestOf({ head, rows }: { head: SpaceHead; rows: SpaceRows }): Promise<string> {
  const digest = new SpaceDigest();
  for (const kind of KINDS)
    for await (const part of rows[kind]) for (const row of part) digest.add(kind, row);
  return digest.end(head);
}
