import { isOperatorWord, operatorOutlines } from './operator.outlines.ts';
import { meridianCommand, runCommand } from './program.ts';

const words = process.argv.slice(2);

// A reader that has seen enough, such as head, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

await runCommand(meridianCommand(await operators(words)), words);

/** The server is loaded for those who run one. */
async function operators(given: readonly string[]) {
  const word = given[0] === '__complete' ? given[1] : given[0];
  if (!isOperatorWord(word)) return operatorOutlines();
  const [{ operatorCommands }, { operatorActions }] = await Promise.all([
    import('./operator.commands.ts'),
    import('./operator.actions.ts'),
  ]);
  return operatorCommands(operatorActions);
}
