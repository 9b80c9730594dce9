import type { MapLayer } from '../../map-style/document.ts';
import { Lazy } from '../lazy.tsx';
import type { MapCanvas } from './canvas.ts';
import { type PanelName, panelOf } from './panels.ts';

type Props = {
  name: PanelName;
  canvas: MapCanvas;
  layer: MapLayer | undefined;
  /** Something is drawn on the map, or changed. */
  isDrawing: boolean;
  isEditing: boolean;
  onClose: () => void;
};

/** The panel that is open over the map. */
export function OpenPanel({ name, canvas, layer, isDrawing, isEditing, onClose }: Props) {
  const panel = panelOf(name);
  if (panel.of === 'clicks')
    return isEditing ? null : <Lazy key={name} load={panel.load} with={{ canvas, onClose }} />;
  return layer && !isDrawing ? <Lazy key={name} load={panel.load} with={{ canvas, layer, onClose }} /> : null;
}
