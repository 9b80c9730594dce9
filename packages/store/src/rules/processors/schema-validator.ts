import { invalid } from '../../model/fault.ts';
import { isObject } from '../../model/json/own.ts';
import { compileFeatureSchema } from './feature-schema.ts';
import type { ProcessorKind } from './processor.ts';

/** Beyond this product of the sizes of schema and feature even harmless keywords add up. */
const MAX_UNWATCHED = 20_000_000;

/** Refuses features that do not match a JSON Schema. */
export const schemaValidator: ProcessorKind = {
  id: 'schema-validator',
  compile({ schema }, path) {
    const name = `${path}.schema`;
    if (typeof schema !== 'string' && typeof schema !== 'boolean' && !isObject(schema))
      throw invalid(`${name} must be a JSON Schema: an object, its JSON text, or its address on this server`);
    const compiled = compileFeatureSchema(typeof schema === 'string' ? schema : JSON.stringify(schema), name);
    return {
      name: 'the schema of the space',
      isRisky: (feature) =>
        compiled.isRisky || compiled.size * JSON.stringify(feature).length > MAX_UNWATCHED,
      process(feature) {
        const refusal = compiled.refusal(feature);
        return refusal === undefined ? {} : { refusal: `does not match the schema of the space: ${refusal}` };
      },
    };
  },
};
