import { CrashRun } from './run.ts';

const kills = Number(process.argv[2] ?? process.env.MERIDIAN_TEST_KILLS ?? 50);
const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);

console.log(
  `Killing the server ${kills} times while it writes, seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`,
);
try {
  const report = await new CrashRun(seed, console.log).run(kills);
  console.log(
    `After ${report.kills} kills every one of ${report.acknowledged} acknowledged writes is there; ` +
      `the slowest start took ${report.slowestStartMs} ms`,
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
