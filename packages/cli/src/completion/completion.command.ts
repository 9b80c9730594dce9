import { Argument, Command } from 'commander';
import { completionsOf } from './candidates.ts';
import { COMPLETION_SCRIPTS, type Shell } from './scripts.ts';

const SHELLS = Object.keys(COMPLETION_SCRIPTS) as Shell[];

/** `meridian completion bash` */
export function completionCommand(): Command {
  return new Command('completion')
    .description('print a script that completes meridian commands in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  bash   echo 'source <(meridian completion bash)' >> ~/.bashrc
  zsh    echo 'source <(meridian completion zsh)' >> ~/.zshrc
  fish   meridian completion fish > ~/.config/fish/completions/meridian.fish
`,
    )
    .action((shell: Shell) => void process.stdout.write(COMPLETION_SCRIPTS[shell]));
}

/** What the scripts call back, so that they need not know any command: `meridian __complete spaces cr` */
export function completeCommand(program: () => Command): Command {
  return new Command('__complete')
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => {
      const found = await completionsOf(program(), words);
      process.stdout.write(found.map(({ word, meaning }) => `${word}\t${meaning}\n`).join(''));
    });
}
