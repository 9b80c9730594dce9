import { effect } from '@preact/signals';
import { t } from '../strings.ts';

/** What MapLibre names once, when it makes its controls. */
const NAMED: Record<string, keyof typeof t.controls> = {
  '.maplibregl-ctrl-zoom-in': 'NavigationControl.ZoomIn',
  '.maplibregl-ctrl-zoom-out': 'NavigationControl.ZoomOut',
  '.maplibregl-ctrl-attrib-button': 'AttributionControl.ToggleAttribution',
};

/** Lets the controls of a map speak the language that was chosen; called again to end it. */
export function translateControls(container: HTMLElement): () => void {
  return effect(() => {
    const { controls } = t;
    for (const [selector, name] of Object.entries(NAMED))
      for (const element of container.querySelectorAll<HTMLElement>(selector)) {
        element.title = controls[name];
        element.setAttribute('aria-label', controls[name]);
      }
    container.querySelector('.maplibregl-canvas')?.setAttribute('aria-label', controls['Map.Title']);
  });
}
