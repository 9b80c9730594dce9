import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../testing/effort.ts';
import { startHub } from '../harness/hub.ts';
import { anyCommand } from './arbitrary.command.ts';
import { Real } from './real.ts';
import { SpaceModel } from './space.ts';
import { anyVersioning, Versions } from './versions.ts';

const seed = Number(process.env.MERIDIAN_TEST_SEED ?? Date.now() % 2 ** 31);
const runs = randomCases(25);
const LONGEST = 150;

const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });

test(`a space answers like a plain model of it, whatever is written and read (seed ${seed}, ${runs} runs)`, async (t) => {
  let steps = 0;
  const commands = fc.commands(anyCommand, { maxCommands: LONGEST, size: 'max' });
  const property = fc.asyncProperty(anyVersioning, commands, async (definition, sequence) => {
    const real = await Real.open(hub, definition);
    const model = new SpaceModel(real.id, Versions.of(definition));
    for (const _ of sequence) steps += 1;
    await fc.asyncModelRun(() => ({ model, real }), sequence);
    await real.close();
  });
  await fc.assert(property, { seed, numRuns: runs });
  t.diagnostic(`${steps} steps against the server, seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
});
