import { availableParallelism, totalmem } from 'node:os';

/** What defaults are made from. */
export const cores = availableParallelism();

/** Of the container, where there is one. */
export const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
