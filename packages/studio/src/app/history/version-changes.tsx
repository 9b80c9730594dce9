import type { Feature } from '@meridian/client';
import { useState } from 'preact/hooks';
import { stateOf } from '../../history/compare.ts';
import { loadLayerStatistics } from '../map/state.ts';
import { titleOf } from '../map/titles.ts';
import { mayWrite, spaceById } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { attempt, notify } from '../ui/notices.tsx';
import { DifferenceMap } from './difference-map.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { restore } from './restore.ts';
import { type ChangedFeature, MAX_FEATURES, readVersion, type VersionDetail } from './space-versions.ts';
import { featuresAt } from './versions.ts';

type Props = { space: string; version: number; onRestored: () => void };

/** What one version changed: on a map, and feature by feature. */
export function VersionChanges({ space, version, onRestored }: Props) {
  const [detail, setDetail] = useState<VersionDetail>();
  const load = useLoad(async () => {
    await loadLayerStatistics(space);
    setDetail((await readVersion(space, version)) ?? { features: [], hasMore: false });
  }, `${space} ${version}`);
  if (!detail) return <Loading {...load} />;
  const known = spaceById.value.get(space);
  const mayRestore = known !== undefined && mayWrite(known);
  const bringBack = (was: Feature) =>
    attempt(async () => {
      const [now] = await featuresAt(space, [was.id], undefined);
      await restore(space, was, now);
      notify(t.history.restored(titleOf(space, was)));
      onRestored();
    });
  return (
    <section class="version-changes" aria-label={t.history.version(version)}>
      <DifferenceMap features={detail.features} />
      <p class="hint">
        {t.history.keyOfVersion}
        {detail.hasMore && ` ${t.history.first(formatCount(MAX_FEATURES))}`}
      </p>
      <ul class="changed-features">
        {detail.features.map((changed) => (
          <li key={`${changed.kind} ${changed.id}`}>
            <h2>
              {titleOf(space, (changed.after ?? changed.before)!)}{' '}
              <span class={`badge ${changed.kind}`}>{t.history.kinds[changed.kind]}</span>
            </h2>
            <Differences of={changed} />
            {mayRestore && changed.before && (
              <Button icon="undo" onClick={() => void bringBack(changed.before!)}>
                {t.history.restoreBefore(titleOf(space, changed.before, 40))}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Differences({ of: { before, after } }: { of: ChangedFeature }) {
  if (!before || !after) return null;
  return (
    <DifferenceTable
      before={stateOf(before)}
      after={stateOf(after)}
      heads={[t.history.before, t.history.after]}
    />
  );
}
