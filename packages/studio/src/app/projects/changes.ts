import type { Project } from '@meridian/client';
import { type MapDocument, readMap } from '../../map-style/document.ts';
import { mapDocument, openMap } from '../map/state.ts';
import { remember, remembered } from '../memory.ts';

/** What a saved map looks like that was left before its changes were saved. */
type Changed = { project: string } & Content;
type Content = Pick<MapDocument, 'layers' | 'base' | 'isGlobe'>;

const CHANGED = 'changed';
const MAX_CHANGED = 20;

/** What a map shows, wherever one looks: the view changes with every move, and is no change that must be saved. */
function contentOf({ layers, base, isGlobe }: Content): Content {
  // As it would be read again: what says nothing, such as an empty text of a filter, makes no difference.
  const { position: _, ...content } = readMap(layers, { base, isGlobe });
  return content;
}

function savedMap({ layers, map_settings }: Project): MapDocument {
  return readMap(layers, map_settings);
}

/** Whether the map that is open differs from what was saved of it. */
export function isChanged(project: Project): boolean {
  return JSON.stringify(contentOf(mapDocument.value)) !== JSON.stringify(contentOf(savedMap(project)));
}

/** A saved map, with the changes it was left with. */
export function openProject(project: Project): void {
  const { position } = savedMap(project);
  const left = readChanged().find((one) => one.project === project.id);
  openMap(left ? { ...contentOf(left), ...(position ? { position } : {}) } : savedMap(project));
}

export function keepChanges(project: Project): void {
  const others = readChanged().filter((one) => one.project !== project.id);
  const changed = { project: project.id, ...contentOf(mapDocument.value) };
  remember(CHANGED, isChanged(project) ? [changed, ...others].slice(0, MAX_CHANGED) : others);
}

/** Back to what was saved; the view stays. */
export function discardChanges(project: Project): void {
  const { position } = mapDocument.value;
  mapDocument.value = { ...contentOf(savedMap(project)), ...(position ? { position } : {}) };
}

function readChanged(): Changed[] {
  const list = remembered(CHANGED);
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown) => {
    const { project, layers, base, isGlobe } = Object(value) as Record<string, unknown>;
    return typeof project === 'string' ? [{ project, ...readMap(layers, { base, isGlobe }) }] : [];
  });
}
