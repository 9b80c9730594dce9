import { MeridianError, type Project } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { readMap } from '../../map-style/document.ts';
import { callWith, hub } from '../api/call.ts';
import { creditOf } from '../map/attribution.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { FeatureCard } from '../map/feature-card.tsx';
import { LayersPanel } from '../map/layers-panel.tsx';
import { MapStage } from '../map/map-stage.tsx';
import { showSpace } from '../map/show-space.ts';
import { mapDocument, openMap, picked } from '../map/state.ts';
import { followAddress, readFeature, readView, showInAddress } from '../map/view-address.ts';
import type { Route } from '../route.ts';
import { account } from '../session.ts';
import { loadSpaces, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { shortText } from '../ui/format.ts';
import { attempt, describe } from '../ui/notices.tsx';

type At = Extract<Route, { screen: 'published' }>;

/** What the hub says of a link that was revoked, or never was one. */
const CLOSED: readonly number[] = [401, 403, 404, 412];
const NARROW = 720;
const MAX_ZOOM = 20;

/** A map that somebody has published, for everybody who has its link: to look at only. */
export function PublishedScreen({ at }: { at: At }) {
  const [project, setProject] = useState<Project>();
  const [refusal, setRefusal] = useState<string>();
  const [canvas, setCanvas] = useState<MapCanvas>();
  const [hasLegend, setLegend] = useState(innerWidth > NARROW);
  useEffect(() => {
    callWith(at.token);
    const open = async () => {
      try {
        const id = at.project ?? (await hub().tokens.get(at.token)).project;
        if (id === undefined) return setRefusal(t.publish.closed);
        const found = await hub().projects.get(id);
        await loadSpaces();
        const map = readMap(found.layers, found.map_settings);
        const position = readView(at.at) ?? map.position;
        openMap({ ...map, ...(position ? { position } : {}) });
        picked.value = readFeature(at.feature);
        setProject(found);
        document.title = `${found.title ?? t.screens.published} – Meridian`;
      } catch (error) {
        const isClosed = error instanceof MeridianError && CLOSED.includes(error.status);
        setRefusal(isClosed ? t.publish.closed : describe(error));
      }
    };
    void open();
    return () => {
      // The token of the link opens this map only: what comes next is for the one who has signed in, if anybody.
      callWith(undefined);
      spaces.value = undefined;
      if (!account.value) location.reload();
    };
  }, [at.project, at.token]);
  useEffect(() => {
    if (!canvas) return;
    const { position } = mapDocument.peek();
    if (position?.bounds) canvas.fit(position.bounds, MAX_ZOOM);
    // A link of an earlier version has its token where the view would be.
    return at.project === undefined ? showInAddress() : undefined;
  }, [canvas]);
  useEffect(() => {
    if (canvas) followAddress(canvas, at);
  }, [at]);
  if (refusal)
    return (
      <>
        <h1 class="visually-hidden">{t.screens.published}</h1>
        <Empty icon="lock" title={refusal} />
      </>
    );
  if (!project) return <p class="loading">{t.loading}</p>;
  const zoomTo = (space: string) => attempt(() => showSpace(canvas, space));
  const credits = mapDocument.value.layers.map(({ space }) => creditOf(space)).filter(Boolean);
  return (
    <div class="map-screen has-panel read-only">
      <MapStage onReady={setCanvas} />
      <div class="side">
        <header class="project-bar">
          <h1>{shortText(project.title ?? t.projects.untitled, 120)}</h1>
          <Button icon="layers" pressed={hasLegend} onClick={() => setLegend(!hasLegend)}>
            {t.publish.legend}
          </Button>
        </header>
        {hasLegend && (
          <>
            {project.description && <p class="muted about">{shortText(project.description, 2000)}</p>}
            <LayersPanel onZoom={(space) => void zoomTo(space)} isReadOnly />
            {credits.length > 0 && (
              <p class="hint about">{t.publish.data([...new Set(credits)].join('; '))}</p>
            )}
          </>
        )}
      </div>
      {picked.value && <FeatureCard picked={picked.value} canvas={canvas} isPublished />}
    </div>
  );
}
