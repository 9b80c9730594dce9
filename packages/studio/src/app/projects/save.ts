import type { Project } from '@meridian/client';
import type { MapDocument } from '../../map-style/document.ts';
import { hub } from '../api/call.ts';
import { writeRoute } from '../route.ts';

export type ProjectText = { title: string; description: string };

/** Saves a map as a project: a new one, or replacing the one it came from. */
export function saveProject(
  project: Project | undefined,
  { title, description }: ProjectText,
  map: MapDocument,
): Promise<Project> {
  const content = {
    title,
    description,
    layers: map.layers,
    map_settings: { ...map.position, ...(map.base === undefined ? {} : { base: map.base }) },
  };
  return project ? hub().projects.update(project.id, content) : hub().projects.create(content);
}

/**
 * Opens a project to everybody who has the link that is returned. The link carries a token made for it, which reads
 * this project and its spaces and nothing else. The hub keeps only a hash of it, so the link is shown this once.
 */
export async function publish(project: Project): Promise<{ project: Project; link: string }> {
  await revokeLinks(project.id);
  const spaces = spacesOf(project);
  const token = await hub().tokens.create({
    description: `link to the map ${project.title ?? project.id}`.slice(0, 200),
    project: project.id,
    urm: { 'xyz-hub': { readFeatures: spaces.map((space) => ({ space })) } },
  });
  const published = await hub().projects.update(project.id, { status: 'PUBLISHED' });
  const link =
    location.origin +
    location.pathname +
    writeRoute({ screen: 'published', project: project.id, token: token.token });
  return { project: published, link };
}

/** From now on no link opens it. The tokens go first: whatever fails then, nothing stays open. */
export async function unpublish(project: Project): Promise<Project> {
  await revokeLinks(project.id);
  return hub().projects.update(project.id, { status: 'UNPUBLISHED' });
}

/** Ends every link to a project. */
export async function revokeLinks(project: string): Promise<void> {
  for (const { tid, project: opened } of await hub().tokens.list())
    if (opened === project) await hub().tokens.delete(tid);
}

export function spacesOf({ layers = [] }: Project): string[] {
  const names = layers.map((layer) => (Object(layer) as { space?: unknown }).space);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}
