import { availableParallelism } from 'node:os';

/** Test files at a time. Each runs a hub of several threads: more of them than cores would only wait for each other. */
export const CONCURRENCY = Math.min(4, Math.max(2, availableParallelism()));
