/** Data sets behind addresses: files of web servers, services with pages, tables of a database. Node only. */
export { openAddress, type RemoteInput, type RemoteOptions } from './open-address.ts';
export type { WebOptions } from './web-client.ts';
