import type { Feature } from '@meridian/client';
import { computed, type Signal, signal } from '@preact/signals';
import type { Route } from '../route.ts';
import { ChangeLog } from './change-log.ts';

/** The features that are being edited and what has been changed: it outlives the screen, so that no click loses it. */
export type EditSession = {
  space: string;
  /** The map on which it was begun. */
  on: Route;
  /** What was to be edited first. */
  feature?: Feature;
  log: ChangeLog;
  /** Features as the hub had them when they were opened. */
  opened: Map<string, Feature>;
  /** Whether the user is asked what to do with unsaved changes. */
  isLeaving: Signal<boolean>;
};

export const editSession = signal<EditSession | undefined>(undefined);

export const unsavedCount = computed(() => editSession.value?.log.changes.value.size ?? 0);

export function startEditing(start: Pick<EditSession, 'space' | 'on' | 'feature'>): void {
  editSession.value = { ...start, log: new ChangeLog(), opened: new Map(), isLeaving: signal(false) };
}

/** Ends editing; asks first if something would be lost. */
export function stopEditing(): void {
  const session = editSession.value;
  if (session && unsavedCount.value > 0) session.isLeaving.value = true;
  else editSession.value = undefined;
}
