import type { Context } from '../context.ts';

/** Where clients reach the hub: as the operator says, or else where this one did. */
export function ownAddress({ service, request, isSecure }: Context): string {
  const { publicUrl } = service.settings;
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  return `${isSecure ? 'https' : 'http'}://${request.headers.host ?? 'localhost'}`;
}
