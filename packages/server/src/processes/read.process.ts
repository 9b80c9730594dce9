import type { ToReader } from './messages.ts';
import { startReader } from './start-reader.ts';

// The main process ends this one; a terminal or a supervisor may send its signals to both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// Without the main process nothing can be written, and its successor waits for this one to go.
process.once('disconnect', () => process.exit(1));

process.once('message', (message: ToReader) => {
  if (message.is === 'begin') void startReader(message.settings, message.inner);
});
