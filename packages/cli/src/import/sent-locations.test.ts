import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SentLocations } from './sent-locations.ts';

const locationOf = (position: number) => ({ file: 'f', record: 2 * position });

test('each feature has its location, in whatever order chunks come back', () => {
  const locations = new SentLocations();
  const chunk = 3000;
  let sent = 0;
  const send = () => {
    for (let i = 0; i < chunk; i++) locations.add(locationOf(sent++));
  };
  const take = (from: number) => {
    for (let position = from; position < from + chunk; position++)
      assert.deepEqual(locations.take(position), locationOf(position));
  };
  send();
  for (let from = 0; from < 30 * chunk; from += 3 * chunk) {
    for (let i = 0; i < 3; i++) send();
    for (const order of [2, 0, 1]) take(from + order * chunk);
  }
  take(30 * chunk);
});
