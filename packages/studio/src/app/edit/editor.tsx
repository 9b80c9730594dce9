import type { Feature, Geometry } from '@meridian/client';
import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MapCanvas } from '../map/canvas.ts';
import { lookUp } from '../map/feature-cache.ts';
import { middleOf } from '../map/middle.ts';
import { contentChanged, contentVersions, picked } from '../map/state.ts';
import { spaceTitle, titleOf } from '../map/titles.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import type { IconName } from '../ui/icon.tsx';
import { attempt, notify, notifyError } from '../ui/notices.tsx';
import { ConflictDialog } from './conflict.dialog.tsx';
import { type Changes, type Draft, draftOf } from './draft.ts';
import { Drawing, MODES, type Mode } from './drawing.ts';
import { FeatureForm } from './feature-form.tsx';
import { type Conflict, findConflicts, isConflict, saveChanges } from './save.ts';
import { type EditSession, editSession, stopEditing } from './session.ts';

type Props = { canvas: MapCanvas; session: EditSession };

const ICONS: Record<Mode, IconName> = {
  select: 'target',
  point: 'point',
  linestring: 'line',
  polygon: 'polygon',
};

/** Draws, moves, reshapes and deletes features of a space, and saves all changes together. */
export function Editor({ canvas, session }: Props) {
  const { space, feature, log, opened, isLeaving } = session;
  const drawing = useRef<Drawing | undefined>(undefined);
  const [mode, setMode] = useState<Mode>('select');
  const [selected, setSelected] = useState<string>();
  const [part, setPart] = useState<readonly number[]>();
  const [conflicts, setConflicts] = useState<Conflict[]>();
  const [isBusy, setBusy] = useState(false);
  const changes = log.changes.value;

  const draftFor = (id: string): Draft | undefined => {
    const base = opened.get(id);
    return log.changes.peek().get(id) ?? (base && draftOf(base));
  };
  const shapes = () =>
    new Map<string, Geometry | null>([...opened].map(([id, { geometry }]) => [id, geometry]));
  const sync = () => {
    drawing.current?.sync(log.changes.peek(), shapes());
    // What can't be drawn here stays as the map shows it.
    const isDrawn = (id: string) =>
      drawing.current?.has(id) || log.changes.peek().get(id)?.kind === 'deleted';
    canvas.setEdited(space, [...opened.keys()].filter(isDrawn));
  };
  const open = (found: Feature, at?: readonly [number, number]) => {
    if (!opened.has(found.id)) opened.set(found.id, found);
    sync();
    setSelected(found.id);
    drawing.current?.selectAt(found.id, at);
  };

  const changeMode = (wanted: Mode) => {
    if (drawing.current?.mode !== wanted) drawing.current?.setMode(wanted);
    canvas.isPicking = wanted === 'select';
    setMode(wanted);
  };

  useEffect(() => {
    const made = new Drawing(canvas, {
      onDrawn: (id, geometry) => {
        log.set({ id, kind: 'created', geometry, properties: {}, tags: [] });
        setSelected(id);
        // The shape is not quite done within its own event.
        setTimeout(() => {
          changeMode('select');
          made.select(id);
        });
      },
      onReshaped: (id, geometry) => {
        const draft = draftFor(id);
        if (draft) log.set({ ...draft, geometry });
      },
      onSelect: (selection) => {
        if (selection) setSelected(selection.id);
        setPart(selection?.path);
      },
    });
    drawing.current = made;
    if (feature) {
      open(feature);
      const middle = feature.geometry && middleOf(feature.geometry);
      if (middle) canvas.reveal(middle);
    }
    const endings = [
      effect(() => {
        void log.changes.value;
        sync();
      }),
      effect(() => {
        const found = picked.value;
        if (found?.space !== space || made.mode !== 'select') return;
        void attempt(async () => {
          const now = await lookUp(space, found.id, contentVersions.peek().get(space) ?? 0);
          if (now) open(now, found.at);
        });
      }),
    ];
    return () => {
      for (const end of endings) end();
      made.end();
      canvas.setEdited(space, []);
      canvas.isPicking = true;
      picked.value = undefined;
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isTyping(event)) return;
      event.preventDefault();
      if (event.shiftKey) log.redo();
      else log.undo();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const finish = (saved: number) => {
    log.clear();
    opened.clear();
    drawing.current?.sync(new Map(), new Map());
    canvas.setEdited(space, []);
    setSelected(undefined);
    picked.value = undefined;
    contentChanged(space);
    notify(t.editor.saved(saved));
  };
  const save = async (wanted: Changes, isChecked = false) => {
    setBusy(true);
    try {
      const found = isChecked ? [] : await findConflicts(space, wanted);
      if (found.length > 0) return setConflicts(found);
      if (wanted.size > 0) await saveChanges(space, wanted);
      setConflicts(undefined);
      finish(wanted.size);
    } catch (error) {
      const found = isConflict(error) ? await findConflicts(space, wanted) : [];
      if (found.length > 0) setConflicts(found);
      else notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const shown = selected === undefined ? undefined : draftFor(selected);
  const title = spaceTitle(space);
  return (
    <aside class="editor" aria-label={t.editor.label}>
      <header>
        <h2>{t.editor.title(title)}</h2>
        <IconButton icon="close" label={t.close} onClick={stopEditing} />
      </header>
      <div class="modes" role="toolbar" aria-label={t.editor.label}>
        {MODES.map((one) => (
          <IconButton
            key={one}
            icon={ICONS[one]}
            label={t.editor[one]}
            pressed={mode === one}
            onClick={() => changeMode(one)}
          />
        ))}
        <span class="spacer" />
        <IconButton
          icon="undo"
          label={t.editor.undo}
          disabled={!log.canUndo.value}
          onClick={() => log.undo()}
        />
        <IconButton
          icon="redo"
          label={t.editor.redo}
          disabled={!log.canRedo.value}
          onClick={() => log.redo()}
        />
      </div>
      <ChangeList
        space={space}
        changes={changes}
        selected={selected}
        onSelect={(id) => {
          setSelected(id);
          drawing.current?.select(id);
        }}
      />
      {shown && (
        <FeatureForm
          key={shown.id}
          draft={shown}
          title={titleOf(space, shown, 60)}
          isDrawn={drawing.current?.has(shown.id) ?? false}
          part={part}
          onPart={(path) => drawing.current?.select(shown.id, path)}
          onChange={(draft) => log.set(draft)}
        />
      )}
      <footer>
        <Button disabled={changes.size === 0 || isBusy} onClick={() => log.drop([...changes.keys()])}>
          {t.editor.discard}
        </Button>
        <Button kind="main" disabled={changes.size === 0 || isBusy} onClick={() => void save(changes)}>
          {t.editor.save(changes.size)}
        </Button>
      </footer>
      {conflicts && (
        <ConflictDialog
          space={space}
          conflicts={conflicts}
          onClose={() => setConflicts(undefined)}
          onDecided={(theirs) => {
            const mine = new Map(
              [...changes]
                .filter(([id]) => !theirs.includes(id))
                .map(([id, draft]) => [id, rebased(draft, conflicts)]),
            );
            void save(mine, true);
          }}
        />
      )}
      {isLeaving.value && <LeaveDialog session={session} />}
    </aside>
  );
}

function LeaveDialog({ session: { isLeaving } }: { session: EditSession }) {
  const stay = () => {
    isLeaving.value = false;
  };
  const discard = () => {
    editSession.value = undefined;
  };
  return (
    <Dialog title={t.editor.leave} onClose={stay}>
      <p>{t.editor.leaveWarning}</p>
      <DialogActions>
        <Button onClick={stay}>{t.editor.stay}</Button>
        <Button kind="danger" onClick={discard}>
          {t.editor.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type ListProps = {
  space: string;
  changes: Changes;
  selected: string | undefined;
  onSelect: (id: string) => void;
};

function ChangeList({ space, changes, selected, onSelect }: ListProps) {
  if (changes.size === 0) return <p class="hint">{t.editor.nothing}</p>;
  return (
    <ul class="changes" aria-label={t.editor.changed(changes.size)}>
      {[...changes.values()].slice(0, 200).map(({ id, kind, properties }) => (
        <li key={id}>
          <button
            type="button"
            class={`change ${kind}`}
            aria-pressed={id === selected}
            onClick={() => onSelect(id)}
          >
            <span>{titleOf(space, { id, properties }, 40)}</span>
            <span class="badge">{t.editor.kinds[kind]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is saved over another's change is made from that one: a hub that keeps versions asks for it. */
function rebased(draft: Draft, conflicts: readonly Conflict[]): Draft {
  const theirs = conflicts.find(({ mine }) => mine.id === draft.id)?.theirs;
  return theirs ? { ...draft, base: theirs } : draft;
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
