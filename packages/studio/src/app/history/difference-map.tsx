import type { Geometry } from '@meridian/client';
import type { MapCanvas } from '../map/canvas.ts';
import { boxAround } from '../map/middle.ts';
import { SmallMap } from '../map/small-map.tsx';
import { t } from '../strings.ts';
import { showDifference } from './difference-layers.ts';

/** Nearer, the base map has nothing that would tell where it is. */
const MAX_ZOOM = 12;

type Shapes = { geometry: Geometry | null };
type Props = { features: readonly { before?: Shapes; after?: Shapes }[]; label?: string };

/** Where features were and where they are. */
export function DifferenceMap({ features, label = t.history.map }: Props) {
  return <SmallMap shown={features} draw={draw} label={label} />;
}

function draw(canvas: MapCanvas, features: Props['features']): void {
  const before = features.flatMap((changed) => changed.before?.geometry ?? []);
  const after = features.flatMap((changed) => changed.after?.geometry ?? []);
  showDifference(canvas.map, { before, after });
  const box = boxAround([...before, ...after] as Geometry[]);
  if (box) canvas.fit(box, MAX_ZOOM);
}
