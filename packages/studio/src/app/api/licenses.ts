import { call } from './call.ts';

type Description = { components: { schemas: { Space: { properties: { license: { enum: string[] } } } } } };

/** Made for data; the others are made for programs. */
const FOR_DATA = ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'ODbL-1.0'];

let known: Promise<string[]> | undefined;

/** The licences that the hub knows, from its own description of itself; those for data come first. */
export function licenses(): Promise<string[]> {
  known ??= call<Description>({ path: '/openapi.json' }).then(({ components }) => {
    const { enum: names } = components.schemas.Space.properties.license;
    const isForData = (name: string) => FOR_DATA.includes(name);
    return [...names.filter(isForData), ...names.filter((name) => !isForData(name))];
  });
  return known;
}
