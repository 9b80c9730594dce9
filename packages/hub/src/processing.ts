import {
  isObject,
  type JsonObject,
  PROCESSOR_KINDS,
  type Processing,
  type ProcessorEntry,
} from '@meridian/store';
import { entriesOf } from './spaces/plugin-entries.ts';
import { withSchemaText } from './spaces/schema-texts.ts';

/** The processors there are. */
export const PROCESSORS = PROCESSOR_KINDS.map(({ id }) => id).toSorted();

/**
 * What the processors of a definition do to features; undefined where they do nothing. Nothing is
 * compiled here: that may take long.
 */
export function readProcessing(definition: JsonObject): Processing | undefined {
  const { processors } = definition;
  if (!isObject(processors)) return undefined;
  const entries: ProcessorEntry[] = PROCESSOR_KINDS.flatMap(({ id }) =>
    entriesOf(processors, 'processors', id).map((entry) => ({
      kind: id,
      ...withSchemaText(entry, definition),
    })),
  );
  return entries.length > 0 ? { text: JSON.stringify(entries) } : undefined;
}
