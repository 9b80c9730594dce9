import type { Feature, Geometry } from '@meridian/client';
import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MapCanvas } from '../map/canvas.ts';
import { lookUp } from '../map/feature-cache.ts';
import { middleOf } from '../map/middle.ts';
import { contentChanged, contentVersions, picked } from '../map/state.ts';
import { spaceTitle } from '../map/titles.ts';
import { t } from '../strings.ts';
import { Button, IconButton } from '../ui/button.tsx';
import type { IconName } from '../ui/icon.tsx';
import { attempt, notify, notifyError } from '../ui/notices.tsx';
import { ChangeList } from './change-list.tsx';
import { ConflictDialog } from './conflict.dialog.tsx';
import { type Changes, type Draft, draftOf } from './draft.ts';
import { titleOfDraft } from './draft-title.ts';
import { Drawing, MODES, type Mode } from './drawing.ts';
import { FeatureForm } from './feature-form.tsx';
import { LeaveDialog } from './leave.dialog.tsx';
import { MergePanel } from './merge-panel.tsx';
import { withResolved } from './resolve-conflict.ts';
import { type Conflict, findConflicts, isConflict, saveChanges } from './save.ts';
import { type EditSession, stopEditing } from './session.ts';
import { cutDraft, pushedDraft, turnedDraft } from './shape-edits.ts';
import { shapeKey } from './shape-keys.ts';
import { type Push, ShapeTools } from './shape-tools.tsx';
import { isFollowing, isSnapping, toggleFollowing, toggleSnapping } from './snap-state.ts';
import { Snapper } from './snapper.ts';
import { problemsOf, useSpaceFields } from './space-fields.ts';

type Props = { canvas: MapCanvas; session: EditSession };

const ICONS: Record<(typeof MODES)[number], IconName> = {
  select: 'cursor',
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
  /** Whether something is typed that becomes a change as soon as its field is left. */
  const [isTyped, setTyped] = useState(false);
  /** The ids of what is to be merged. */
  const [merging, setMerging] = useState<readonly string[]>();
  const snapper = useRef<Snapper | undefined>(undefined);
  /** The ids of what was deleted and saved, until the map knows. */
  const gone = useRef<ReadonlySet<string>>(new Set());
  const isMerging = useRef(false);
  isMerging.current = merging !== undefined;
  const changes = log.changes.value;
  const { fields, rules } = useSpaceFields(space);
  const chosen = useRef<string | undefined>(undefined);
  chosen.current = selected;

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
    canvas.setEdited(space, [...[...opened.keys()].filter(isDrawn), ...gone.current]);
  };
  const addToMerge = (id: string) => setMerging((ids) => ids && [...new Set([...ids, id])]);
  const open = (found: Feature, at?: readonly [number, number]) => {
    if (!opened.has(found.id)) opened.set(found.id, found);
    sync();
    if (isMerging.current) return addToMerge(found.id);
    setSelected(found.id);
    drawing.current?.selectAt(found.id, at);
  };

  const changeMode = (wanted: Mode) => {
    if (drawing.current?.mode !== wanted) drawing.current?.setMode(wanted);
    canvas.isPicking = wanted === 'select';
    setMode(wanted);
  };

  useEffect(() => {
    const near = new Snapper(canvas, space, () => log.changes.peek());
    snapper.current = near;
    const made = new Drawing(canvas, near, {
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
        if (selection && isMerging.current) return addToMerge(selection.id);
        if (selection) setSelected(selection.id);
        setPart(selection?.path);
      },
      onCut: (line) => {
        const draft = draftFor(chosen.current ?? '');
        const pieces = draft && cutDraft(draft, line);
        if (pieces) log.setAll(pieces);
        else notify(t.editor.notCut);
        changeMode('select');
        if (draft) made.select(draft.id);
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
      drawing.current = undefined;
      near.end();
      canvas.setEdited(space, []);
      canvas.isPicking = true;
      picked.value = undefined;
    };
  }, []);
  /** Changes the shape that is selected. */
  const reshape = (change: (draft: Draft) => Draft | undefined) => {
    const draft = draftFor(chosen.current ?? '');
    const made = draft && draft.kind !== 'deleted' && change(draft);
    if (made) log.set(made);
  };
  const push = (by: Push) => reshape((draft) => pushedDraft(draft, by, canvas.map.getZoom()));
  const turn = (degrees: number) => reshape((draft) => turnedDraft(draft, degrees));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
      const shape = isUndo || !isForShape(event) ? undefined : shapeKey(event);
      if (!isUndo && !shape) return;
      event.preventDefault();
      // The map would turn with these keys.
      if (shape) event.stopPropagation();
      if (shape) 'push' in shape ? push(shape.push) : turn(shape.turn);
      else if (event.shiftKey) log.redo();
      else log.undo();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);

  const finish = (saved: Changes, written: readonly Feature[]) => {
    opened.clear();
    // The drawing shows them until the map does, so that nothing blinks.
    for (const one of written) opened.set(one.id, one);
    const deleted = [...saved.values()].filter(({ kind }) => kind === 'deleted').map(({ id }) => id);
    gone.current = new Set([...gone.current, ...deleted]);
    drawing.current?.deselect();
    log.clear();
    sync();
    setSelected(undefined);
    setMerging(undefined);
    snapper.current?.clear();
    picked.value = undefined;
    contentChanged(space);
    void canvas.tilesShown(space).then(() => {
      gone.current = new Set([...gone.current].filter((id) => !deleted.includes(id)));
      for (const one of written) {
        const isUsed = log.changes.peek().has(one.id) || chosen.current === one.id;
        if (opened.get(one.id) === one && !isUsed) opened.delete(one.id);
      }
      if (drawing.current) sync();
    });
    notify(t.editor.saved(saved.size));
  };
  /** The first change that the space would refuse is shown instead of being sent. */
  const findInvalid = (wanted: Changes): boolean => {
    const found = [...wanted.values()].find((draft) => problemsOf(draft, rules).size > 0);
    if (!found) return false;
    const [[name, problem]] = [...problemsOf(found, rules)] as [[string, string]];
    setSelected(found.id);
    drawing.current?.select(found.id);
    notifyError(new Error(t.editor.invalid(titleOfDraft(space, found, 40), name, problem)));
    return true;
  };
  const save = async (wanted: Changes, isChecked = false) => {
    if (findInvalid(wanted)) return;
    setBusy(true);
    try {
      const found = isChecked ? [] : await findConflicts(space, wanted);
      if (found.length > 0) return setConflicts(found);
      const written = wanted.size > 0 ? await saveChanges(space, wanted) : [];
      setConflicts(undefined);
      finish(wanted, written);
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
    <aside
      class="editor"
      aria-label={t.editor.label}
      onInput={() => setTyped(true)}
      onFocusOut={() => setTyped(false)}
    >
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
        <IconButton icon="magnet" label={t.editor.snap} pressed={isSnapping.value} onClick={toggleSnapping} />
        <IconButton
          icon="follow"
          label={t.editor.follow}
          pressed={isFollowing.value}
          onClick={toggleFollowing}
        />
        <span class="spacer" />
        <IconButton
          icon="undo"
          label={t.editor.undo}
          disabled={!log.canUndo.value && !isTyped}
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
      {mode !== 'select' && (
        <p class="hint" role="status">
          {t.editor.tips[mode]}
        </p>
      )}
      <div class="editor-body">
        {merging && (
          <MergePanel
            space={space}
            drafts={merging.flatMap((id) => draftFor(id) ?? [])}
            onRemove={(id) => setMerging(merging.filter((other) => other !== id))}
            onMerge={(drafts) => {
              log.setAll(drafts);
              setMerging(undefined);
              const kept = drafts.find(({ kind }) => kind !== 'deleted');
              setSelected(kept?.id);
              if (kept) drawing.current?.select(kept.id);
            }}
            onClose={() => setMerging(undefined)}
          />
        )}
        {shown && !merging && shown.geometry && shown.kind !== 'deleted' && (
          <ShapeTools
            draft={shown}
            isCutting={mode === 'cut'}
            onCut={() => changeMode(mode === 'cut' ? 'select' : 'cut')}
            onMerge={() => setMerging([shown.id])}
            onPush={push}
            onTurn={turn}
          />
        )}
        {shown && !merging && (
          <FeatureForm
            key={shown.id}
            draft={shown}
            title={titleOfDraft(space, shown, 60)}
            fields={fields}
            problems={problemsOf(shown, rules)}
            isDrawn={drawing.current?.has(shown.id) ?? false}
            part={part}
            onPart={(path) => drawing.current?.select(shown.id, path)}
            onChange={(draft) => log.set(draft)}
          />
        )}
      </div>
      <footer>
        <Button disabled={changes.size === 0 || isBusy} onClick={() => log.drop([...changes.keys()])}>
          {t.editor.discard}
        </Button>
        <Button
          kind="main"
          disabled={(changes.size === 0 && !isTyped) || isBusy}
          onClick={() => void save(log.changes.value)}
        >
          {t.editor.save(changes.size)}
        </Button>
      </footer>
      {conflicts && (
        <ConflictDialog
          space={space}
          conflicts={conflicts}
          onClose={() => setConflicts(undefined)}
          onDecided={(decided) => void save(withResolved(changes, decided), true)}
        />
      )}
      {isLeaving.value && <LeaveDialog session={session} />}
    </aside>
  );
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** In the table, such keys select rows; in a list, they choose. */
function isForShape({ target }: KeyboardEvent): boolean {
  return !(target instanceof Element && target.closest('[role=grid], dialog, select'));
}
