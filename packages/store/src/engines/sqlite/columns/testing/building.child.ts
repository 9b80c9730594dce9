import { writeRequest } from '../../../../contract/write-request.ts';
import { SpaceWriter } from '../../space-writer.ts';

/** Writes features and builds their columns until it is killed; tells of each round. */
const [path, from] = process.argv.slice(2) as [string, string];
const writer = new SpaceWriter(path, 's', failed, { columnRows: 64 });
writer.requestColumns();

for (let round = Number(from); ; round++) {
  const features = Array.from({ length: 30 }, (_, i) => {
    // Some are new, some were there before.
    const id = i % 3 === 0 ? `f${(round * 7 + i) % 200}` : `f${round}-${i}`;
    const properties = { n: (round * 31 + i) % 50, text: `t${i % 5}` };
    return JSON.stringify({ type: 'Feature', id, geometry: null, properties });
  });
  writer.batch([
    () => void writer.write(writeRequest(`{"type":"FeatureCollection","features":[${features}]}`)),
    () => void writer.delete({ ids: [`f${round - 3}-4`], tags: undefined, returning: false }),
  ]);
  writer.requestColumns();
  for (let step = 0; step < 12; step++) writer.workStep(7);
  process.stdout.write(`${round}\n`);
}

function failed(): never {
  throw new Error('no geometry is looked at here');
}
