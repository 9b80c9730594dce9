import { type Feature, NAMESPACE } from '@meridian/client';
import { signal } from '@preact/signals';
import { type Draft, draftOf } from '../edit/draft.ts';
import { findConflicts, saveChanges } from '../edit/save.ts';
import { editSession } from '../edit/session.ts';
import { contentChanged } from '../map/state.ts';
import { titleOf } from '../map/titles.ts';
import { t } from '../strings.ts';

/** What features were before they were written at once; undefined for those that did not exist. */
type Step = { space: string; was: ReadonlyMap<string, Feature | undefined> };

/** Somebody else has changed what was to be written. */
class Outdated extends Error {}

const MAX_STEPS = 50;
const past = signal<readonly Step[]>([]);
const future = signal<readonly Step[]>([]);
/** Features as they were after the last write from here: what differs on the hub is somebody else's. */
const latest = new Map<string, Feature>();

const keyOf = (space: string, id: string) => JSON.stringify([space, id]);
const isOf = (space: string) => (step: Step) => step.space === space;

export const canUndoIn = (space: string) => past.value.some(isOf(space));
export const canRedoIn = (space: string) => future.value.some(isOf(space));

/** Saves drafts at once, or adds them to the unsaved changes where the space is being edited. */
export async function change(space: string, drafts: readonly Draft[]): Promise<void> {
  const session = editSession.value;
  if (session?.space === space) {
    for (const { id, base } of drafts) if (base && !session.opened.has(id)) session.opened.set(id, base);
    session.log.setAll(drafts);
    return;
  }
  const step = await write(space, drafts);
  past.value = [...past.value.slice(1 - MAX_STEPS), step];
  future.value = [];
}

export const undoIn = (space: string) => move(space, past, future);
export const redoIn = (space: string) => move(space, future, past);

async function move(space: string, from: typeof past, to: typeof past): Promise<void> {
  const step = from.peek().findLast(isOf(space));
  if (!step) return;
  const others = from.peek().filter((one) => one !== step);
  try {
    const back = await write(space, inverse(step));
    from.value = others;
    to.value = [...to.peek(), back];
  } catch (error) {
    // It will never be possible again; what was done before may be.
    if (error instanceof Outdated) from.value = others;
    throw error;
  }
}

async function write(space: string, drafts: readonly Draft[]): Promise<Step> {
  const changes = new Map(drafts.map((draft) => [draft.id, draft]));
  const [conflict] = await findConflicts(space, changes);
  if (conflict) {
    const title = titleOf(space, conflict.mine, 60);
    throw new Outdated(conflict.theirs ? t.table.changedMeanwhile(title) : t.table.gone(title));
  }
  const written = await saveChanges(space, changes);
  for (const { id } of drafts) latest.delete(keyOf(space, id));
  for (const feature of written) latest.set(keyOf(space, feature.id), feature);
  contentChanged(space);
  return {
    space,
    was: new Map(drafts.map(({ id, kind, base }) => [id, kind === 'created' ? undefined : base])),
  };
}

function inverse({ space, was }: Step): Draft[] {
  return [...was].flatMap(([id, before]): Draft[] => {
    const now = latest.get(keyOf(space, id));
    if (!before) return now ? [{ ...draftOf(now), kind: 'deleted' }] : [];
    if (now) return [{ ...draftOf(before), base: now }];
    return [{ ...draftOf(before), kind: 'created', base: withoutRevision(before) }];
  });
}

/** What is created again has no earlier state. */
function withoutRevision(feature: Feature): Feature {
  const { [NAMESPACE]: _, ...properties } = feature.properties;
  return { ...feature, properties: properties as Feature['properties'] };
}
