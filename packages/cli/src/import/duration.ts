import { type Command, InvalidArgumentError, Option } from 'commander';

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/** `90s`, `10m`, `2h` in milliseconds. */
export function readDuration(text: string): number {
  const [, count, unit] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('a time such as 30s, 10m or 2h.');
  return Number(count) * UNITS[unit!]!;
}

const TEN_MINUTES = 600_000;

/** For long-running commands: the hub may be restarted meanwhile. `--patience` is the old name of the option. */
export function retryTimeoutOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--retry-timeout <time>', 'how long to retry while the hub is unreachable: 30s, 10m, 2h')
        .argParser(readDuration)
        .default(TEN_MINUTES, '10m'),
    )
    .addOption(new Option('--patience <time>').argParser(readDuration).hideHelp())
    .on('option:patience', (text: string) => command.setOptionValue('retryTimeout', readDuration(text)));
}
