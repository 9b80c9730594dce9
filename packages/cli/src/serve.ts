import { isInMemory, type RunningServer, type Settings } from '@meridian/server';
import { firstStartBox } from './first-start-box.ts';
import { exitOnCrash, stopOnSignals } from './process-end.ts';
import { startupFault } from './startup-fault.ts';

/** Starts the server and keeps it until a signal or a crash ends the process. */
export async function serve(
  settings: Settings,
  start: (settings: Settings) => Promise<RunningServer>,
): Promise<void> {
  exitOnCrash();
  const starting = start(settings);
  stopOnSignals(async () => {
    const server = await starting;
    await server.close();
  });
  try {
    const server = await starting;
    if (server.reloadCertificate) process.on('SIGHUP', server.reloadCertificate);
    announce(server, settings);
  } catch (error) {
    const { code, message } = startupFault(error, settings);
    process.stderr.write(`${message}\n`);
    process.exit(code);
  }
}

const IN_MEMORY =
  'NOTHING IS STORED PERMANENTLY: the store is memory:, and all data is lost when this process ends.';

function announce({ url, firstStart }: RunningServer, settings: Settings): void {
  if (firstStart) process.stdout.write(`\n${firstStartBox(url, firstStart)}\n`);
  if (isInMemory(settings)) process.stdout.write(`\n${IN_MEMORY}\n\n`);
  process.stdout.write(`Meridian is ready at ${url}\nDocumentation: ${url}/docs\n`);
}
