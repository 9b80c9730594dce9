import { loadavg } from 'node:os';
import { type CommandLine, helpText, readCommandLine, UsageError } from './command-line.ts';
import { prepare } from './data/prepared.ts';
import { prepareAll } from './data/prepared-all.ts';
import { writeDocs } from './docs/write.ts';
import { summarize } from './figure.ts';
import { MEASUREMENTS, ONLY_BY_NAME } from './figures/index.ts';
import { describeMachine, machineNote } from './machine.ts';
import { profileCall, profileTable, writeProfile } from './profile/profile.ts';
import { PROFILED } from './profile/profiled-calls.ts';
import { writeResults } from './results.ts';
import { tableHead, tableLine } from './table.ts';

/** `npm run bench`: what the hub does beside what the machine can do at best, as ratios. See docs/developing/lab-book.md. */
const VERBS: Readonly<Record<CommandLine['verb'], (line: CommandLine) => Promise<void> | void>> = {
  measure,
  prepare: ({ effort }) => prepareAll(effort, console.error),
  docs: () => writeDocs(console.log),
  async profile({ names, effort, profile, quick }) {
    for (const call of names) {
      const taken = await profileCall(call, effort, profile);
      console.log(`\n${call}, ${taken.requests} requests\n${profileTable(taken)}`);
      if (!quick) writeProfile(taken);
    }
  },
};

async function measure({ names, effort, profile, quick, keep }: CommandLine): Promise<void> {
  const machine = describeMachine();
  const prepared = await prepare(effort.features, console.error);
  const notes: string[] = [];
  let short = 0;
  console.log(tableHead());
  for (const name of names) {
    const started = performance.now();
    const figures = await MEASUREMENTS[name]!({ prepared, effort, profile, keep });
    for (const figure of figures) {
      console.log(tableLine(figure));
      if (figure.note) notes.push(`  ${figure.name}: ${figure.note}`);
      if (summarize(figure).verdict === 'short') short++;
    }
    const seconds = Math.round((performance.now() - started) / 1000);
    notes.push(`  ${name} took ${seconds} s`);
    // What was left out leaves the figures of an earlier run unchanged.
    if (figures.length > 0) writeResults(name, figures, { effort, machine, seconds, quick });
  }
  console.log(`\n${notes.join('\n')}\n`);
  console.log(
    `${effort.rounds} rounds in turns with the floor (median; spread = lowest–highest ratio), ${effort.features} features${quick ? ', quick' : ''}`,
  );
  console.log(`${machineNote(machine)}; load average ${loadavg()[0]!.toFixed(1)} at the end`);
  console.log(short === 0 ? 'every target met' : `${short} short of target`);
}

// However this ends, the hub that was started must not stay behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  const known = {
    measured: Object.keys(MEASUREMENTS),
    onlyByName: ONLY_BY_NAME,
    profiled: Object.keys(PROFILED),
  };
  const line = readCommandLine(process.argv.slice(2), known);
  if (line) await VERBS[line.verb](line);
  else console.log(helpText(known));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
