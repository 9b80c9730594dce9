import { type Feature, NAMESPACE } from '@meridian/client';
import { call } from '../api/call.ts';
import { contentChanged } from '../map/state.ts';

/**
 * Writes a feature as it was. `now` is what it is to replace, absent where it was deleted: the hub refuses if that is not
 * what it has any more.
 */
export async function restore(space: string, was: Feature, now: Feature | undefined): Promise<void> {
  const { version, uuid } = Object(now?.properties[NAMESPACE]) as { version?: number; uuid?: string };
  const namespace = {
    tags: was.properties[NAMESPACE]?.tags ?? [],
    ...(version === undefined ? {} : { version }),
    ...(uuid === undefined ? {} : { uuid }),
  };
  await call({
    method: 'PUT',
    path: `/hub/spaces/${encodeURIComponent(space)}/features/${encodeURIComponent(was.id)}`,
    contentType: 'application/geo+json',
    body: { ...was, properties: { ...was.properties, [NAMESPACE]: namespace } },
  });
  contentChanged(space);
}
