import type { RunningServer, Settings } from '@meridian/server';
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
    announce(server);
  } catch (error) {
    const { code, message } = startupFault(error, settings);
    process.stderr.write(`${message}\n`);
    process.exit(code);
  }
}

function announce({ url, firstStart }: RunningServer): void {
  if (firstStart) process.stdout.write(`\n${firstStartBox(url, firstStart)}\n`);
  process.stdout.write(`Meridian is ready at ${url}\nDocumentation: ${url}/docs\n`);
}
