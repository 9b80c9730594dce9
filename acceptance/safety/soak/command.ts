import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RESULTS, storeResult } from '../results.ts';

const HELP = `npm run soak -- [OPTION …]     mixed load for hours, with memory, descriptors, disk and latency as curves

  --engine NAME    embedded (default), postgres, or memory
  --minutes N      (120)
  --rate N         calls a second at most, so that it can run beside other work (as many as the hub answers)
  --seed N         repeats the order of calls`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    engine: { type: 'string', default: 'embedded' },
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const { engine } = values;
const [minutes, seed, perSecond] = [Number(values.minutes), Number(values.seed), Number(values.rate)];
// Read where the harness is loaded.
process.env.MERIDIAN_TEST_ENGINE = engine;
const { launchHub } = await import('../../harness/hub.ts');
const { SIEGE_SETTINGS } = await import('../siege/settings.ts');
const { COLUMNS } = await import('./samples.ts');
const { soak } = await import('./soak.ts');
const { judge } = await import('./verdicts.ts');

const curves = join(RESULTS, `soak-${engine}-${seed}.csv`);
mkdirSync(RESULTS, { recursive: true });
writeFileSync(curves, `${COLUMNS.join(',')}\n`);
console.log(`${minutes} minutes on ${engine}, seed ${seed}; curves in ${curves}`);
const hub = await launchHub({ settings: SIEGE_SETTINGS });
const sampleSeconds = Math.max(5, Math.min(30, minutes));
const report = await soak(hub, seed, { seconds: minutes * 60, sampleSeconds, perSecond }, (sample) => {
  const line = COLUMNS.map((name) => sample[name]).join(',');
  appendFileSync(curves, `${line}\n`);
  console.log(line);
});
await hub.stop();
const verdicts = judge(report.samples);
for (const { what, isMet, text } of verdicts) console.log(`${isMet ? '✔' : '✖'} ${what}: ${text}`);
console.log(`${report.calls} calls; ${JSON.stringify(report.failures)}`);
console.log(
  `stored in ${storeResult(`soak-${engine}-${seed}`, { engine, minutes, seed, perSecond, verdicts, ...report })}`,
);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
