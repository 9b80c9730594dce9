import { availableParallelism } from 'node:os';

/**
 * Test files at a time: one more than two cores have, because a file waits for starts, timers and disks a third of its
 * time; never more than four, because each of them runs a hub of several threads.
 */
export const CONCURRENCY = Math.min(4, availableParallelism() + 1);
