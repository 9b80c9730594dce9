import { startServer } from '@meridian/server';
import { atDesk } from './at-desk.ts';
import { describeFaults, readConfiguration } from './configuration.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { meridianCommand, runCommand } from './program.ts';
import { serve } from './serve.ts';

const meridian = meridianCommand({
  atDesk: atDesk(process.env),
  async serve(line) {
    const configuration = readConfiguration(process.env, line);
    if ('settings' in configuration) return serve(configuration.settings, startServer);
    process.stderr.write(describeFaults(configuration.faults));
    process.exitCode = EXIT_CODES.configuration.code;
  },
});

await runCommand(meridian, process.argv.slice(2));
