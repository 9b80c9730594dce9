import type { Project } from '@meridian/client';
import type { MapDocument } from '../../map-style/document.ts';
import { hub } from '../api/call.ts';
import { hubUrl } from '../api/hub-url.ts';

export type ProjectText = { title: string; description: string };

/** A link to a published map. Those of earlier versions of the hub have no address that could be copied again. */
export type MapLink = { tid: string; name: string; url?: string };

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
    map_settings: {
      ...map.position,
      ...(map.base === undefined ? {} : { base: map.base }),
      ...(map.isGlobe ? { isGlobe: true } : {}),
    },
  };
  return project ? hub().projects.update(project.id, content) : hub().projects.create(content);
}

/**
 * Opens a project to everybody who has the link. Its last part is a token made for it, which reads this project and its
 * spaces and nothing else; the hub stores it, so that its owner can copy the link again.
 */
export async function createLink(project: Project, name: string): Promise<Project> {
  await hub().tokens.create({
    description: name.slice(0, 200),
    project: project.id,
    urm: { 'xyz-hub': { readFeatures: spacesOf(project).map((space) => ({ space })) } },
  });
  return project.status === 'PUBLISHED'
    ? project
    : hub().projects.update(project.id, { status: 'PUBLISHED' });
}

/** The links to a project, the oldest first. */
export async function linksTo(project: string): Promise<MapLink[]> {
  const tokens = (await hub().tokens.list()).filter((token) => token.project === project);
  return tokens
    .sort((a, b) => a.iat - b.iat)
    .map(({ tid, description, metadata }) => {
      const secret = metadata?.link;
      const url = typeof secret === 'string' ? `${hubUrl}/maps/${secret}` : undefined;
      return { tid, name: description, ...(url ? { url } : {}) };
    });
}

export function revokeLink({ tid }: MapLink): Promise<void> {
  return hub().tokens.delete(tid);
}

/** From now on no link opens it. The tokens go first: whatever fails then, nothing stays open. */
export async function unpublish(project: Project): Promise<Project> {
  await revokeLinks(project.id);
  return hub().projects.update(project.id, { status: 'UNPUBLISHED' });
}

/** Ends every link to a project. */
export async function revokeLinks(project: string): Promise<void> {
  for (const link of await linksTo(project)) await revokeLink(link);
}

export function spacesOf({ layers = [] }: Project): string[] {
  const names = layers.map((layer) => (Object(layer) as { space?: unknown }).space);
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/** The line that shows a map on a page of one's own. */
export function embedCode(url: string, title: string): string {
  const quoted = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<iframe src="${url}" title="${quoted}" width="100%" height="480" style="border:0" loading="lazy"></iframe>`;
}
