import { parseArgs } from 'node:util';

const HELP = `npm run siege -- [OPTION …]     hostile requests made from the OpenAPI document, and hostile bytes

  --engine NAME      embedded (default), postgres, or memory
  --count N          so many requests (1000000)
  --seed N           repeats a run
  --from N           begins with this request of the run: the index of a finding, with --count 1, repeats it alone
  --only NAME        only operations whose name has this in it, such as exportFeatures
  --schemathesis     the property-based tests of schemathesis instead, all its checks; needs Python
                     (a virtual environment with it is made in the temporary folder)
  --strict           also its two checks of data that we mean otherwise, see schemathesis.ts`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    engine: { type: 'string', default: 'embedded' },
    count: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
    schemathesis: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const { engine } = values;
// Read where the harness is loaded.
process.env.MERIDIAN_TEST_ENGINE = engine;
const { shareProgram } = await import('../../../scripts/runner/bundle.ts');
// As it is installed: the source of a checkout takes longer to start its threads.
await shareProgram(['acceptance/safety/siege/command.ts']);
const { launchHub } = await import('../../harness/hub.ts');
const { SIEGE_SETTINGS } = await import('./settings.ts');
const hub = await launchHub({ settings: SIEGE_SETTINGS });
const isFound = values.schemathesis ? await runSchemathesis() : await runSiege();
await hub.stop();
process.exit(isFound ? 1 : 0);

async function runSchemathesis(): Promise<boolean> {
  const { schemathesis } = await import('./schemathesis.ts');
  return !(await schemathesis(hub, Number(values.seed), values.strict));
}

async function runSiege(): Promise<boolean> {
  const { Siege } = await import('./siege.ts');
  const { memoryVerdict } = await import('./memory.ts');
  const { storeResult } = await import('../results.ts');
  const [seed, from, count] = [Number(values.seed), Number(values.from), Number(values.count)];
  console.log(`${count} requests on ${engine}, seed ${seed}`);
  const report = await (await Siege.of(hub, values.only)).run({ seed, from, count, log: console.log });
  const memory = memoryVerdict(report.held);
  const file = storeResult(`siege-${engine}-${seed}`, { engine, ...report, memory });
  for (const { what, index, times, request, response } of report.findings)
    console.log(
      `✖ ${what} (${times} ×, first --from ${index})\n    ${request.slice(0, 300)}\n    ${response?.slice(0, 300)}`,
    );
  console.log(`${JSON.stringify(report.statuses)}; over 1 s ${JSON.stringify(report.slow)}, the slowest:`);
  for (const { ms, index, request } of report.slowest)
    console.log(`    ${ms} ms, --from ${index}: ${request.slice(0, 200)}`);
  console.log(`${memory.isFlat ? '✔' : '✖'} ${memory.text}`);
  console.log(`${report.findings.length} kinds of findings, in ${file}`);
  return report.findings.length > 0 || !memory.isFlat;
}
