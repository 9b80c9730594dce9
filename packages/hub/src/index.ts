export * from '@meridian/store';
export type { FirstAccount, Issued } from './access.ts';
export { Features, ReadableSpace, WritableSpace } from './features.ts';
export { type Hub, type HubSettings, openHub } from './hub.ts';
export { LICENSES } from './licenses.ts';
export { type Caller, RIGHTS, type Right } from './rights.ts';
export type { SpaceList, SpaceListQuery } from './space-list.ts';
