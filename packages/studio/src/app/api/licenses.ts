import { call } from './call.ts';

type Description = { components: { schemas: { Space: { properties: { license: { enum: string[] } } } } } };

let known: Promise<string[]> | undefined;

/** The licences that the hub knows, from its own description of itself. */
export function licenses(): Promise<string[]> {
  known ??= call<Description>({ path: '/openapi.json' }).then(
    ({ components }) => components.schemas.Space.properties.license.enum,
  );
  return known;
}
