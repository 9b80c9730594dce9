import { useState } from 'preact/hooks';
import { spaceTitle } from '../map/titles.ts';
import { type Route, replaceRoute } from '../route.ts';
import { loadSpaces, spaceById, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatCount, formatMoment } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { attempt } from '../ui/notices.tsx';
import { CHANGE_KINDS, listVersions, type SpaceVersion, type SpaceVersions } from './space-versions.ts';
import { VersionChanges } from './version-changes.tsx';
import { keepsVersions } from './versions.ts';

type At = Extract<Route, { screen: 'history' }>;

/** The versions of a space, and what each of them changed. */
export function HistoryScreen({ at }: { at: At }) {
  const { space } = at;
  const [known, setKnown] = useState<SpaceVersions>();
  const load = useLoad(async () => {
    if (!spaces.value) await loadSpaces();
    const isKept = keepsVersions(spaceById.value.get(space));
    setKnown(isKept ? await listVersions(space) : { versions: [], before: 0 });
  }, space);
  const chosen = Number(at.version ?? known?.versions[0]?.version);
  const choose = (version: number) => replaceRoute({ screen: 'history', space, version: String(version) });
  const more = () =>
    attempt(async () => {
      const older = await listVersions(space, known!.before);
      setKnown({ versions: [...known!.versions, ...older.versions], before: older.before });
    });
  const isKept = keepsVersions(spaceById.value.get(space));
  return (
    <div class="page">
      <header class="page-head">
        <div>
          <h1>{t.history.of(spaceTitle(space))}</h1>
          <p class="lead">{t.history.lead}</p>
        </div>
      </header>
      {!known && <Loading {...load} />}
      {known?.versions.length === 0 && (
        <Empty icon="clock" title={isKept ? t.history.none : t.history.notKept}>
          <p>{isKept ? t.history.noneAbout : t.history.notKeptAbout}</p>
        </Empty>
      )}
      {known && known.versions.length > 0 && (
        <div class="history">
          <section aria-label={t.history.versions}>
            <ol class="versions">
              {known.versions.map((one) => (
                <li key={one.version}>
                  <button
                    type="button"
                    class="change"
                    aria-pressed={one.version === chosen}
                    onClick={() => choose(one.version)}
                  >
                    <span>
                      {t.history.version(one.version)}
                      {one.at !== undefined && <span class="muted"> · {formatMoment(one.at)}</span>}
                    </span>
                    <span class="muted">{describeCounts(one)}</span>
                  </button>
                </li>
              ))}
            </ol>
            {known.before > 0 && (
              <p class="more">
                <Button onClick={() => void more()}>{t.more}</Button>
              </p>
            )}
          </section>
          {Number.isInteger(chosen) && (
            <VersionChanges
              key={chosen}
              space={space}
              version={chosen}
              onRestored={() => {
                replaceRoute({ screen: 'history', space });
                void load.reload();
              }}
            />
          )}
        </div>
      )}
    </div>
  );
}

function describeCounts({ counts, hasMore }: SpaceVersion): string {
  return CHANGE_KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const count = formatCount(counts[kind]);
      return t.history.counts[kind](hasMore ? t.history.atLeast(count) : count);
    })
    .join(', ');
}
