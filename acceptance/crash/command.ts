import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { storeResult } from '../safety/results.ts';
import { fillDisk, noSmallDisk } from './full-disk.ts';
import { killPostgres } from './postgres-kills.ts';
import { killProcesses } from './process-kills.ts';
import { killWhileFiling } from './pyramid-kills.ts';
import { CrashRun } from './run.ts';

const HELP = `npm run crash -- [OPTION …]      faults while the hub writes; nothing acknowledged may be lost, nothing be half written

  --kills N     of the hub (300); single processes among several and PostgreSQL are killed a third as often, the hub while it
                files features for maps a sixth, and a fifteenth of it are full disks
  --only PART   hub, processes, pyramid, postgres, disk or files: the one part alone
  --seed N      repeats a run`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    kills: { type: 'string', default: '300' },
    only: { type: 'string' },
    seed: { type: 'string', default: process.env.MERIDIAN_TEST_SEED ?? String(Date.now() % 2 ** 31) },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];

const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  hub: () => new CrashRun(seed, console.log).run(kills),
  processes: () => killProcesses(Math.ceil(kills / 3), seed, console.log),
  pyramid: () => killWhileFiling(Math.ceil(kills / 6), seed, console.log),
  postgres: () => killPostgres(Math.ceil(kills / 3), seed, console.log),
  disk: fullDisks,
  files: async () => {
    const test = new URL('./damage.test.ts', import.meta.url).pathname;
    const { status } = spawnSync(process.execPath, ['--test', test], { stdio: 'inherit' });
    if (status !== 0) throw new Error('a damaged file was not told, or harmed another space');
    return { ways: 'see damage.ts' };
  },
};

if (values.help) console.log(HELP);
else await runAll(values.only === undefined ? Object.keys(PARTS) : [values.only]);

async function runAll(names: readonly string[]): Promise<void> {
  const results: Record<string, unknown> = {};
  console.log(`${kills} kills, seed ${seed}`);
  for (const name of names) {
    const part = PARTS[name];
    if (!part) throw new Error(`--only must be one of ${Object.keys(PARTS).join(', ')}, not ${name}`);
    try {
      results[name] = await part();
      console.log(`✔ ${name}: ${JSON.stringify(results[name])}`);
    } catch (error) {
      results[name] = { failed: String(error) };
      console.error(`✖ ${name}`, error);
      process.exitCode = 1;
    }
  }
  console.log(`stored in ${storeResult(`crash-${seed}`, { kills, seed, ...results })}`);
  process.exit();
}

async function fullDisks(): Promise<unknown> {
  const why = noSmallDisk();
  if (why) throw new Error(why);
  const total = { disks: Math.ceil(kills / 15), acknowledged: 0, refused: 0 };
  for (let n = 0; n < total.disks; n++) {
    const { acknowledged, refused } = await fillDisk(seed + n);
    total.acknowledged += acknowledged;
    total.refused += refused;
    console.log(`disk ${n + 1} of ${total.disks}: ${acknowledged} writes acknowledged, ${refused} refused`);
  }
  return total;
}
