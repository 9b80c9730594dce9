import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the program where a test is about time that passes: the harness moves the clock of its main thread
 * forwards, so that nobody has to wait for a token to expire. Timers keep to the real time.
 */
if (isMainThread && process.channel) {
  let offsetMs = 0;
  const { now } = Date;
  const sinceStart = performance.now.bind(performance);
  Date.now = () => now() + offsetMs;
  performance.now = () => sinceStart() + offsetMs;
  process.on('message', (ms: number) => {
    offsetMs += ms;
    process.send!(offsetMs);
  });
  // The program ends when it has nothing left to do, as without this.
  process.channel.unref();
}
