import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { LOADED_MODULES_FILE } from './loaded-modules.ts';

/** Loaded before the program: writes down at its end what its main thread has loaded, files and parts of Node. */
const file = process.env[LOADED_MODULES_FILE];
if (isMainThread && file) {
  const loaded = new Set<string>();
  registerHooks({
    load(url, context, nextLoad) {
      loaded.add(url);
      return nextLoad(url, context);
    },
  });
  process.on('exit', () => {
    const { moduleLoadList } = process as unknown as { moduleLoadList: string[] };
    writeFileSync(file, JSON.stringify([...loaded, ...moduleLoadList]));
  });
}
