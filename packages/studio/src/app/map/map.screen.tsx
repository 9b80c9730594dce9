import { type Feature, MeridianError, type Project } from '@meridian/client';
import { effect, untracked } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hub } from '../api/call.ts';
import { editSession, startEditing, stopEditing } from '../edit/session.ts';
import { openImport } from '../import/offered.ts';
import { Lazy } from '../lazy.tsx';
import { keepChanges, openProject } from '../projects/changes.ts';
import { go, type Route, replaceRoute } from '../route.ts';
import { loadSpaces, mayWrite, spaceById, spaces } from '../spaces/catalogue.ts';
import { t } from '../strings.ts';
import { TablePanel } from '../table/table-panel.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { formatDistance } from '../ui/format.ts';
import { Loading, useLoad } from '../ui/loading.tsx';
import { attempt } from '../ui/notices.tsx';
import type { MapCanvas } from './canvas.ts';
import { FeatureCard } from './feature-card.tsx';
import { FindBox } from './find-box.tsx';
import { LayersPanel } from './layers-panel.tsx';
import { useMapCommands } from './map-commands.ts';
import { MapStage } from './map-stage.tsx';
import { OpenPanel } from './open-panel.tsx';
import { type PanelName, panelOf } from './panels.ts';
import { ProjectBar } from './project-bar.tsx';
import type { SearchArea } from './requests.ts';
import { SearchTool, showArea } from './search-tool.ts';
import { showSpace } from './show-space.ts';
import {
  activeSpace,
  addLayer,
  keepDraft,
  keepLook,
  layerOf,
  mapDocument,
  openDraft,
  openSpace,
  picked,
  search,
  wantedView,
} from './state.ts';
import { Toolbar } from './toolbar.tsx';
import { recordChanges } from './undo.ts';
import { filterAsAddressed, followAddress, readFeature, readView, showInAddress } from './view-address.ts';

type At = Extract<Route, { screen: 'map' }>;

/** Where panels lie one above the other. */
const NARROW = 720;

const pictureDialog = () =>
  import('../picture/picture.dialog.tsx').then(({ PictureDialog }) => PictureDialog);
const editor = () => import('../edit/editor.tsx').then(({ Editor }) => Editor);

/** Spaces on a map: to look at, to search, to edit. */
export function MapScreen({ at }: { at: At }) {
  const [canvas, setCanvas] = useState<MapCanvas>();
  const [project, setProject] = useState<Project>();
  const [isOpen, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [hasTable, setTable] = useState(false);
  const [hasPicture, setPicture] = useState(false);
  const [hasPanel, setPanel] = useState(innerWidth > NARROW);
  const [opened, setOpened] = useState<PanelName>();
  const [tool, setTool] = useState<SearchArea['kind']>();
  /** Of the circle that is being drawn, in metres. */
  const [radius, setRadius] = useState<number>();
  const editing = editSession.value;
  const running = useRef<SearchTool | undefined>(undefined);

  /** The space that is looked at alone. */
  const alone = at.space === undefined ? undefined : spaceById.value.get(at.space);
  const close = () => {
    setOpen(false);
    setCanvas(undefined);
    setMissing(true);
  };
  const load = useLoad(
    async () => {
      setMissing(false);
      if (!spaces.value) await loadSpaces();
      if (at.project === undefined) {
        setProject(undefined);
        if (at.space === undefined) openDraft();
        else {
          // It may have been made a moment ago.
          if (!spaceById.value.has(at.space)) await loadSpaces();
          if (!spaceById.value.has(at.space)) return close();
          openSpace(at.space);
        }
      } else if (at.project !== project?.id) {
        const found = await projectOf(at.project);
        if (!found) return close();
        setProject(found);
        openProject(found);
      }
      const position = readView(at.at);
      if (position) mapDocument.value = { ...mapDocument.value, position };
      addLayerOf(at);
      filterAsAddressed(at);
      picked.value = readFeature(at.feature);
      setOpen(true);
    },
    `${at.project ?? ''} ${at.space ?? ''}`,
  );

  useEffect(() => {
    // The map that it belongs to is not shown any more.
    if (load.failure !== undefined) setCanvas(undefined);
  }, [load.failure]);

  const zoomTo = (space: string) => attempt(() => showSpace(canvas, space));

  useEffect(() => {
    if (!canvas || !isOpen || at.add === undefined) return;
    addLayer(at.add);
    // An address with a view says where to look.
    if (readView(at.at) === undefined) void zoomTo(at.add);
    replaceRoute(mapAt(at));
  }, [canvas, isOpen, at.add]);

  /** The address whose space was brought into view; another map below it changes nothing. */
  const fitted = useRef<At | undefined>(undefined);
  useEffect(() => {
    if (!canvas || !isOpen || !alone || fitted.current === at) return;
    fitted.current = at;
    const isElsewhere = readView(at.at) !== undefined || wantedView.peek() !== undefined;
    if (!isElsewhere) void zoomTo(alone.id);
  }, [canvas, isOpen, at, alone === undefined]);

  useEffect(() => {
    if (!isOpen || at.project !== project?.id) return;
    const keep = () => {
      if (project) keepChanges(project);
      else if (at.space === undefined) keepDraft();
      else keepLook(at.space);
    };
    return effect(() => void (mapDocument.value && untracked(keep)));
  }, [at.project, at.space, isOpen, project]);
  useEffect(() => (isOpen ? recordChanges() : undefined), [isOpen, project?.id, at.space]);
  useEffect(() => {
    if (!canvas || !isOpen) return;
    return effect(() => {
      const view = wantedView.value;
      if (view) untracked(() => show(canvas, view));
    });
  }, [canvas, isOpen]);
  useEffect(() => (canvas ? effect(() => showArea(canvas, search.value?.area)) : undefined), [canvas]);

  useEffect(() => {
    if (!canvas) return;
    addLayerOf(at);
    filterAsAddressed(at);
    followAddress(canvas, at);
  }, [at]);
  useEffect(() => (isOpen ? showInAddress() : undefined), [isOpen]);
  useEffect(() => {
    // What a link or a project says of the view, as this window shows it.
    if (canvas) mapDocument.value = { ...mapDocument.peek(), position: canvas.position };
  }, [canvas]);

  /** On a phone other panels would cover what a tool says, and the map that it is for. */
  const makeRoom = () => {
    if (innerWidth > NARROW) return;
    picked.value = undefined;
    setPanel(false);
  };
  /** On a phone the layers and the table have the same place. */
  const togglePanel = () => {
    if (innerWidth <= NARROW) setTable(false);
    setPanel(!hasPanel);
  };
  const toggleTable = () => {
    if (innerWidth <= NARROW) setPanel(false);
    setTable(!hasTable);
  };
  const draw = (kind: SearchArea['kind'] | undefined) => {
    running.current?.end();
    running.current = undefined;
    if (opened !== undefined && panelOf(opened).of === 'clicks') setOpened(undefined);
    setTool(kind);
    setRadius(undefined);
    const space = activeSpace.value;
    if (!kind || !canvas || !space) return;
    makeRoom();
    search.value = undefined;
    const found = (area: SearchArea) => {
      setTool(undefined);
      search.value = { area, space };
      setTable(true);
    };
    running.current = new SearchTool(canvas, kind, found, setRadius);
  };

  const togglePanelOver = (name: PanelName) => {
    if (panelOf(name).of === 'clicks') draw(undefined);
    makeRoom();
    setOpened(opened === name ? undefined : name);
  };
  const edit = (space: string, feature?: Feature) => {
    draw(undefined);
    startEditing({
      space,
      on: mapAt(at),
      ...(feature ? { feature } : {}),
    });
  };
  const layer = layerOf(activeSpace.value);
  const space = spaceById.value.get(activeSpace.value ?? '');
  const canEdit = space !== undefined && mayWrite(space);
  const onEdit = editing ? stopEditing : canEdit ? () => edit(space.id) : undefined;
  const canOpen = (name: PanelName) =>
    panelOf(name).of === 'layer' ? layer !== undefined : canvas !== undefined && !editing;
  const onPicture = canvas ? () => setPicture(true) : undefined;
  useMapCommands({
    onTable: layer ? toggleTable : undefined,
    onPanel: togglePanel,
    onEdit,
    onPicture,
    onPanelOver: togglePanelOver,
    canOpen,
    onTiles: canvas ? () => canvas.toggleTiles() : undefined,
    isEditing: editing !== undefined,
  });
  if (isMissing)
    return (
      <>
        <h1 class="visually-hidden">{t.screens.unknown}</h1>
        <Empty icon="search" title={at.space ? t.unknown.space : t.unknown.project}>
          <p>{t.unknown.projectAbout}</p>
          {at.space ? (
            <Button kind="main" icon="layers" onClick={() => go({ screen: 'spaces' })}>
              {t.screens.spaces}
            </Button>
          ) : (
            <Button kind="main" icon="bookmark" onClick={() => go({ screen: 'projects' })}>
              {t.screens.projects}
            </Button>
          )}
        </Empty>
      </>
    );
  if (load.failure !== undefined) return <Loading {...load} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the list of spaces has a button for it
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0)
          openImport(files, at.project ? { screen: 'map', project: at.project } : { screen: 'map' });
      }}
      class={`map-screen ${hasTable ? 'has-table' : ''} ${hasPanel ? 'has-panel' : ''}`}
    >
      <h1 class="visually-hidden">{project?.title ?? alone?.title ?? t.screens.map}</h1>
      {isOpen && <MapStage onReady={setCanvas} />}
      <div class="side" id="side">
        <ProjectBar
          project={project}
          alone={alone}
          onSaved={setProject}
          onPicture={onPicture}
          isEditing={editing !== undefined}
        />
        <LayersPanel
          onZoom={(id) => void zoomTo(id)}
          canChangeBase={!editing && !tool}
          isAlone={alone !== undefined}
        />
      </div>
      {canvas && (
        <FindBox
          canvas={canvas}
          {...(alone
            ? {}
            : {
                onAdd: (id: string) => {
                  addLayer(id);
                  void zoomTo(id);
                },
              })}
        />
      )}
      <Toolbar
        tool={tool}
        onTool={draw}
        hasTable={hasTable}
        onTable={toggleTable}
        hasPanel={hasPanel}
        onPanel={togglePanel}
        isEditing={editing !== undefined}
        onEdit={onEdit}
        hasLayer={layer !== undefined}
        opened={opened}
        onPanelOver={togglePanelOver}
        canOpen={canOpen}
      />
      {canvas && hasPicture && (
        <Lazy
          load={pictureDialog}
          with={{ canvas, title: project?.title ?? '', onClose: () => setPicture(false) }}
        />
      )}
      {canvas && opened !== undefined && (
        <OpenPanel
          name={opened}
          canvas={canvas}
          layer={layer}
          isDrawing={tool !== undefined}
          isEditing={editing !== undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
      {tool && (
        <p class="tip" role="status">
          {radius === undefined ? t.map.tips[tool] : t.map.radiusNow(formatDistance(radius))}
          <Button kind="quiet" onClick={() => draw(undefined)}>
            {t.cancel}
          </Button>
        </p>
      )}
      {canvas && editing && <Lazy key={editing.space} load={editor} with={{ canvas, session: editing }} />}
      {picked.value && !editing && (
        <FeatureCard
          key={`${picked.value.space} ${picked.value.id}`}
          picked={picked.value}
          canvas={canvas}
          {...(isWritable(picked.value.space)
            ? { onEdit: (feature: Feature) => edit(picked.value!.space, feature) }
            : {})}
        />
      )}
      {canvas && layer && hasTable && (
        <TablePanel canvas={canvas} layer={layer} onClose={() => setTable(false)} />
      )}
    </div>
  );
}

/** The map itself, without where to look. */
function mapAt({ project, space }: At): At {
  return { screen: 'map', ...(project ? { project } : {}), ...(space ? { space } : {}) };
}

/** Who is sent a link to a feature has other layers on the map, or none. */
function addLayerOf({ project, feature }: At): void {
  const space = readFeature(feature)?.space;
  if (project === undefined && space !== undefined && spaceById.value.has(space)) addLayer(space);
}

/** Shows what was asked for elsewhere, once. */
function show(canvas: MapCanvas, { feature, at, zoom = 8 }: NonNullable<(typeof wantedView)['value']>): void {
  wantedView.value = undefined;
  if (feature) addLayer(feature.space);
  picked.value = feature;
  if (at && feature) canvas.goTo(at, zoom);
  else if (at) canvas.map.jumpTo({ center: at, zoom });
}

/** Undefined where there is none of this id, or it is somebody else's. */
async function projectOf(id: string): Promise<Project | undefined> {
  try {
    return await hub().projects.get(id);
  } catch (error) {
    if (error instanceof MeridianError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

function isWritable(id: string): boolean {
  const space = spaceById.value.get(id);
  return space !== undefined && mayWrite(space);
}
