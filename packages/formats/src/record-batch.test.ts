import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReadRecord } from './feature.ts';
import { RecordBatch, RecordIterator } from './record-batch.ts';

function recordOf(record: number): ReadRecord {
  return { feature: { type: 'Feature', geometry: null, properties: {} }, location: { file: 'f', record } };
}

function* records(from: number, to: number, error?: Error): Generator<ReadRecord, void> {
  for (let record = from; record <= to; record++) yield recordOf(record);
  if (error) throw error;
}

async function numbersOf(
  iterator: AsyncIterable<ReadRecord>,
  read: number[],
  most = Infinity,
): Promise<number[]> {
  for await (const record of iterator) {
    read.push(record.refused ? -1 : record.location.record);
    if (read.length === most) break;
  }
  return read;
}

describe('records of batches and others', () => {
  test('come one after the other', async () => {
    const source = async function* () {
      yield recordOf(1);
      yield new RecordBatch(records(2, 4));
      yield new RecordBatch(records(5, 4));
      yield new RecordBatch(records(5, 5));
      yield recordOf(6);
    };
    assert.deepEqual(await numbersOf(new RecordIterator(source()), []), [1, 2, 3, 4, 5, 6]);
  });

  test('are all taken before the source is asked for more', async () => {
    const read: number[] = [];
    const taken: number[] = [];
    const source = async function* () {
      for (const from of [1, 4]) {
        yield new RecordBatch(records(from, from + 2));
        taken.push(read.length);
      }
    };
    await numbersOf(new RecordIterator(source()), read);
    assert.deepEqual(taken, [3, 6]);
  });

  test('end where one can not be read, and the source says why', async () => {
    let isClosed = false;
    const source = async function* () {
      try {
        yield new RecordBatch(records(1, 2, new Error('bad')));
        yield recordOf(3);
      } catch (error) {
        throw new Error(`line 3 is ${(error as Error).message}`);
      } finally {
        isClosed = true;
      }
    };
    const iterator = new RecordIterator(source());
    const read: number[] = [];
    await assert.rejects(numbersOf(iterator, read), /^Error: line 3 is bad$/);
    assert.deepEqual(read, [1, 2]);
    assert.ok(isClosed);
    assert.deepEqual(await iterator.next(), { done: true, value: undefined });
  });

  test('close the source where no more are wanted', async () => {
    const closed: string[] = [];
    const batch = function* () {
      try {
        yield* records(1, 9);
      } finally {
        closed.push('batch');
      }
    };
    const source = async function* () {
      try {
        yield new RecordBatch(batch());
      } finally {
        closed.push('source');
      }
    };
    const iterator = new RecordIterator(source());
    assert.deepEqual(await numbersOf(iterator, [], 2), [1, 2]);
    assert.deepEqual(closed, ['batch', 'source']);
    assert.deepEqual(await iterator.next(), { done: true, value: undefined });
  });
});
