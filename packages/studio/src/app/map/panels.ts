import type { ComponentType } from 'preact';
import type { MapLayer } from '../../map-style/document.ts';
import type { PanelStrings } from '../strings/catalogue.ts';
import { t } from '../strings.ts';
import type { IconName } from '../ui/icon.tsx';
import type { MapCanvas } from './canvas.ts';

/** What a panel over the map gets. */
export type PanelProps = { canvas: MapCanvas; onClose: () => void };
/** The same for panels about the layer that is looked at. */
export type LayerPanelProps = PanelProps & { layer: MapLayer };

type About = {
  icon: IconName;
  /** The key that opens and closes it. */
  keys: string;
};

export type MapPanel = About &
  (
    | {
        /** Is about a layer: only where there is one. It steps aside while something is drawn on the map. */
        of: 'layer';
        load: () => Promise<ComponentType<LayerPanelProps>>;
      }
    | {
        /** Takes the clicks on the map: nothing else that does is open beside it. */
        of: 'clicks';
        load: () => Promise<ComponentType<PanelProps>>;
      }
  );

export type PanelName = keyof PanelStrings;

/** The panels over the map, of which one is open at a time: their buttons, commands and keys are made from this. */
const PANELS: Record<PanelName, MapPanel> = {
  figures: {
    icon: 'chart',
    keys: 'i',
    of: 'layer',
    load: () => import('../figures/figures-panel.tsx').then(({ FiguresPanel }) => FiguresPanel),
  },
  measure: {
    icon: 'ruler',
    keys: 'm',
    of: 'clicks',
    load: () => import('../measure/measure-panel.tsx').then(({ MeasurePanel }) => MeasurePanel),
  },
};

export const PANEL_NAMES = Object.keys(PANELS) as PanelName[];

export function panelOf(name: PanelName): MapPanel {
  return PANELS[name];
}

/** What its button and its command are called. */
export function panelTitle(name: PanelName): string {
  return t[name].tool;
}
