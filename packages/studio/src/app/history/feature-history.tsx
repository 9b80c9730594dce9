import { type Feature, MeridianError, NAMESPACE } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { stateOf } from '../../history/compare.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { boxOf } from '../map/middle.ts';
import { contentVersions } from '../map/state.ts';
import { titleOf } from '../map/titles.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { attempt, notify, notifyError } from '../ui/notices.tsx';
import { showDifference } from './difference-layers.ts';
import { DifferenceTable, summaryOf } from './difference-table.tsx';
import { restore } from './restore.ts';
import { type FeatureVersion, type FeatureVersions, readVersions } from './versions.ts';

type Props = { space: string; id: string; canvas: MapCanvas; mayRestore: boolean };

/** What a feature was, what each version changed, and the way back. */
export function FeatureHistory({ space, id, canvas, mayRestore }: Props) {
  const [known, setKnown] = useState<FeatureVersions>();
  const [chosen, setChosen] = useState<number>();
  const load = useLoad(
    async () => {
      const found = await readVersions(space, id);
      setChosen(undefined);
      setKnown(found);
    },
    `${space} ${id} ${contentVersions.value.get(space) ?? 0}`,
  );
  const now = known?.versions[0]?.feature;
  const was = known?.versions.find(({ version }) => version === chosen)?.feature;
  useEffect(() => {
    if (!now || !was || was === now) return showDifference(canvas.map, undefined);
    const shapes = { before: was.geometry ? [was.geometry] : [], after: now.geometry ? [now.geometry] : [] };
    showDifference(canvas.map, shapes);
    const box = was.geometry && boxOf(was.geometry);
    if (box) canvas.reveal([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]);
  }, [was, now]);
  useEffect(() => () => canvas.isRemoved || showDifference(canvas.map, undefined), [canvas]);
  if (!known) return <Loading {...load} />;
  const more = () =>
    attempt(async () => {
      const older = await readVersions(space, id, known.before);
      setKnown({ versions: [...known.versions, ...older.versions], before: older.before });
    });
  const bringBack = async (old: Feature) => {
    try {
      await restore(space, old, now);
      notify(t.history.restored(titleOf(space, old)));
    } catch (error) {
      const isLate = error instanceof MeridianError && error.status === 409;
      notifyError(isLate ? new Error(t.history.conflict) : error);
      await load.reload();
    }
  };
  return (
    <div class="facts-list">
      <ol class="versions" aria-label={t.history.versions}>
        {known.versions.map((one, index) => (
          <li key={one.version}>
            <button
              type="button"
              class="change"
              aria-pressed={one.version === (chosen ?? known.versions[0]!.version)}
              onClick={() => setChosen(one.version)}
            >
              <span>{one.at === undefined ? t.history.version(one.version) : formatMoment(one.at)}</span>
              <span class="muted">{describeVersion(known, one, index)}</span>
            </button>
          </li>
        ))}
      </ol>
      {known.versions.length === 0 && <p class="hint">{t.history.noneAbout}</p>}
      {known.before !== undefined && (
        <Button kind="quiet" onClick={() => void more()}>
          {t.more}
        </Button>
      )}
      {was && now && was !== now && (
        <>
          <DifferenceTable
            before={stateOf(was)}
            after={stateOf(now)}
            heads={[t.history.past, t.history.current]}
          />
          <p class="hint">{t.history.key}</p>
          {mayRestore && (
            <Button kind="main" icon="undo" onClick={() => void bringBack(was)}>
              {t.history.restore}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** What it changed of the version before it. */
function describeVersion({ versions, before }: FeatureVersions, one: FeatureVersion, index: number): string {
  const older = versions[index + 1];
  const what = older
    ? t.history.changed(summaryOf(stateOf(older.feature), stateOf(one.feature)))
    : before !== undefined
      ? ''
      : one.feature.properties[NAMESPACE]?.createdAt === one.at
        ? t.history.created
        : t.history.oldest;
  return index === 0 ? [t.history.now, what].filter(Boolean).join(' · ') : what;
}
