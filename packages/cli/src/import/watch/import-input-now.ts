import type { FileReport } from '../import-file.ts';
import type { ImportInput } from '../import-input.ts';
import type { ImportOptions } from '../import-options.ts';

/** Imports one input; `isDone` is false where the hub did not take all of it, or the command is being stopped. */
export type ImportInputNow = (
  input: ImportInput,
  options: ImportOptions,
) => Promise<{ report: FileReport; isDone: boolean }>;
