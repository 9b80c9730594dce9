import type { Command } from 'commander';
import { baseCommand, runCommand } from './base-command.ts';
import { isOperatorWord } from './operator.outlines.ts';

const words = process.argv.slice(2);

// A reader that has seen enough, such as head, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

await runCommand(await programFor(words), words);

/** The server is loaded for those who run one, and all other commands for those who do not. */
async function programFor([first, second]: readonly string[]): Promise<Command> {
  if (isOperatorWord(first)) return baseCommand([['Running a hub:', await operators()]]);
  const { meridianCommand } = await import('./program.ts');
  return meridianCommand(first === '__complete' && isOperatorWord(second) ? await operators() : undefined);
}

async function operators(): Promise<Command[]> {
  const [{ operatorCommands }, { operatorActions }] = await Promise.all([
    import('./operator.commands.ts'),
    import('./operator.actions.ts'),
  ]);
  return operatorCommands(operatorActions);
}
