import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BackgroundTurns } from './background-turns.ts';

/** So many milliseconds of writes of 20 ms, one every so often. */
function write(turns: BackgroundTurns, from: number, to: number, every: number): void {
  for (let now = from; now < to; now += every) {
    turns.asked(now);
    turns.wrote(now, now + 20);
  }
}

describe('the turns of background work', () => {
  test('are at once where nobody writes', () => {
    const turns = new BackgroundTurns();
    turns.worked(0, 100, true);
    assert.equal(turns.waitAt(100), 0);
  });

  test('leave three quarters of the time to those who write now and then', () => {
    const turns = new BackgroundTurns();
    write(turns, 0, 5000, 200);
    turns.worked(5000, 5100, true);
    turns.asked(5100);
    assert.equal(turns.waitAt(5100), 300);
    assert.equal(turns.waitAt(5300), 100);
    assert.equal(turns.waitAt(5500), 0);
  });

  test('are few while writes keep the thread busy', () => {
    const turns = new BackgroundTurns();
    write(turns, 0, 5000, 25);
    turns.worked(5000, 5020, true);
    write(turns, 5020, 5500, 25);
    assert.ok(turns.waitAt(5500) > 100, 'its rest is longer than the pause of other writes');
    write(turns, 5500, 5625, 25);
    assert.equal(turns.waitAt(5625), 0);
  });

  test('have their quarter again where that goes on for long, until the writes have paused', () => {
    const turns = new BackgroundTurns();
    write(turns, 0, 35_000, 25);
    turns.worked(35_000, 35_020, true);
    turns.asked(35_020);
    assert.equal(turns.waitAt(35_020), 60);
    write(turns, 40_000, 45_000, 25);
    turns.worked(45_000, 45_020, true);
    turns.asked(45_020);
    assert.equal(turns.waitAt(45_020), 600);
  });

  test('are those of any write for work that must not wait', () => {
    const turns = new BackgroundTurns();
    write(turns, 0, 5000, 25);
    turns.worked(5000, 5020, false);
    turns.asked(5020);
    assert.equal(turns.waitAt(5020), 60);
  });

  test('come within a second after the last write, however long a piece took', () => {
    const turns = new BackgroundTurns();
    write(turns, 0, 5000, 25);
    turns.worked(5000, 9000, true);
    turns.asked(9000);
    assert.equal(turns.waitAt(9000), 1000);
    assert.equal(turns.waitAt(10_000), 0);
  });
});
