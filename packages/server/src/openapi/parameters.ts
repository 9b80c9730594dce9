import type { QueryParameter, Schema } from '../http/operation.ts';
import type { ParameterObject } from './openapi.ts';

const PATH_PARAMETERS: Record<string, { description: string; schema: Schema }> = {
  space_id: { description: 'Id of the space.', schema: { type: 'string', examples: ['cities'] } },
  feature_id: { description: 'Id of the feature.', schema: { type: 'string', examples: ['berlin'] } },
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
}: QueryParameter): ParameterObject {
  const parameter: ParameterObject = { name, in: 'query', description, required: required ?? false, schema };
  return list ? { ...parameter, style: 'form', explode: false } : parameter;
}
