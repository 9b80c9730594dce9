/**
 * Objects, texts and numbers as the tests have them too. It is made by functions that Node brings compiled, so that the first
 * round costs no more than the last.
 */
const DOCUMENT = JSON.stringify(
  Array.from({ length: 3000 }, (_, i) => ({
    type: 'Feature',
    id: `feature-${i}`,
    geometry: { type: 'Point', coordinates: [(i * 7919) / 1000, i / 7] },
    properties: { name: `Name ${i * 31}`, size: i * 1.5, tags: [`t${i % 10}`, `u${i % 7}`] },
  })),
);
const ROUNDS = 4;

/** The processor time, of this thread, of a piece of work that is the same on every machine and at every moment. */
export function fixedWorkMs(): number {
  const start = process.threadCpuUsage();
  for (let round = 0; round < ROUNDS; round++) JSON.stringify(JSON.parse(DOCUMENT));
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
