import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { helpText, readCommandLine, UsageError, VERBS } from './command-line.ts';

const KNOWN = {
  measured: ['boxes', 'load', 'import-large'],
  onlyByName: ['import-large'],
  profiled: ['search'],
};

function read(line: string) {
  return readCommandLine(line.split(' ').filter(Boolean), KNOWN);
}

describe('the command line of measurements', () => {
  it('measures everything that does not take too long where nothing is named', () => {
    assert.deepEqual(read('')?.names, ['boxes', 'load']);
    assert.deepEqual(read('import-large')?.names, ['import-large']);
  });

  it('takes the names behind a verb for those that it knows', () => {
    const { verb, names } = read('profile search')!;
    assert.deepEqual({ verb, names }, { verb: 'profile', names: ['search'] });
    assert.throws(() => read('profile boxes'), new UsageError('unknown: boxes; known: search'));
  });

  it('lists what there is where a name is unknown', () => {
    assert.throws(
      () => read('boxs'),
      new UsageError('unknown: boxs; known: prepare, docs, profile, boxes, load, import-large'),
    );
  });

  it('sets single things of a small version apart', () => {
    const { effort, quick } = read('boxes --quick --rounds 9 --growth 10000,20000')!;
    assert.equal(quick, true);
    assert.deepEqual([effort.rounds, effort.features, effort.growth], [9, 50_000, [10_000, 20_000]]);
  });

  it('names the option that is wrong', () => {
    assert.throws(() => read('--rounds 0'), new UsageError('--rounds must be a whole number from 1'));
    assert.throws(
      () => read('--features 1e3'),
      new UsageError('--features must be a whole number from 10000'),
    );
    assert.throws(() => read('--round 3'), /--round/);
  });

  it('helps', () => {
    for (const asked of ['--help', '-h', 'boxes --help']) assert.equal(read(asked), undefined);
    const text = helpText(KNOWN);
    for (const word of [...VERBS, ...KNOWN.measured, ...KNOWN.profiled, '--growth'])
      assert.ok(text.includes(word), word);
  });
});
