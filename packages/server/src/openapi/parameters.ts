import type { QueryParameter, Schema } from '../http/operation.ts';
import { TILE_ID_DESCRIPTION, TILE_TYPE_DESCRIPTION, TILE_TYPES } from '../parameters/tile-types.ts';
import type { ParameterObject } from './openapi.ts';

const PATH_PARAMETERS: Record<string, { description: string; schema: Schema }> = {
  space_id: { description: 'Id of the space.', schema: { type: 'string', examples: ['cities'] } },
  feature_id: { description: 'Id of the feature.', schema: { type: 'string', examples: ['berlin'] } },
  token_id: {
    description: 'Id of the token, or its secret.',
    schema: { type: 'string', examples: ['Xz1bq2'] },
  },
  session_id: {
    description: 'Id of the session, as the list of sessions gives it.',
    schema: { type: 'string', examples: ['n4bQgYhMfWWaL-qgxVrQFa'] },
  },
  tile_type: {
    description: TILE_TYPE_DESCRIPTION,
    schema: { type: 'string', enum: TILE_TYPES, examples: ['web'] },
  },
  tile_id: {
    description: TILE_ID_DESCRIPTION,
    schema: { type: 'string', examples: ['10_550_335'] },
  },
  z: { description: 'Level of the tile.', schema: { type: 'string', examples: ['10'] } },
  x: { description: 'Column of the tile.', schema: { type: 'string', examples: ['550'] } },
  y: { description: 'Row of the tile.', schema: { type: 'string', examples: ['335'] } },
  version: { description: 'Number of the version.', schema: { type: 'string', examples: ['3'] } },
  aid: { description: 'Id of the account, or `me`.', schema: { type: 'string', examples: ['me'] } },
  file: { description: 'Name of the file.', schema: { type: 'string', examples: ['main-VM2UU6DG.js'] } },
  map: {
    description: 'The link of a published map: the secret of a token with `project`.',
    schema: { type: 'string', examples: ['1kuTqXepvgSxFQibDpYmA9HS7B3KfbKWQBVSMGuk'] },
  },
  tile_file: {
    description: 'Name of an archive; with `.pmtiles` or `.json` where it ends the path.',
    schema: { type: 'string', examples: ['planet.pmtiles'] },
  },
  export_id: {
    description: 'Id of the export.',
    schema: { type: 'string', examples: ['0b7f5c1e-6a0e-4a86-9d0e-6c8f3c2f8f11'] },
  },
  export_file: { description: 'Name of its file.', schema: { type: 'string', examples: ['cities.fgb'] } },
  project_id: { description: 'Id of the project.', schema: { type: 'string', examples: ['city-walks'] } },
};

/** `/hub/spaces/{space_id}` → the parameter `space_id`. */
export function pathParameters(path: string): ParameterObject[] {
  return Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name]) => {
    const known = PATH_PARAMETERS[name!];
    if (!known) throw new Error(`The path parameter ${name} of ${path} has no description`);
    return { name: name!, in: 'path', required: true, ...known };
  });
}

export function queryParameter({
  name,
  description,
  schema,
  required,
  list,
  spread,
}: QueryParameter): ParameterObject {
  const parameter: ParameterObject = { name, in: 'query', description, required: required ?? false, schema };
  return list || spread ? { ...parameter, style: 'form', explode: spread ?? false } : parameter;
}
