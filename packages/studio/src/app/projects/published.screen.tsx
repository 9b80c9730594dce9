import type { Project } from '@meridian/client';
import { useEffect, useState } from 'preact/hooks';
import { readMap } from '../../map-style/document.ts';
import { callWith, hub } from '../api/call.ts';
import type { MapCanvas } from '../map/canvas.ts';
import { FeatureCard } from '../map/feature-card.tsx';
import { LayersPanel } from '../map/layers-panel.tsx';
import { MapStage } from '../map/map-stage.tsx';
import { loadLayerStatistics, openMap, picked } from '../map/state.ts';
import type { Route } from '../route.ts';
import { account, isSignedOut } from '../session.ts';
import { loadSpaces, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { Empty } from '../ui/empty.tsx';
import { attempt, describe } from '../ui/notices.tsx';

type At = Extract<Route, { screen: 'published' }>;

/** A map that somebody has published, for everybody who has its link: to look at only. */
export function PublishedScreen({ at }: { at: At }) {
  const [project, setProject] = useState<Project>();
  const [refusal, setRefusal] = useState<string>();
  const [canvas, setCanvas] = useState<MapCanvas>();
  useEffect(() => {
    callWith(at.token);
    const open = async () => {
      try {
        const found = await hub().projects.get(at.project);
        await loadSpaces();
        openMap(readMap(found.layers, found.map_settings));
        setProject(found);
        document.title = `${found.title ?? t.screens.published} – Meridian`;
      } catch (error) {
        setRefusal(isSignedOut(error) || isMissing(error) ? t.publish.closed : describe(error));
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
  if (refusal) return <Empty icon="lock" title={refusal} />;
  if (!project) return <p class="loading">{t.loading}</p>;
  const zoomTo = (space: string) =>
    attempt(async () => {
      const { bbox } = await loadLayerStatistics(space);
      if (bbox.value.length === 4) canvas?.fit(bbox.value);
    });
  return (
    <div class="map-screen has-panel read-only">
      <MapStage onReady={setCanvas} />
      <div class="side">
        <header class="project-bar">
          <div>
            <h1>{(project.title ?? t.projects.untitled).slice(0, 120)}</h1>
            {project.description && <p class="muted">{project.description.slice(0, 2000)}</p>}
          </div>
        </header>
        <LayersPanel onZoom={(space) => void zoomTo(space)} isReadOnly />
      </div>
      {picked.value && <FeatureCard picked={picked.value} />}
    </div>
  );
}

function isMissing(error: unknown): boolean {
  return (error as { status?: unknown }).status === 404;
}
